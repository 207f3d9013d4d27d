// Draughts, and every other game of discs on squares: own SVG, pressed or dragged through the grid of buttons.

import { put, svg } from '../dom.js';
import { GridBoard } from './grid.js';
import { press, targets } from './choose.js';

const CELL = 10;

export class DraughtsBoard extends GridBoard {
  /**
   * @param {Api.Game} game
   * @param {import('./scene.js').BoardHandlers} handlers
   * @param {string} label
   */
  constructor(game, handlers, label) {
    super(game, handlers, label);
    this.element.classList.add('discs');
    const viewBox = `0 0 ${this.info.columns * CELL} ${this.info.rows * CELL}`;
    // Heat lies between the squares and the discs
    this.ground = svg('svg', { viewBox, class: 'ground', 'aria-hidden': 'true' });
    this.canvas = svg('svg', { viewBox });
    this.element.prepend(this.ground);
    this.picture.append(this.canvas);
    /** @type {string[]} */
    this.pressed = [];
    /** @type {{square: string, x: number, y: number, moved: boolean} | null} */
    this.drag = null;
    this.cells.addEventListener('pointerdown', (event) => this.grab(event));
    this.cells.addEventListener('pointermove', (event) => this.pull(event));
    this.cells.addEventListener('pointerup', (event) => this.release(event));
    this.cells.addEventListener('pointercancel', () => this.letGo());
    // A drag ends with a click on what lies under the pointer, which is not meant
    this.cells.addEventListener('click', (event) => this.afterDrag(event), true);
    this.swallow = false;
  }

  /** @param {import('./scene.js').Scene} scene */
  show(scene) {
    if (scene.board !== this.scene.board || scene.legal !== this.scene.legal) this.pressed = [];
    super.show(scene);
  }

  trail() {
    return this.pressed;
  }

  targets() {
    return targets(this.scene.legal ?? [], this.pressed);
  }

  /** @param {string} square */
  press(square) {
    const { legal = [] } = this.scene;
    const { trail, moves } = press(legal, this.pressed, square);
    this.pressed = moves.length ? [] : trail;
    if (moves.length) void this.decide(moves);
    this.draw();
    this.name();
  }

  cancel() {
    this.pressed = [];
    this.draw();
    this.name();
  }

  draw() {
    const { board, path = [], arrows = [] } = this.scene;
    if (board.kind !== 'grid') return;
    const cells = this.underway(board.cells);
    const order = this.order();
    /** @type {Map<string, [number, number]>} */
    const centres = new Map();
    /** @type {SVGElement[]} */
    const squares = [];
    /** @type {SVGElement[]} */
    const pieces = [];
    order.forEach((index, place) => {
      const x = (place % this.info.columns) * CELL;
      const y = Math.floor(place / this.info.columns) * CELL;
      const name = this.info.names[index];
      if (name === null) return;
      centres.set(name, [x + CELL / 2, y + CELL / 2]);
      squares.push(svg('rect', { x, y, width: CELL, height: CELL, class: path.includes(name) ? 'square last' : 'square' }));
      squares.push(svg('text', { x: x + 0.4, y: y + 0.4, class: 'coordinate' }, name));
      const { letter, taken } = cells[index];
      if (letter !== '.') pieces.push(this.disc(letter, x + CELL / 2, y + CELL / 2, name, taken));
    });
    const lines = arrows.map(([from, to]) => {
      const [x1, y1] = centres.get(from) ?? [0, 0];
      const [x2, y2] = centres.get(to) ?? [0, 0];
      return svg('line', { x1, y1, x2, y2, class: 'arrow', 'marker-end': 'url(#arrow-head)' });
    });
    put(this.ground, squares);
    put(this.canvas, arrows.length ? marker() : null, pieces, lines);
  }

  /**
   * The board while a capture of several pieces is being pressed: the piece stands where it has come to.
   * @param {string} cells
   */
  underway(cells) {
    const shown = [...cells].map((letter) => ({ letter, taken: false }));
    if (this.pressed.length > 1) {
      const from = this.info.names.indexOf(this.pressed[0]);
      const to = this.info.names.indexOf(/** @type {string} */ (this.pressed.at(-1)));
      shown[to] = { ...shown[from] };
      shown[from] = { letter: '.', taken: false };
      const move = (this.scene.legal ?? []).find((each) => this.pressed.every((square, index) => each.path?.[index] === square));
      for (const square of move?.captures ?? []) {
        const way = this.pressed.findIndex((to, step) => step > 0 && this.between(this.pressed[step - 1], square, to));
        if (way > 0) shown[this.info.names.indexOf(square)].taken = true;
      }
    }
    return shown;
  }

