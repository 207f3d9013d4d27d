// What the program would do: up to five moves with their values, or what it thinks of the cube.

import { post } from '../api.js';
import { h, put } from '../dom.js';
import { minus, signed } from '../format.js';

export class HintPanel {
  /** @param {string} path of the game */
  constructor(path) {
    this.path = path;
    this.element = h('section', { class: 'hint', 'aria-label': 'Hint', 'aria-live': 'polite' });
  }

  /**
   * @param {() => boolean} wanted whether the game still stands where it was asked
   * @returns {Promise<Api.Move | null>} the best move
   */
  async ask(wanted) {
    this.show(h('p', { class: 'muted' }, 'Thinking…'));
    try {
      const { ranked, cube } = /** @type {Api.Hint} */ (await post(`${this.path}/hint`));
      if (!wanted()) return null;
      this.show(cube ? h('p', {}, cube.sentence) : null,
        h('ol', {}, ranked.map(({ move, value, text }) => h('li', {}, h('strong', {}, move.text), ' ', h('span', { class: 'muted' }, text ? minus(text) : signed(value))))));
      return ranked[0]?.move ?? null;
    } catch (error) {
      this.clear();
      throw error;
    }
  }

  /** @param {(Node | null)[]} content */
  show(...content) {
    put(this.element, h('div', { class: 'card' }, h('h2', {}, 'Hint'), content));
  }

  clear() {
    put(this.element);
  }
}
