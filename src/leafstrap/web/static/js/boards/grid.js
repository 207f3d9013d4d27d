// What boards of squares have in common: layers, flipping, heat, and a grid of buttons. The buttons are what the keyboard
// and screen readers use; a board with pointer handling of its own lets the pointer through them.

import { h, put } from '../dom.js';
import { choose } from '../parts/dialog.js';
import { heatColour, heatMost, heatText } from './scene.js';

export class GridBoard {
  /**
   * @param {Api.Game} game
   * @param {import('./scene.js').BoardHandlers} handlers
   * @param {string} label
   */
  constructor(game, handlers, label) {
    this.game = game;
    this.info = /** @type {Api.GridInfo} */ (game.board);
    this.handlers = handlers;
    /** @type {import('./scene.js').Scene} */
    this.scene = { board: game.start.board };
    this.heat = h('div', { class: 'heat', 'aria-hidden': 'true' });
    this.cells = h('div', { class: 'cells', role: 'grid', 'aria-label': label });
    this.picture = h('div', { class: 'picture', 'aria-hidden': 'true' });
    this.element = h('div', { class: 'board grid' }, this.heat, this.picture, this.cells);
    this.element.style.setProperty('--columns', String(this.info.columns));
    this.element.style.setProperty('--rows', String(this.info.rows));
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    this.current = '';
    this.flipped = false;
    this.same = false;
    this.build();
    this.cells.addEventListener('keydown', (event) => this.keydown(event));
    // A board that waits for what it shall show has names already
    queueMicrotask(() => this.name());
  }

  /** Cells in the order of the screen. */
  order() {
    const indices = [...this.info.names.keys()];
    return this.flipped ? indices.reverse() : indices;
  }

  build() {
    this.buttons.clear();
    const rows = [];
    const order = this.order();
    for (let row = 0; row < this.info.rows; row += 1) {
      const cells = order.slice(row * this.info.columns, (row + 1) * this.info.columns).map((index) => {
        const name = this.info.names[index];
        if (name === null) return h('span', { role: 'gridcell' });
        const button = h('button', { type: 'button', tabindex: '-1', data: { square: name }, onclick: () => this.clicked(name) });
        this.buttons.set(name, button);
        return h('span', { role: 'gridcell' }, button);
      });
      rows.push(h('div', { role: 'row' }, cells));
    }
    put(this.cells, rows);
    if (!this.buttons.has(this.current)) this.current = [...this.buttons.keys()].at(-this.info.columns + 1) ?? '';
    const first = this.buttons.get(this.current);
    if (first) first.tabIndex = 0;
  }

  /** @param {import('./scene.js').Scene} scene */
  show(scene) {
    // What was pressed so far holds as long as the position does: evaluations and clocks come in between
    this.same = scene.board === this.scene.board && scene.legal === this.scene.legal;
    this.scene = scene;
    const flipped = scene.orientation === 'second';
    if (flipped !== this.flipped) {
      this.flipped = flipped;
      const focused = this.cells.contains(document.activeElement);
      this.build();
      if (focused) this.buttons.get(this.current)?.focus();
    }
    this.element.classList.toggle('bare', Boolean(scene.bare));
    this.element.classList.toggle('editing', Boolean(scene.edit));
    this.showHeat();
    this.draw();
    this.name();
  }

  /** @param {string} square */
  clicked(square) {
    if (this.scene.edit) this.handlers.onpress?.(square);
    else this.press(square);
  }

  /** A subclass draws the pieces. */
  draw() {}

  /**
   * A subclass says what a pressed square means.
   * @param {string} _square
   */
  press(_square) {}

  /** Squares that were pressed on the way to a move. @returns {string[]} */
  trail() {
    return [];
  }

  /** Squares that may be pressed next. @returns {Set<string>} */
  targets() {
    return new Set();
  }

  /** @param {string} square */
  letterAt(square) {
    const { board } = this.scene;
    return board.kind === 'grid' ? board.cells[this.info.names.indexOf(square)] : '.';
  }

