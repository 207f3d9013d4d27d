// Chess: chessground draws, animates and drags; the buttons over it let the pointer through and serve the keyboard.

import { h, svg } from '../dom.js';
import { Chessground } from '../../vendor/chessground/chessground.js';
import { GridBoard } from './grid.js';

/** @param {Api.Side | undefined} side */
const colour = (side) => (side === 'second' ? 'black' : 'white');

export class ChessBoard extends GridBoard {
  /**
   * @param {Api.Game} game
   * @param {import('./scene.js').BoardHandlers} handlers
   * @param {string} label
   */
  constructor(game, handlers, label) {
    super(game, handlers, label);
    this.element.classList.add('chess');
    this.unsettled = false;
    const wrap = h('div', { class: 'cg-wrap' });
    this.element.prepend(chequer());
    this.picture.append(wrap);
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.ground = Chessground(wrap, {
      coordinates: true,
      animation: { enabled: !calm, duration: 180 },
      highlight: { lastMove: true, check: true },
      premovable: { enabled: false },
      drawable: { enabled: false, visible: true },
      movable: { free: false, showDests: true, events: { after: (/** @type {string} */ from, /** @type {string} */ to) => this.moved(from, to) } },
      events: { select: () => this.name() },
    });
    // Chessground remembers where it lies and hears of scrolling, but not of a page that grows or shrinks around it
    wrap.addEventListener('pointerdown', () => this.ground.state.dom.bounds.clear(), { capture: true });
  }

  draw() {
    const { board, orientation, turn, legal = [], path, check, arrows = [] } = this.scene;
    if (board.kind !== 'grid') return;
    /** @type {Map<string, string[]>} */
    const dests = new Map();
    for (const move of legal) {
      if (!move.from || !move.to) continue;
      dests.set(move.from, [...(dests.get(move.from) ?? []), move.to]);
    }
    if (!this.same) this.ground.selectSquare(null);
    this.ground.set({
      ...(this.same && !this.unsettled ? {} : { fen: placement(board.cells) }),
      orientation: colour(orientation),
      turnColor: colour(turn),
      lastMove: path && path.length > 1 ? [path[0], path.at(-1)] : undefined,
      check: check ? colour(turn) : false,
      movable: { color: legal.length ? colour(turn) : undefined, dests },
      selectable: { enabled: legal.length > 0 },
      draggable: { enabled: legal.length > 0 },
      drawable: { autoShapes: arrows.map(([orig, dest]) => ({ orig, dest, brush: 'green' })) },
    });
    this.unsettled = false;
  }

  /** @param {string} square */
  press(square) {
    this.ground.selectSquare(square);
    this.name();
  }

  trail() {
    const chosen = this.ground?.state.selected;
    return chosen ? [chosen] : [];
  }

  targets() {
    const { legal = [] } = this.scene;
    const [from] = this.trail();
    const fitting = from ? legal.filter((move) => move.from === from).map((move) => move.to) : legal.map((move) => move.from);
    return new Set(/** @type {string[]} */ (fitting));
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  moved(from, to) {
    const moves = (this.scene.legal ?? []).filter((move) => move.from === from && move.to === to);
    // Chessground has moved the piece already: until the server's word the board is ahead of the scene
    this.unsettled = true;
    if (moves.length) void this.decide(moves);
    else this.show(this.scene);
  }

  cancel() {
    this.ground.cancelMove();
    this.ground.selectSquare(null);
    this.name();
  }

  destroy() {
    this.ground.destroy();
  }
}

/** The dark squares, as one path: sharp at every size. */
function chequer() {
  let path = '';
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) if ((row + column) % 2) path += `M${column} ${row}h1v1h-1z`;
  }
  return svg('svg', { class: 'squares', viewBox: '0 0 8 8', preserveAspectRatio: 'none', 'shape-rendering': 'crispEdges', 'aria-hidden': 'true' }, svg('path', { d: path }));
}

/**
 * The first field of a FEN, which is how chessground takes a board.
 * @param {string} cells
 */
export function placement(cells) {
  const rows = [];
  for (let row = 0; row < 64; row += 8) rows.push(cells.slice(row, row + 8).replace(/\.+/g, (gap) => String(gap.length)));
  return rows.join('/');
}
