// Backgammon: own SVG, and over it a button for each place a checker can be: 24 points, two bars, two trays.

import { h, put, svg } from '../dom.js';
import { cubeAt, diceAt } from './backgammon_dice.js';
import { heatColour, heatMost, heatText } from './scene.js';

const POINT = 40; // width of a point
const SIDE = 44; // the cube's column, at the left
const BAR = 44;
const TRAY = 50;
const HEIGHT = 440;
const LENGTH = 178; // of a point
const RADIUS = 18;
const WIDTH = SIDE + 12 * POINT + BAR + TRAY;

export class BackgammonBoard {
  /**
   * @param {Api.Game} game
   * @param {import('./scene.js').BoardHandlers} handlers
   * @param {string} label
   */
  constructor(game, handlers, label) {
    this.game = game;
    this.handlers = handlers;
    /** @type {import('./scene.js').Scene} */
    this.scene = { board: game.start.board };
    this.canvas = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' });
    this.places = h('div', { class: 'places', role: 'group', 'aria-label': label });
    this.element = h('div', { class: 'board points' }, this.canvas, this.places);
    this.chosen = '';
    this.current = '';
    this.flipped = false;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    this.build();
    this.places.addEventListener('keydown', (event) => this.keydown(event));
    this.places.addEventListener('pointerdown', (event) => this.grab(event));
    this.places.addEventListener('pointerup', (event) => this.release(event));
    /** @type {{place: string, x: number, y: number} | null} */
    this.drag = null;
  }

  /**
   * Where a place lies: its left edge, its outer edge, and whether it is in the upper half. Names are the first player's
   * numbers; who sits below has the home board at the lower right.
   * @param {string} place a point, or bar-first, bar-second, off-first, off-second
   */
  geometry(place) {
    const [kind, side] = place.split('-');
    const below = (side === 'second') === this.flipped;
    // On the bar checkers lie in the half where they come in
    if (kind === 'bar') return { x: SIDE + 6 * POINT, upper: below, width: BAR };
    if (kind === 'off') return { x: SIDE + 12 * POINT + BAR, upper: !below, width: TRAY };
    const number = this.flipped ? 25 - Number(place) : Number(place);
    const upper = number > 12;
    const column = upper ? number - 13 : 12 - number;
    return { x: SIDE + column * POINT + (column >= 6 ? BAR : 0), upper, width: POINT };
  }

  build() {
    this.buttons.clear();
    // In the order in which the one below would read the numbers
    const names = Array.from({ length: 24 }, (_, index) => String(this.flipped ? 24 - index : index + 1));
    names.push('bar-first', 'bar-second', 'off-first', 'off-second');
    put(this.places, names.map((name) => {
      const { x, upper, width } = this.geometry(name);
      const made = h('button', { type: 'button', tabindex: '-1', data: { place: name }, onclick: () => this.press(name) });
      made.style.left = `${(100 * x) / WIDTH}%`;
      made.style.width = `${(100 * width) / WIDTH}%`;
      made.style.top = upper ? '0' : '55%';
      made.style.height = '45%';
      this.buttons.set(name, made);
      return made;
    }));
    if (!this.buttons.has(this.current)) this.current = names[0];
    const first = this.buttons.get(this.current);
    if (first) first.tabIndex = 0;
  }

  /** @param {import('./scene.js').Scene} scene */
  show(scene) {
    if (scene.next !== this.scene.next) this.chosen = '';
    this.scene = scene;
    const flipped = scene.orientation === 'second';
    if (flipped !== this.flipped) {
      this.flipped = flipped;
      this.build();
    }
    this.draw();
    this.name();
  }

  /**
   * The place that a step's end means for who is to move.
   * @param {string} end
   */
  place(end) {
    return end === 'bar' || end === 'off' ? `${end}-${this.scene.turn ?? 'first'}` : end;
  }

