// Backgammon: own SVG, and over it a button for each place a checker can be: 24 points, two bars, two trays.

import { h, put, svg } from '../dom.js';
import { HEIGHT, WIDTH, countAt, geometry, picture, placeOf, placesOf } from './backgammon_picture.js';

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
    this.places.addEventListener('pointermove', (event) => this.pull(event));
    this.places.addEventListener('pointerup', (event) => this.release(event));
    this.places.addEventListener('pointercancel', () => this.letGo());
    /** @type {{place: string, x: number, y: number} | null} */
    this.drag = null;
  }

  build() {
    this.buttons.clear();
    const names = placesOf(this.flipped);
    put(this.places, names.map((name) => {
      const { x, upper, width } = geometry(name, this.flipped);
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

  /** @param {string} end */
  place(end) {
    return placeOf(end, this.scene.turn ?? 'first');
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
      const count = countAt(this.scene.board, place);
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
    put(this.canvas, picture(this.scene, this.flipped, this.chosen, this.targets()));
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
    const where = (/** @type {string} */ name) => geometry(name, this.flipped);
    const here = where(this.current);
    let next = '';
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const upper = event.key === 'ArrowUp';
      next = names.find((name) => where(name).x === here.x && where(name).upper === upper) ?? '';
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      const way = event.key === 'ArrowLeft' ? -1 : 1;
      const row = names.filter((name) => where(name).upper === here.upper).sort((a, b) => where(a).x - where(b).x);
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

  /** The checker goes along, and where it may go is shown. @param {PointerEvent} event */
  pull(event) {
    const { drag } = this;
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (Math.hypot(dx, dy) < 8) return;
    if (this.chosen !== drag.place) {
      this.chosen = drag.place;
      this.draw();
      this.name();
    }
    const checker = /** @type {SVGElement | null} */ (this.canvas.querySelector('.checker.chosen'));
    const scale = WIDTH / this.element.clientWidth;
    if (checker) checker.style.transform = `translate(${dx * scale}px, ${dy * scale}px)`;
  }

  letGo() {
    if (!this.drag) return;
    this.drag = null;
    this.chosen = '';
    this.draw();
    this.name();
  }

  /** A pointer that goes down on a checker and up elsewhere has dragged it. @param {PointerEvent} event */
  release(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 8) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const place = /** @type {HTMLElement | null} */ (under)?.dataset?.place;
    this.chosen = drag.place;
    if (place && place !== drag.place) this.press(place);
    else this.draw(); // back to where it lay
  }

  destroy() {}
}
