// Setting up a position: a palette of pieces, a board that takes them, and the text that says the same.

import { button, choice, h, put } from '../dom.js';
import { placement } from '../boards/chess.js';

export class PositionEditor {
  /**
   * @param {Api.Game} game
   * @param {(board: Api.Board) => void} onchange
   * @param {(text: string) => void} ondone
   */
  constructor(game, onchange, ondone) {
    this.game = game;
    this.onchange = onchange;
    this.ondone = ondone;
    /** @type {Api.Board} */
    this.board = game.start.board;
    /** @type {Api.Side} */
    this.turn = 'first';
    this.piece = '.';
    this.element = h('div', { class: 'stack editor', hidden: true });
  }

  /** Whether positions of this game can be composed here. */
  get possible() {
    return this.game.board.kind !== 'text';
  }

  /** @param {Api.Position} position */
  open(position) {
    this.board = position.board;
    this.turn = position.turn;
    const { board, sides } = this.game;
    /** @type {[string, string][]} */
    const palette = board.kind === 'grid'
      ? [...Object.entries(board.pieces).map(([letter, { side, kind }]) => /** @type {[string, string]} */ ([letter, `${sides[side === 'first' ? 0 : 1]} ${kind}`])), ['.', 'Nothing']]
      : [['first', `Add ${sides[0].toLowerCase()}`], ['second', `Add ${sides[1].toLowerCase()}`], ['.', 'Take away']];
    this.piece = palette[0][0];
    put(this.element,
      choice('Press a square to put there', palette, this.piece, (piece) => (this.piece = piece)),
      choice('To move', [['first', sides[0]], ['second', sides[1]]], this.turn, (turn) => (this.turn = turn === 'second' ? 'second' : 'first')),
      h('div', { class: 'row' }, button('Use this position', () => this.ondone(this.text()), { class: 'main' }), button('Empty the board', () => this.clear())));
    this.element.hidden = false;
  }

  close() {
    this.element.hidden = true;
  }

  clear() {
    const { board } = this;
    if (board.kind === 'grid') this.board = { kind: 'grid', cells: '.'.repeat(board.cells.length) };
    else if (board.kind === 'points') this.board = { ...board, points: Array(24).fill(0), bar: [0, 0], off: [15, 15] };
    this.onchange(this.board);
  }

  /** @param {string} square */
  press(square) {
    const { board } = this;
    if (board.kind === 'grid' && this.game.board.kind === 'grid') {
      const at = this.game.board.names.indexOf(square);
      const put = board.cells[at] === this.piece ? '.' : this.piece;
      this.board = { kind: 'grid', cells: board.cells.slice(0, at) + put + board.cells.slice(at + 1) };
    } else if (board.kind === 'points') this.board = this.checkers(board, square);
    this.onchange(this.board);
  }

  /**
   * Adds a checker or takes one away; all that lie nowhere are borne off.
   * @param {Extract<Api.Board, {kind: 'points'}>} board
   * @param {string} place
   */
  checkers(board, place) {
    const points = [...board.points];
    const bar = /** @type {[number, number]} */ ([...board.bar]);
    const [kind, side] = place.split('-');
    const sign = this.piece === 'second' ? -1 : 1;
    if (kind === 'bar') {
      const index = side === 'first' ? 0 : 1;
      bar[index] = Math.max(0, bar[index] + (this.piece === '.' ? -1 : this.piece === side ? 1 : 0));
    } else if (kind !== 'off') {
      const now = points[Number(kind) - 1];
      if (this.piece === '.') points[Number(kind) - 1] = now - Math.sign(now);
      else points[Number(kind) - 1] = now * sign >= 0 ? now + sign : sign;
    }
    const left = (/** @type {number} */ way, /** @type {number} */ index) => 15 - bar[index] - points.reduce((sum, each) => sum + Math.max(0, way * each), 0);
    return left(1, 0) < 0 || left(-1, 1) < 0 ? board : { ...board, points, bar, off: /** @type {[number, number]} */ ([left(1, 0), left(-1, 1)]) };
  }

  text() {
    const { board, turn } = this;
    if (board.kind === 'points') return xgid(board, turn);
    if (board.kind !== 'grid' || this.game.board.kind !== 'grid') return '';
    const { names, pieces } = this.game.board;
    if (Object.values(pieces).some(({ kind }) => kind === 'pawn')) return `${placement(board.cells)} ${turn === 'first' ? 'w' : 'b'} ${castling(board.cells)} - 0 1`;
    const of = (/** @type {Api.Side} */ side) => [...board.cells].flatMap((letter, index) => {
      const piece = pieces[letter];
      return piece?.side === side ? [`${piece.kind === 'king' ? 'K' : ''}${names[index]}`] : [];
    }).join(',');
    return `${turn === 'first' ? 'W' : 'B'}:W${of('first')}:B${of('second')}`;
  }
}

/** Rights that are possible: kings and rooks that stand where they begin. @param {string} cells */
function castling(cells) {
  const rights = [['K', 60, 63], ['Q', 60, 56], ['k', 4, 7], ['q', 4, 0]].filter(([right, king, rook]) => {
    const [k, r] = right === 'K' || right === 'Q' ? ['K', 'R'] : ['k', 'r'];
    return cells[Number(king)] === k && cells[Number(rook)] === r;
  });
  return rights.map(([right]) => right).join('') || '-';
}

/**
 * @param {Extract<Api.Board, {kind: 'points'}>} board
 * @param {Api.Side} turn
 */
function xgid(board, turn) {
  const letter = (/** @type {number} */ count) => (count === 0 ? '-' : String.fromCharCode((count > 0 ? 64 : 96) + Math.abs(count)));
  const places = [-board.bar[1], ...board.points, board.bar[0]].map(letter).join('');
  return `XGID=${places}:0:0:${turn === 'first' ? 1 : -1}:00:0:0:0:0:10`;
}

