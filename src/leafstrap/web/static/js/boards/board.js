// The board that fits a game, by what the game says of its board: nothing here knows a game by its name.

import { BackgammonBoard } from './backgammon.js';
import { ChessBoard } from './chess.js';
import { DraughtsBoard } from './draughts.js';
import { TextBoard } from './text.js';

const CHESSMEN = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/**
 * @param {Api.Game} game
 * @param {import('./scene.js').BoardHandlers} [handlers]
 * @param {string} [label]
 * @returns {{element: HTMLElement, show: (scene: import('./scene.js').Scene) => void, destroy: () => void}}
 */
export function makeBoard(game, handlers = {}, label = `${game.title} board`) {
  const { board } = game;
  if (board.kind === 'points') return new BackgammonBoard(game, handlers, label);
  if (board.kind === 'text') return new TextBoard(game, handlers, label);
  const kinds = Object.values(board.pieces).map((piece) => piece.kind);
  const chessmen = board.rows === 8 && board.columns === 8 && kinds.length > 0 && kinds.every((kind) => CHESSMEN.includes(kind));
  return chessmen ? new ChessBoard(game, handlers, label) : new DraughtsBoard(game, handlers, label);
}