  /** @param {string} square */
  pieceName(square) {
    const piece = this.info.pieces[this.letterAt(square)];
    if (!piece) return 'empty';
    return `${this.game.sides[piece.side === 'first' ? 0 : 1].toLowerCase()} ${piece.kind}`;
  }

  /** Names of the buttons: what stands there, and what pressing would do. */
  name() {
    const trail = this.trail();
    const targets = this.targets();
    const active = Boolean(this.scene.legal?.length);
    for (const [square, button] of this.buttons) {
      const words = [`${this.pieceName(square)} ${square}`];
      if (trail.includes(square)) words.push('chosen');
      else if (targets.has(square)) words.push(trail.length ? 'can go here' : 'can move');
      if (this.scene.check === square) words.push('in check');
      const value = this.scene.heat?.[square];
      if (value !== undefined) words.push(value.toFixed(2));
      button.setAttribute('aria-label', words.join(', '));
      button.classList.toggle('target', active && trail.length > 0 && targets.has(square));
      button.classList.toggle('chosen', trail.includes(square));
    }
  }

  showHeat() {
    const { heat, numbers } = this.scene;
    if (!heat) {
      put(this.heat);
      return;
    }
    const most = this.scene.most ?? heatMost(heat);
    // The cells stay, so that a slider over checkpoints can fade from one colour to the next
    if (this.heat.childElementCount !== this.info.names.length) {
      put(this.heat, this.info.names.map(() => h('span')));
    }
    this.order().forEach((index, place) => {
      const cell = /** @type {HTMLElement} */ (this.heat.children[place]);
      const value = heat[this.info.names[index] ?? ''];
      cell.style.backgroundColor = value === undefined ? 'transparent' : heatColour(value, most);
      cell.textContent = value === undefined || !numbers ? '' : heatText(value);
    });
  }

  /**
   * Plays the move, or asks which of several is meant.
   * @param {Api.Move[]} moves
   */
  async decide(moves) {
    let move = moves[0];
    if (moves.length > 1) {
      const promotions = moves.every((each) => each.promotion);
      const side = this.scene.turn;
      const chosen = await choose(promotions ? 'Promote to' : 'Which move?', moves.map((each) => {
        const kind = Object.entries(this.info.pieces).find(([letter, piece]) =>
          piece.side === (side ?? 'first') && letter.toLowerCase() === each.promotion?.toLowerCase())?.[1].kind;
        return promotions ? kind ?? each.promotion ?? each.text : [each.text, ...(each.path ?? [])].join(' ');
      }));
      if (chosen === null) {
        this.show(this.scene);
        return;
      }
      move = moves[chosen];
    }
    this.handlers.onmove?.(move);
  }

  /** @param {KeyboardEvent} event */
  keydown(event) {
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    if (event.key === 'Escape') {
      this.cancel();
      return;
    }
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const names = this.order().map((index) => this.info.names[index]);
    const at = names.indexOf(this.current);
    let row = Math.floor(at / this.info.columns);
    let column = at % this.info.columns;
    for (;;) {
      row += way[0];
      column += way[1];
      if (row < 0 || column < 0 || row >= this.info.rows || column >= this.info.columns) return;
      // Cells that are no squares are stepped over along a row; up and down their neighbour is meant, the same one both ways
      const name = names[row * this.info.columns + column] ?? (way[0] ? names[row * this.info.columns + (column ^ 1)] : null);
      if (name !== null && name !== undefined) {
        this.focus(name);
        return;
      }
    }
  }

  /** @param {string} square */
  focus(square) {
    const before = this.buttons.get(this.current);
    if (before) before.tabIndex = -1;
    this.current = square;
    const now = this.buttons.get(square);
    if (now) {
      now.tabIndex = 0;
      now.focus();
    }
  }

  /** Takes back what was pressed. */
  cancel() {}

  destroy() {}
}
