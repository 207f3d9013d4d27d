// A list of moves that can be stepped through, for games being played and games that were.

import { button, h, put } from '../dom.js';

/** What a move of backgammon did, for a board. @param {Api.Played} [move] */
export function stepsOf(move) {
  return move?.steps ? { side: move.side, steps: move.steps } : null;
}

export class MoveList {
  /** @param {(ply: number | null) => void} onply null: the end of the list, where the game goes on */
  constructor(onply) {
    this.onply = onply;
    /** @type {Api.Played[]} */
    this.moves = [];
    /** @type {number | null} */
    this.ply = null;
    /** @type {Record<number, string>} */
    this.judgements = {};
    this.list = h('ol', { class: 'moves', tabindex: '0', 'aria-label': 'Moves' });
    this.steps = [
      button('«', () => this.go(0), { 'aria-label': 'To the start' }),
      button('‹', () => this.go(this.at() - 1), { 'aria-label': 'One move back' }),
      button('›', () => this.go(this.at() + 1), { 'aria-label': 'One move on' }),
      button('»', () => this.go(this.moves.length), { 'aria-label': 'To the end' }),
    ];
    this.element = h('div', { class: 'move-list' }, this.list, h('div', { class: 'row steps', role: 'group', 'aria-label': 'Step through the game' }, this.steps));
    this.list.addEventListener('keydown', (event) => {
      const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (!way) return;
      event.preventDefault();
      this.go(this.at() + way);
    });
  }

  at() {
    return this.ply ?? this.moves.length;
  }

  /** @param {number} ply */
  go(ply) {
    const wanted = Math.max(0, Math.min(this.moves.length, ply));
    this.ply = wanted === this.moves.length ? null : wanted;
    this.mark();
    this.onply(this.ply);
  }

  /**
   * @param {Api.Played[]} moves
   * @param {{stay?: boolean}} [options] stay where one looks, when a move has come
   */
  show(moves, { stay = false } = {}) {
    this.moves = moves;
    if (!stay || (this.ply !== null && this.ply > moves.length)) this.ply = null;
    put(this.list, moves.map((move, index) => {
      const judgement = move.kind === 'move' ? this.judgements[move.ply] : undefined;
      return h('li', { class: move.side },
        h('button', { type: 'button', tabindex: '-1', class: judgement ? `judged ${judgement}` : '', title: judgement ?? null, onclick: () => this.go(index + 1) },
          h('span', { class: 'muted' }, move.number, ' '), move.dice ? h('span', { class: 'muted' }, `${move.dice.join('')}: `) : null, move.text));
    }), moves.length ? null : h('li', { class: 'muted' }, 'No moves yet.'));
    this.mark();
  }

  mark() {
    const at = this.at();
    [...this.list.children].forEach((item, index) => {
      if (index === at - 1) {
        item.setAttribute('aria-current', 'step');
        const { offsetTop: top, offsetHeight: high } = /** @type {HTMLElement} */ (item);
        const { scrollTop, clientHeight } = this.list;
        if (top < scrollTop) this.list.scrollTop = top - high;
        else if (top + high > scrollTop + clientHeight) this.list.scrollTop = top + high - clientHeight;
      } else item.removeAttribute('aria-current');
    });
    this.steps[0].disabled = this.steps[1].disabled = at === 0;
    this.steps[2].disabled = this.steps[3].disabled = at === this.moves.length;
  }
}
