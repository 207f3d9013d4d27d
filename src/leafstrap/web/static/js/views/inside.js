// Inside: a position, what an evaluation says of it and why, what a search expects, and what would be learned.

import { ApiError, get } from '../api.js';
import { makeBoard } from '../boards/board.js';
import { button, checkbox, choice, field, h, put } from '../dom.js';
import { PositionEditor } from '../parts/editor.js';
import { WeightsPicker } from '../parts/weights_picker.js';
import { ExplainPanel } from './inside_explain.js';
import { LearnPanel } from './inside_learn.js';
import { SearchPanel } from './inside_search.js';

/** @type {import('../main.js').View} */
export function view(main, route, about) {
  const game = about.games.find(({ name }) => name === route.query.get('game')) ?? about.games[0];
  const inside = new InsideView(main, route, about, game);
  void inside.goTo(route.query.get('position') ?? '');
  return () => inside.close();
}

class InsideView {
  /**
   * @param {HTMLElement} main
   * @param {import('../main.js').Route} route
   * @param {Api.About} about
   * @param {Api.Game} game
   */
  constructor(main, route, about, game) {
    this.game = game;
    this.position = game.start;
    /** @type {string[]} texts of positions that were left by moves */
    this.before = [];
    this.flipped = false;
    this.shown = 'a';
    /** @type {{destroy: () => void}[]} */
    this.parts = [];
    this.board = makeBoard(game, {
      onmove: (move) => void this.move(move.id),
      onpress: (square) => this.editor.press(square),
    });
    this.editor = new PositionEditor(game, () => this.draw(), (text) => {
      this.editor.close();
      void this.goTo(text);
    });
    this.text = h('textarea', { rows: '2', spellcheck: 'false', name: 'position' });
    this.dice = h('input', { type: 'text', inputmode: 'numeric', pattern: '[1-6]{2}', placeholder: 'none', maxlength: '2' });
    this.fault = h('p', { class: 'error', role: 'alert' });
    const run = route.query.get('run');
    const checkpoint = route.query.get('checkpoint') ?? 'newest';
    this.first = new WeightsPicker(game, { label: 'Weights', onchange: () => this.renew(),
      value: run ? { kind: 'run', run, checkpoint: /^\d+$/.test(checkpoint) ? Number(checkpoint) : checkpoint } : undefined });
    /** @type {WeightsPicker | null} */
    this.second = null;
    this.secondPlace = h('div');
    this.compare = checkbox('Compare with other weights', false, (on) => {
      this.second = on ? new WeightsPicker(game, { label: 'Other weights', onchange: () => this.renew(), value: { kind: game.weights[1]?.kind ?? 'default' } }) : null;
      put(this.secondPlace, this.second?.element);
      if (!on) this.shown = 'a';
      this.renew();
    });
    this.explain = new ExplainPanel(game, (shown) => {
      this.shown = shown;
      this.draw();
    });
    this.search = new SearchPanel(game, () => this.subject());
    this.learn = new LearnPanel(game, () => this.subject());
    this.parts.push(this.board, this.search, this.learn);
    const games = choice('Game', about.games.map(({ name, title }) => [name, title]), game.name, (name) => (location.hash = `#/inside?game=${name}`));
    main.append(h('h1', { class: 'visually-hidden' }, 'Look inside an evaluation'), h('div', { class: 'inside' },
      h('div', { class: 'stack' },
        h('section', { class: 'card', 'aria-label': 'Position' }, h('div', { class: 'stack' }, games, this.board.element, this.editor.element,
          h('div', { class: 'row' }, button('Start', () => void this.goTo('')), button('Example', () => void this.goTo(game.example)),
            this.editor.possible ? button('Set up', () => this.setUp()) : null, button('Back', () => this.back()), button('Flip', () => {
              this.flipped = !this.flipped;
              this.draw();
            })),
          h('form', { class: 'stack', onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.goTo(this.text.value);
          } }, field(`Position (${game.position})`, this.text, 'Paste one, or move on the board'), game.dice ? field('Dice', this.dice) : null, this.fault,
          h('div', { class: 'row' }, h('button', { type: 'submit', class: 'main' }, 'Look'), h('a', { class: 'button', href: '#/play', onclick: (/** @type {Event} */ event) => {
            event.preventDefault();
            location.hash = `#/play?game=${game.name}&position=${encodeURIComponent(this.position.text)}`;
          } }, 'Play from here')))))),
      h('div', { class: 'stack' },
        h('section', { class: 'card', 'aria-label': 'Weights' }, h('div', { class: 'columns' }, this.first.element, this.secondPlace), this.compare.element),
        this.explain.element, this.search.element, this.learn.element)));
    this.open = true;
  }

  /** What is looked at. */
  subject() {
    return { game: this.game.name, position: this.position.text, weights: this.first.value() };
  }

  close() {
    this.open = false;
    for (const part of this.parts) part.destroy();
  }

  /**
   * @param {string} text
   * @param {string[]} [moves]
   */
  async goTo(text, moves = []) {
    this.fault.textContent = '';
    try {
      const dice = /^[1-6]{2}$/.test(this.dice.value) ? this.dice.value : undefined;
      this.position = await get('/api/position', { game: this.game.name, position: text.trim() || undefined, moves: moves.join(',') || undefined, dice });
      this.dice.value = ''; // they lie now
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.fault.textContent = error.message;
      return;
    }
    this.text.value = this.position.text;
    this.renew();
    this.draw();
  }

  /** @param {string} move */
  async move(move) {
    this.before.push(this.position.text);
    await this.goTo(this.position.text, [move]);
  }

  back() {
    const text = this.before.pop();
    if (text !== undefined) void this.goTo(text);
  }

  setUp() {
    if (this.editor.element.hidden) this.editor.open(this.position);
    else this.editor.close();
    this.draw();
  }

  /** The explanation anew: it is quick, and what people look at first. */
  renew() {
    this.search?.clear();
    this.learn?.clear();
    clearTimeout(this.later);
    this.later = setTimeout(async () => {
      if (!this.open || !this.first.ready || this.second?.ready === false) return;
      const weights = [this.first.value(), ...(this.second ? [this.second.value()] : [])];
      await this.explain.load(this.game.name, this.position.text, weights);
      this.draw();
    }, 60);
  }

  draw() {
    const editing = !this.editor.element.hidden;
    const orientation = this.flipped ? /** @type {const} */ ('second') : /** @type {const} */ ('first');
    if (editing) {
      this.board.show({ board: this.editor.board, orientation, edit: true });
      return;
    }
    const { position } = this;
    this.board.show({ board: position.board, orientation, turn: position.turn, legal: position.legal, path: position.last?.path, check: position.check,
      dice: position.dice, heat: this.explain.heat(this.shown), numbers: true });
  }
}