  /** @param {string} place */
  count(place) {
    const { board } = this.scene;
    if (board.kind !== 'points') return 0;
    const [kind, side] = place.split('-');
    if (kind === 'bar' || kind === 'off') return (side === 'first' ? 1 : -1) * board[kind][side === 'first' ? 0 : 1];
    return board.points[Number(place) - 1];
  }

  /** Places that may be pressed now. */
  targets() {
    const next = this.scene.next ?? [];
    return new Set(this.chosen ? next.filter((step) => this.place(step.from) === this.chosen).map((step) => this.place(step.to))
      : next.map((step) => this.place(step.from)));
  }

  /** @param {string} place */
  press(place) {
    if (this.scene.edit) {
      this.handlers.onpress?.(place);
      return;
    }
    const next = this.scene.next ?? [];
    const from = next.filter((step) => this.place(step.from) === this.chosen);
    // Pressing the chosen checker once more plays the first of its steps, the larger die
    const step = from.find((each) => this.place(each.to) === place) ?? (this.chosen === place ? from[0] : undefined);
    if (step) {
      this.chosen = '';
      this.handlers.onstep?.(step);
      return;
    }
    this.chosen = next.some((each) => this.place(each.from) === place) ? place : '';
    this.draw();
    this.name();
  }

  name() {
    const targets = this.targets();
    for (const [place, made] of this.buttons) {
      const count = this.count(place);
      const [kind, side] = place.split('-');
      const number = this.flipped ? 25 - Number(place) : Number(place);
      const where = kind === 'bar' ? 'bar' : kind === 'off' ? 'borne off' : `point ${number}`;
      const owner = side ?? (count > 0 ? 'first' : 'second');
      const who = this.game.sides[owner === 'first' ? 0 : 1].toLowerCase();
      const words = [`${where}: ${count || side ? `${Math.abs(count)} ${who}` : 'empty'}`];
      if (this.chosen === place) words.push('chosen');
      else if (targets.has(place)) words.push(this.chosen ? 'can go here' : 'can move');
      made.setAttribute('aria-label', words.join(', '));
      made.classList.toggle('target', targets.has(place));
      made.classList.toggle('chosen', this.chosen === place);
    }
  }

  draw() {
    const { heat, numbers } = this.scene;
    const most = this.scene.most ?? (heat ? heatMost(heat) : 0);
    const back = [svg('rect', { width: WIDTH, height: HEIGHT, class: 'frame' }),
      svg('rect', { x: SIDE, width: 6 * POINT, height: HEIGHT, class: 'felt' }),
      svg('rect', { x: SIDE + 6 * POINT + BAR, width: 6 * POINT, height: HEIGHT, class: 'felt' })];
    const front = [];
    const targets = this.targets();
    for (const place of this.buttons.keys()) {
      const { x, upper, width } = this.geometry(place);
      const point = !place.includes('-');
      const middle = x + width / 2;
      if (point) {
        const number = this.flipped ? 25 - Number(place) : Number(place);
        const [outer, tip] = upper ? [14, 14 + LENGTH] : [HEIGHT - 14, HEIGHT - 14 - LENGTH];
        const value = heat?.[place];
        const triangle = svg('path', { d: `M${x + 1} ${outer} L${x + width - 1} ${outer} L${middle} ${tip} Z`, class: number % 2 ? 'point odd' : 'point even' });
        if (value !== undefined) triangle.style.fill = heatColour(value, most);
        back.push(triangle, svg('text', { x: middle, y: upper ? 10.5 : HEIGHT - 3, class: 'coordinate' }, String(number)));
        if (value !== undefined && numbers) front.push(svg('text', { x: middle, y: upper ? tip + 14 : tip - 6, class: 'value' }, heatText(value)));
      } else if (place.startsWith('off')) {
        back.push(svg('rect', { x: x + 5, y: upper ? 8 : HEIGHT / 2 + 8, width: width - 10, height: HEIGHT / 2 - 16, rx: 4, class: 'tray' }));
      }
      front.push(...(place.startsWith('off') ? this.borne(place, x, upper) : this.checkers(place, middle, upper)));
      if (this.chosen && targets.has(place)) {
        front.push(svg('circle', { cx: middle, cy: upper ? 205 : HEIGHT - 205, r: 7, class: 'goal' }));
      }
    }
    const below = this.flipped ? 'second' : 'first';
    const { dice, cube, made = [] } = this.scene;
    const right = SIDE + 9 * POINT + BAR;
    const left = SIDE + 3 * POINT;
    put(this.canvas, back, front,
      dice ? diceAt(dice, made, this.scene.turn === below ? right : left, HEIGHT / 2, this.scene.turn ?? 'first') : null,
      cube ? cubeAt(cube, SIDE / 2, HEIGHT, below) : null);
  }

