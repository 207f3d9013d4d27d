// A game that says no more of its board than lines of text: moves are chosen from a list of buttons.

import { button, h, put } from '../dom.js';

export class TextBoard {
  /**
   * @param {Api.Game} _game
   * @param {import('./scene.js').BoardHandlers} handlers
   * @param {string} label
   */
  constructor(_game, handlers, label) {
    this.handlers = handlers;
    this.text = h('pre', { role: 'img', 'aria-label': label });
    this.moves = h('div', { class: 'row', role: 'group', 'aria-label': 'Legal moves' });
    this.element = h('div', { class: 'board text' }, this.text, this.moves);
  }

  /** @param {import('./scene.js').Scene} scene */
  show(scene) {
    this.text.textContent = scene.board.kind === 'text' ? scene.board.text : '';
    put(this.moves, (scene.legal ?? []).map((move) => button(move.text, () => this.handlers.onmove?.(move))));
  }

  destroy() {}
}
