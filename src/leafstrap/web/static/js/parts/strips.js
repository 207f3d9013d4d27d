// Who plays, above and below the board: name, clock, and in backgammon the pips to go.

import { h } from '../dom.js';
import { clock } from '../format.js';

export class PlayerStrips {
  /** @param {Api.Game} game */
  constructor(game) {
    this.game = game;
    this.upper = h('div', { class: 'strip' });
    this.lower = h('div', { class: 'strip' });
    /** @type {{clocks: NonNullable<Api.GameState['clocks']>, at: number} | null} */
    this.clocks = null;
    /** @type {Map<Api.Side, HTMLElement>} */
    this.faces = new Map();
    this.timer = setInterval(() => this.tick(), 100);
  }

  stop() {
    clearInterval(this.timer);
  }

  /**
   * @param {Api.GameState} state
   * @param {Api.Side} below
   */
  show(state, below) {
    // Times are the server's; between its words the page counts on
    this.clocks = state.clocks ? { clocks: state.clocks, at: performance.now() } : null;
    this.faces.clear();
    for (const [strip, side] of /** @type {[HTMLElement, Api.Side][]} */ ([[this.lower, below], [this.upper, below === 'first' ? 'second' : 'first']])) {
      const index = side === 'first' ? 0 : 1;
      const { board } = state.position;
      const face = state.clocks ? h('span', { class: 'clock', role: 'timer', 'aria-label': `${this.game.sides[index]}'s clock` }) : null;
      if (face) this.faces.set(side, face);
      strip.replaceChildren(h('span', { class: `token ${side}`, 'aria-hidden': 'true' }),
        h('span', { class: 'name' }, state.names[index] === 'You' ? `${state.names[index]} (${this.game.sides[index]})` : state.names[index]),
        board.kind === 'points' ? h('span', { class: 'muted' }, `${board.pips[index]} pips`) : '', face ?? '');
      strip.classList.toggle('active', !state.outcome && state.position.turn === side);
    }
    this.tick();
  }

  tick() {
    if (!this.clocks) return;
    const { clocks, at } = this.clocks;
    for (const [side, face] of this.faces) {
      const running = clocks.running === side;
      const left = clocks[side] - (running ? (performance.now() - at) / 1000 : 0);
      const text = clock(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle('short', left < 20);
      face.classList.toggle('running', running);
    }
  }
}