  /**
   * Checkers of a point or the bar; beyond five they are counted.
   * @param {string} place
   * @param {number} x
   * @param {boolean} upper
   */
  checkers(place, x, upper) {
    const count = this.count(place);
    const shown = Math.min(5, Math.abs(count));
    const side = count > 0 ? 'first' : 'second';
    const outer = place.startsWith('bar') ? 36 : 14;
    const made = [];
    for (let index = 0; index < shown; index += 1) {
      const reach = outer + RADIUS + index * (2 * RADIUS - 1);
      const top = index === shown - 1;
      const chosen = top && this.chosen === place;
      made.push(svg('circle', { cx: x, cy: upper ? reach : HEIGHT - reach, r: RADIUS - 0.5, class: `checker ${side}${chosen ? ' chosen' : ''}` }));
      if (top && Math.abs(count) > 5) {
        made.push(svg('text', { x, y: (upper ? reach : HEIGHT - reach) + 5, class: `count ${side}` }, String(Math.abs(count))));
      }
    }
    return made;
  }

  /**
   * Checkers that were borne off lie flat in the tray.
   * @param {string} place
   * @param {number} x
   * @param {boolean} upper
   */
  borne(place, x, upper) {
    const count = this.count(place);
    const made = [];
    for (let index = 0; index < Math.abs(count); index += 1) {
      const y = upper ? 12 + index * 13 : HEIGHT - 23 - index * 13;
      made.push(svg('rect', { x: x + 8, y, width: TRAY - 16, height: 11, rx: 2, class: `checker ${place.split('-')[1]}` }));
    }
    return made;
  }

  /** @param {KeyboardEvent} event */
  keydown(event) {
    if (event.key === 'Escape') {
      this.chosen = '';
      this.draw();
      this.name();
      return;
    }
    const names = [...this.buttons.keys()];
    const at = names.indexOf(this.current);
    const here = this.geometry(this.current);
    let next = '';
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const upper = event.key === 'ArrowUp';
      next = names.find((name) => this.geometry(name).x === here.x && this.geometry(name).upper === upper) ?? '';
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const way = event.key === 'ArrowLeft' ? -1 : 1;
      const row = names.filter((name) => this.geometry(name).upper === here.upper).sort((a, b) => this.geometry(a).x - this.geometry(b).x);
      next = row[row.indexOf(names[at]) + way] ?? '';
    } else return;
    event.preventDefault();
    if (!next) return;
    const before = this.buttons.get(this.current);
    if (before) before.tabIndex = -1;
    this.current = next;
    const now = this.buttons.get(next);
    if (now) now.tabIndex = 0;
    now?.focus();
  }

  /** @param {PointerEvent} event */
  grab(event) {
    const place = /** @type {HTMLElement} */ (event.target).dataset.place;
    if (place && (this.scene.next ?? []).some((step) => this.place(step.from) === place)) this.drag = { place, x: event.clientX, y: event.clientY };
  }

  /** A pointer that goes down on a checker and up elsewhere has dragged it. @param {PointerEvent} event */
  release(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const place = /** @type {HTMLElement | null} */ (under)?.dataset?.place;
    if (!place || place === drag.place) return;
    this.chosen = drag.place;
    this.press(place);
  }

  destroy() {}
}
