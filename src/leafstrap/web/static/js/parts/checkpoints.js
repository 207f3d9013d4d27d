// A slider over the checkpoints of a run: piece values as bars and piece-square tables as heat, which change as one pulls.

import { get } from '../api.js';
import { makeBoard } from '../boards/board.js';
import { button, field, h, put, select, table } from '../dom.js';
import { plain, signed } from '../format.js';
import { capital } from './dialog.js';

export class CheckpointSlider {
  /**
   * @param {Api.Game} game
   * @param {string} run
   */
  constructor(game, run) {
    this.game = game;
    this.run = run;
    /** @type {{game: number, file: string}[]} */
    this.checkpoints = [];
    /** @type {Map<number, Promise<Api.Checkpoint>>} */
    this.known = new Map();
    this.slider = h('input', { type: 'range', min: '0', max: '0', step: '1', value: '0' });
    this.slider.addEventListener('input', () => void this.load());
    this.player = button('Play through', () => void this.play());
    this.said = h('p', { class: 'headline', 'aria-live': 'polite' });
    this.pieces = h('div', { class: 'bars' });
    this.which = h('select');
    this.which.addEventListener('change', () => this.heat());
    this.board = makeBoard(game, {}, 'Weights of squares');
    this.whichField = field('Table', this.which);
    this.largest = h('div');
    this.links = h('div', { class: 'row' });
    this.body = h('div', { class: 'columns' }, h('div', { class: 'stack' }, this.pieces, this.links, h('details', {}, h('summary', {}, 'Largest weights'), this.largest)),
      h('div', { class: 'stack heat-map' }, this.whichField, this.board.element));
    this.element = h('section', { class: 'card', 'aria-label': 'Weights' }, h('h2', {}, 'What it has learned'),
      h('div', { class: 'row' }, h('div', { class: 'grow' }, field('Checkpoint', this.slider)), this.player), this.said, this.body);
    /** @type {Api.Checkpoint | null} */
    this.shown = null;
    this.most = 0;
    this.closed = false;
  }

  /**
   * @param {{game: number, file: string}[]} checkpoints
   */
  offer(checkpoints) {
    const atEnd = Number(this.slider.value) >= this.checkpoints.length - 1;
    const grown = checkpoints.length !== this.checkpoints.length;
    this.checkpoints = checkpoints;
    this.slider.max = String(Math.max(0, checkpoints.length - 1));
    this.element.hidden = checkpoints.length === 0;
    if (grown && atEnd) {
      this.slider.value = this.slider.max;
      void this.load();
    }
  }

  /** @param {number} index */
  fetch(index) {
    const { game } = this.checkpoints[index];
    let found = this.known.get(game);
    if (!found) {
      found = get(`/api/runs/${this.run}/checkpoints/${game}`);
      this.known.set(game, found);
      found.catch(() => this.known.delete(game));
    }
    return found;
  }

  async load() {
    const index = Number(this.slider.value);
    const { game } = this.checkpoints[index];
    this.said.textContent = `After ${game} games`;
    this.slider.setAttribute('aria-valuetext', this.said.textContent);
    const checkpoint = await this.fetch(index);
    // The newest may be asked for while an older one is on its way
    if (this.closed || index !== Number(this.slider.value)) return;
    this.show(checkpoint);
  }

  /** Shows every checkpoint in turn. */
  async play() {
    this.player.disabled = true;
    for (let index = 0; index < this.checkpoints.length && !this.closed; index += 1) {
      this.slider.value = String(index);
      await this.load();
      await new Promise((resolve) => setTimeout(resolve, Math.max(150, Math.min(700, 8000 / this.checkpoints.length))));
    }
    this.player.disabled = false;
  }

  /** @param {Api.Checkpoint} checkpoint */
  show(checkpoint) {
    this.shown = checkpoint;
    const values = Object.entries(checkpoint.pieces?.values ?? {});
    this.most = Math.max(this.most, ...values.map(([, value]) => Math.abs(value)));
    // Bars are kept and only changed, so that they glide
    if (this.pieces.childElementCount !== values.length) {
      put(this.pieces, values.map(([name]) => h('div', { class: 'bar' }, h('span', {}, capital(name)), h('span', { class: 'track' }, h('span', { class: 'fill' })), h('span', { class: 'number' }))));
    }
    values.forEach(([, value], index) => {
      const [, track, number] = /** @type {HTMLElement[]} */ ([...this.pieces.children[index].children]);
      const fill = /** @type {HTMLElement} */ (track.firstElementChild);
      fill.style.width = `${Math.min(100, (100 * Math.abs(value)) / this.most)}%`;
      fill.classList.toggle('minus', value < 0);
      number.textContent = plain(value, 2);
    });
    const titles = checkpoint.tables.map(({ name, title }) => /** @type {[string, string]} */ ([name, capital(title)]));
    if (this.which.childElementCount !== titles.length) {
      put(this.which, [...select(titles).children]);
      this.which.selectedIndex = 0;
    }
    this.whichField.hidden = this.board.element.hidden = titles.length === 0;
    put(this.links,
      h('a', { class: 'button', href: `#/play?game=${this.game.name}&run=${this.run}&checkpoint=${checkpoint.game}` }, 'Play it as it was'),
      h('a', { class: 'button', href: `#/inside?game=${this.game.name}&run=${this.run}&checkpoint=${checkpoint.game}` }, 'Look inside'));
    put(this.largest, table('Largest weights', ['Feature', `Weight in ${this.game.unit}`],
      checkpoint.largest.map(({ name, meaning, weight }) => [meaning || name, signed(weight)]), { numbers: [1] }));
    this.heat();
  }

  heat() {
    const shown = this.shown?.tables.find(({ name }) => name === this.which.value) ?? this.shown?.tables[0];
    if (!shown) return;
    const { board } = this.game;
    const names = board.kind === 'grid' ? board.names : Array.from({ length: 24 }, (_, index) => String(index + 1));
    /** @type {Record<string, number>} */
    const heat = {};
    names.forEach((name, index) => {
      const value = shown.cells[index];
      if (name !== null && value !== null && value !== undefined) heat[name] = value;
    });
    const empty = board.kind === 'grid' ? { kind: /** @type {const} */ ('grid'), cells: '.'.repeat(names.length) }
      : { kind: /** @type {const} */ ('points'), points: Array(24).fill(0), bar: /** @type {[number, number]} */ ([0, 0]), off: /** @type {[number, number]} */ ([0, 0]), pips: /** @type {[number, number]} */ ([0, 0]) };
    this.board.show({ board: empty, heat, numbers: true, bare: true });
  }

  destroy() {
    this.closed = true;
    this.board.destroy();
  }
}
