// An evaluation feature by feature, of one or two weights.

import { ApiError, post } from '../api.js';
import { choice, h, put, table } from '../dom.js';
import { minus, percent, plain, signed } from '../format.js';
import { capital } from '../parts/dialog.js';

const SHOWN = 8; // features of a family that are seen at once

export class ExplainPanel {
  /**
   * @param {Api.Game} game
   * @param {(shown: string) => void} onshown which of the two, or their difference, the board shows
   */
  constructor(game, onshown) {
    this.game = game;
    this.onshown = onshown;
    /** @type {Api.Explanation[]} */
    this.explanations = [];
    this.body = h('div', { class: 'columns' });
    this.which = h('div');
    this.fault = h('p', { class: 'error' });
    this.differences = h('div');
    this.element = h('section', { class: 'card', 'aria-label': 'Evaluation' }, h('h2', {}, 'Why it is valued so'), this.fault, this.which, this.differences, this.body);
    this.asked = 0;
  }

  /**
   * @param {string} game
   * @param {string} position
   * @param {Api.Weights[]} weights
   */
  async load(game, position, weights) {
    const turn = (this.asked += 1);
    try {
      const { explanations } = await post('/api/inside/explain', { game, position, weights });
      if (turn !== this.asked) return;
      this.fault.textContent = '';
      this.show(explanations);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (turn !== this.asked) return;
      this.fault.textContent = error.message;
      this.show([]);
    }
  }

  /** @param {Api.Explanation[]} explanations */
  show(explanations) {
    const two = explanations.length > 1;
    if (two !== this.explanations.length > 1) {
      put(this.which, two ? choice('The board shows', [['a', 'The first'], ['b', 'The second'], ['difference', 'First − second']], 'a', this.onshown) : null);
    }
    this.explanations = explanations;
    put(this.differences, two ? differences(explanations[0], explanations[1]) : null);
    put(this.body, explanations.map((each) => this.one(each)));
  }

  /** @param {Api.Explanation} explanation */
  one(explanation) {
    const most = Math.max(...explanation.families.flatMap(({ share, features }) => [share, ...features.map((each) => each.share)]).map(Math.abs), 1e-9);
    const outputs = Object.entries(explanation.outputs);
    return h('div', { class: 'explanation' },
      h('p', { class: 'headline' }, h('strong', {}, minus(explanation.text)), ` ${explanation.unit} `, h('span', { class: 'muted' }, `for ${this.game.sides[0]}, by ${explanation.name}${explanation.network ? `, network ${explanation.network}` : ''}`)),
      outputs.length ? h('dl', { class: 'chances' }, outputs.map(([name, value]) => h('div', {}, h('dt', {}, capital(name)), h('dd', {}, name.startsWith('mean') ? signed(value) : percent(value))))) : null,
      explanation.exact ? null : h('p', { class: 'help' }, 'Of a network these are slopes: how much each feature would pull. They do not sum to the value.'),
      explanation.families.map((family, index) => h('details', { open: index < 2 },
        h('summary', {}, bar(capital(family.name), family.share, most, '')),
        featureList(family.features.slice(0, SHOWN), most),
        family.features.length > SHOWN ? h('details', { class: 'more' }, h('summary', {}, `${family.features.length - SHOWN} more`), featureList(family.features.slice(SHOWN), most)) : null)));
  }

  /**
   * Shares on squares, for the board.
   * @param {string} shown
   * @returns {Record<string, number> | null}
   */
  heat(shown) {
    const [first, second] = this.explanations;
    if (!first) return null;
    if (shown === 'b' && second) return second.squares;
    if (shown !== 'difference' || !second) return first.squares;
    const squares = new Set([...Object.keys(first.squares), ...Object.keys(second.squares)]);
    return Object.fromEntries([...squares].map((square) => [square, (first.squares[square] ?? 0) - (second.squares[square] ?? 0)]));
  }
}

/**
 * The features in which two weights differ most, side by side.
 * @param {Api.Explanation} first
 * @param {Api.Explanation} second
 */
function differences(first, second) {
  /** @type {Map<string, {meaning: string, shares: number[]}>} */
  const found = new Map();
  [first, second].forEach(({ families }, which) => families.flatMap(({ features }) => features).filter(({ weight }) => weight).forEach(({ name, meaning, share }) => {
    const row = found.get(name) ?? { meaning: meaning || name, shares: [0, 0] };
    row.shares[which] += share;
    found.set(name, row);
  }));
  const apart = (/** @type {{shares: number[]}} */ { shares: [one, other] }) => Math.abs(one - other);
  const rows = [...found.values()].sort((one, other) => apart(other) - apart(one)).slice(0, SHOWN);
  return h('details', { open: true }, h('summary', {}, 'Where they differ most'),
    table('Where they differ most', ['Feature', 'First', 'Second', 'First − second'], rows.map(({ meaning, shares: [one, other] }) => [capital(meaning), signed(one), signed(other), signed(one - other)]), { numbers: [1, 2, 3], cards: true }));
}

/**
 * @param {Api.Explained[]} features
 * @param {number} most
 */
function featureList(features, most) {
  return h('ul', { class: 'plain features' }, features.map((feature) => h('li', {},
    bar(capital(feature.meaning || feature.name), feature.share, most, feature.squares.length || !feature.weight ? '' : `${plain(feature.value, 1)} × ${plain(feature.weight)}`))));
}

/**
 * A share as a bar that goes left or right from the middle.
 * @param {string} name
 * @param {number} share
 * @param {number} most
 * @param {string} detail
 */
function bar(name, share, most, detail) {
  const fill = h('span', { class: share < 0 ? 'fill minus' : 'fill' });
  fill.style.width = `${Math.min(50, (50 * Math.abs(share)) / most)}%`;
  fill.style[share < 0 ? 'right' : 'left'] = '50%';
  return h('span', { class: 'share' }, h('span', { class: 'what' }, name, detail ? [' ', h('span', { class: 'muted product' }, detail)] : null), h('span', { class: 'track centred' }, fill), h('span', { class: 'number' }, signed(share)));
}
