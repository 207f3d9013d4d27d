// A game looked at afterwards: the evaluation's course, the moves that gave something away, and why.

import { get } from '../api.js';
import { button, h, put } from '../dom.js';
import { signed, variation } from '../format.js';
import { capital } from './dialog.js';

export class ReviewPanel {
  /**
   * @param {Api.Game} game
   * @param {string} path of the game
   * @param {(ply: number) => void} onply
   * @param {(judgements: Record<number, string>) => void} onjudged
   */
  constructor(game, path, onply, onjudged) {
    this.game = game;
    this.path = path;
    this.onply = onply;
    this.onjudged = onjudged;
    this.body = h('div');
    this.start = button('Review this game', () => void this.load(), { class: 'main' });
    this.element = h('section', { class: 'card review', 'aria-label': 'Review', hidden: true }, h('h2', {}, 'Review'), this.start, this.body);
    this.reviewed = -1;
    /** @type {Api.Played[]} */
    this.moves = [];
    /** @type {Map<number, Api.Short>} what the review says of positions, by how many moves led there */
    this.course = new Map();
  }

  /** @param {Api.GameState} state */
  offer(state) {
    this.element.hidden = state.moves.length === 0;
    this.start.classList.toggle('main', Boolean(state.outcome));
    // A game that has gone on since is looked at anew
    if (this.reviewed >= 0 && this.reviewed !== state.moves.length) {
      this.reviewed = -1;
      this.course.clear();
      put(this.body);
      this.start.hidden = false;
    }
    this.moves = state.moves;
  }

  async load() {
    this.start.disabled = true;
    this.start.textContent = 'Looking at every move…';
    try {
      const review = /** @type {Api.Review} */ (await get(`${this.path}/review`));
      this.reviewed = this.moves.length;
      this.start.hidden = true;
      await this.show(review);
    } finally {
      this.start.disabled = false;
      this.start.textContent = 'Review this game';
    }
  }

  /** @param {Api.Review} review */
  async show(review) {
    const { Chart } = await import('../charts.js');
    const place = h('div', { class: 'chart' });
    const faults = review.moves.filter(({ judgement }) => ['inaccuracy', 'mistake', 'blunder'].includes(judgement));
    this.course = new Map(review.course.map((each) => [each.ply, each]));
    this.onjudged(Object.fromEntries(review.moves.map(({ ply, judgement }) => [ply, judgement])));
    put(this.body,
      h('p', { class: 'muted' }, `${this.game.sides[0]}'s chances before each move. ${sum(faults, this.game)}`), place,
      review.reasons.map((reason) => {
        const move = review.moves.find(({ ply }) => ply === reason.ply);
        const title = `Move ${this.number(reason.ply)}`;
        return h('article', { class: 'reason' },
          h('p', {}, button(title, () => this.onply(reason.ply), { class: 'quiet', 'aria-label': `${title}: show the position after ${move?.text ?? 'it'}` }), ' ', reason.sentence),
          move?.pv.length ? h('p', { class: 'pv' }, variation(move.pv)) : null,
          h('ul', { class: 'plain families' }, reason.families.map((family) => h('li', {}, h('strong', {}, changed(family.change), ' ', capital(family.name)),
            h('ul', { class: 'features' }, family.features.map((feature) => h('li', {}, changed(feature.change), ' ', feature.meaning || feature.name)))))));
      }),
      review.reasons.length ? null : h('p', {}, 'No move gave much away.'));
    const chart = new Chart(place, { label: `${this.game.sides[0]}'s winning chances in the course of the game`, x: 'half-moves', height: 160,
      series: [{ label: 'chance', colour: 1, digits: 0 }], range: [0, 100], onpick: (ply) => this.onply(ply) });
    chart.show([review.course.map(({ ply }) => ply), review.course.map(({ win }) => 100 * win)]);
  }

  /** As the list of moves has it: a game may begin at any number. @param {number} ply */
  number(ply) {
    return this.moves.find((move) => move.ply === ply && move.kind === 'move')?.number.replace(/\D+$/, '') ?? '';
  }
}

/** @param {number} change */
function changed(change) {
  return h('span', { class: `number ${change < 0 ? 'minus' : 'plus'}` }, signed(change));
}

/**
 * @param {Api.Review['moves']} faults
 * @param {Api.Game} game
 */
function sum(faults, game) {
  if (!faults.length) return '';
  const of = (/** @type {Api.Side} */ side) => faults.filter((each) => each.side === side).length;
  return `Moves that gave something away: ${game.sides[0]} ${of('first')}, ${game.sides[1]} ${of('second')}.`;
}