  /**
   * Whether a square lies on the straight line from one to another.
   * @param {string} from
   * @param {string} square
   * @param {string} to
   */
  between(from, square, to) {
    const place = (/** @type {string} */ name) => {
      const index = this.info.names.indexOf(name);
      return [Math.floor(index / this.info.columns), index % this.info.columns];
    };
    const [[r0, c0], [r, c], [r1, c1]] = [from, square, to].map(place);
    return (r - r0) * (r - r1) < 0 && (r - r0) * (c1 - c0) === (c - c0) * (r1 - r0);
  }

  /**
   * @param {string} letter
   * @param {number} x
   * @param {number} y
   * @param {string} square
   * @param {boolean} taken
   */
  disc(letter, x, y, square, taken) {
    const piece = this.info.pieces[letter];
    const king = piece?.kind === 'king';
    const movable = this.targets().has(square) && !this.pressed.length;
    const classes = ['disc', piece?.side ?? 'first', taken ? 'taken' : '', this.trail().at(-1) === square ? 'chosen' : '', movable ? 'movable' : ''];
    return svg('g', { class: classes.join(' '), transform: `translate(${x} ${y})`, 'data-at': square },
      svg('circle', { r: 3.95, class: 'rim' }), svg('circle', { r: 2.8, class: 'inner' }),
      king ? svg('path', { class: 'crown', d: 'M-2.1 1.5 L-2.4 -1.3 L-0.9 0.1 L0 -1.9 L0.9 0.1 L2.4 -1.3 L2.1 1.5 Z' }) : null);
  }

  /** @param {PointerEvent} event */
  grab(event) {
    const square = squareUnder(event);
    if (!square || event.button !== 0) return;
    const { legal = [] } = this.scene;
    if (!legal.some((move) => move.path?.[0] === square)) return;
    this.drag = { square, x: event.clientX, y: event.clientY, moved: false };
  }

  /** @param {PointerEvent} event */
  pull(event) {
    if (!this.drag) return;
    const dx = event.clientX - this.drag.x;
    const dy = event.clientY - this.drag.y;
    if (!this.drag.moved && Math.hypot(dx, dy) < 6) return;
    if (!this.drag.moved) {
      this.drag.moved = true;
      this.cells.setPointerCapture(event.pointerId);
      this.pressed = [this.drag.square];
      this.draw();
      this.name();
    }
    const group = /** @type {SVGGElement | null} */ (this.canvas.querySelector(`[data-at="${this.drag.square}"]`));
    const scale = (this.info.columns * CELL) / this.element.clientWidth;
    const at = /** @type {RegExpMatchArray | null} */ (group?.getAttribute('transform')?.match(/([\d.]+) ([\d.]+)/) ?? null);
    if (group && at) group.style.transform = `translate(${Number(at[1]) + dx * scale}px, ${Number(at[2]) + dy * scale}px)`;
  }

  /** @param {PointerEvent} event */
  release(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag?.moved) return;
    this.swallow = true;
    setTimeout(() => (this.swallow = false), 0);
    const under = document.elementsFromPoint(event.clientX, event.clientY).find((each) => each instanceof HTMLElement && each.dataset.square);
    const square = /** @type {HTMLElement | undefined} */ (under)?.dataset.square;
    if (square && square !== drag.square && this.targets().has(square)) this.press(square);
    else this.cancel();
  }

  letGo() {
    if (this.drag?.moved) this.cancel();
    this.drag = null;
  }

  /** @param {Event} event */
  afterDrag(event) {
    if (!this.swallow) return;
    this.swallow = false;
    event.stopPropagation();
  }
}

/** @param {Event} event */
function squareUnder(event) {
  const element = /** @type {Element} */ (event.target).closest('[data-square]');
  return /** @type {HTMLElement | null} */ (element)?.dataset.square ?? null;
}

function marker() {
  return svg('defs', {}, svg('marker', { id: 'arrow-head', viewBox: '0 0 4 4', refX: 2.6, refY: 2, markerWidth: 3.4, markerHeight: 3.4, orient: 'auto' },
    svg('path', { d: 'M0 0 L4 2 L0 4 Z', class: 'arrow-head' })));
}
