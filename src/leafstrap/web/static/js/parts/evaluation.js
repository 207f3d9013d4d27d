// How a position is valued, as a bar beside the board and as a line of text.

import { h, put } from '../dom.js';
import { count, minus, percent, variation } from '../format.js';

/** A bar whose light part is the first player's chance of winning, a draw counted half. */
export class EvaluationBar {
  /** @param {Api.Game} game */
  constructor(game) {
    this.game = game;
    this.part = h('div', { class: 'part' });
    this.element = h('div', { class: 'evaluation-bar', role: 'img', 'aria-label': 'Evaluation' }, this.part);
  }

  /**
   * @param {{win: number, text: string} | null} evaluation
   * @param {Api.Side} below
   */
  show(evaluation, below) {
    const win = evaluation?.win ?? 0.5;
    this.part.style.height = `${100 * win}%`;
    this.element.classList.toggle('flipped', below === 'second');
    this.element.setAttribute('aria-label', evaluation ? `${this.game.sides[0]}'s chance ${percent(evaluation.win)}, evaluation ${evaluation.text}` : 'No evaluation yet');
  }
}

/**
 * Value, depth and the expected moves; in backgammon the chances.
 * @param {HTMLElement} into
 * @param {Api.Evaluation | null} evaluation
 * @param {Api.Game} game
 */
export function showEvaluation(into, evaluation, game) {
  if (!evaluation) {
    put(into, h('p', { class: 'muted' }, 'No evaluation yet.'));
    return;
  }
  const details = [];
  if (evaluation.depth) details.push(`depth ${evaluation.depth}`);
  if (evaluation.nodes) details.push(`${count(evaluation.nodes)} nodes`);
  put(into,
    h('p', { class: 'headline' }, h('strong', {}, minus(evaluation.text)), ` ${evaluation.mate === null ? evaluation.unit : ''} `,
      h('span', { class: 'muted' }, [`${game.sides[0]} ${percent(evaluation.win)}`, ...details].join(' · '))),
    evaluation.pv.length ? h('p', { class: 'pv' }, variation(evaluation.pv)) : null,
    evaluation.chances ? chances(evaluation.chances, game) : null);
}

/**
 * @param {Api.Chances} shares
 * @param {Api.Game} game
 */
export function chances(shares, game) {
  const parts = [
    [`${game.sides[0]} wins`, shares.win], ['gammon', shares.win_gammon], ['backgammon', shares.win_backgammon],
    [`${game.sides[1]} wins`, 1 - shares.win], ['gammon', shares.lose_gammon], ['backgammon', shares.lose_backgammon],
  ];
  return h('dl', { class: 'chances' }, parts.map(([name, share]) => h('div', {}, h('dt', {}, name), h('dd', {}, percent(/** @type {number} */ (share))))));
}
