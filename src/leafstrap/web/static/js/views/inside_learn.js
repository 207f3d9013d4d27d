// What TreeStrap would learn from one training search: how far the evaluation lies from what the search found, node by node.

import { ApiError, post } from '../api.js';
import { button, field, h, put, select, svg, table } from '../dom.js';
import { count, minus, plain, signed, telling } from '../format.js';
import { capital } from '../parts/dialog.js';

export class LearnPanel {
  /**
   * @param {Api.Game} game
   * @param {() => {game: string, position: string, weights: Api.Weights}} subject
   */
  constructor(game, subject) {
    this.subject = subject;
    this.search = select(game.searches.map((name) => [name, capital(name)]));
    this.depth = select((game.dice ? ['1', '2'] : ['1', '2', '3', '4', '5', '6']).map((depth) => [depth, depth]), game.dice ? '2' : '3');
    this.start = button('Show', () => void this.run(), { class: 'main' });
    this.fault = h('p', { class: 'error', role: 'alert' });
    this.body = h('div', { class: 'stack' });
    this.element = h('section', { class: 'card', 'aria-label': 'Learning' }, h('h2', {}, 'What TreeStrap would learn here'),
      h('p', { class: 'muted' }, 'Every node of a training search moves towards the value, or the bounds, that the search found for it.'),
      h('div', { class: 'fields' }, field('Search', this.search), field('Depth', this.depth)), h('p', {}), this.start, this.fault, this.body);
    this.element.hidden = game.searches.length === 0;
    this.asked = 0;
  }

  clear() {
    this.asked += 1;
    put(this.body);
    this.fault.textContent = '';
  }

  async run() {
    this.clear();
    const turn = this.asked;
    this.start.disabled = true;
    try {
      const learned = await post('/api/inside/learn', { ...this.subject(), search: this.search.value, depth: Number(this.depth.value), nodes: 50000 });
      if (turn === this.asked) this.show(learned);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.fault.textContent = error.message;
    } finally {
      this.start.disabled = false;
    }
  }

  /** @param {Api.Learned} learned */
  show(learned) {
    const tiles = [['At once', signed(learned.static)], ['By search', minus(learned.evaluation.text)], ['Learned from', count(learned.nodes)], ['Visited', count(learned.visited)],
      ['Outside bounds', count(learned.moved)], ['Mean error', plain(learned.mean_error, 3)], ['RMS error', plain(learned.rms_error, 3)]];
    if (!learned.nodes) {
      put(this.body, h('p', {}, 'At this depth the search has no node to learn from: look deeper.'));
      return;
    }
    put(this.body,
      h('dl', { class: 'tiles' }, tiles.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
      h('p', { class: 'muted' }, `${learned.exact} nodes with an exact value, ${learned.lower} with a lower bound, ${learned.upper} with an upper one. Values in ${learned.unit}.`),
      h('h3', {}, 'Errors: target − value'), histogram(learned.histogram),
      h('details', { open: true }, h('summary', {}, 'Weights that would move most'), table('Weights', ['Feature', 'Δθ for step size 1', 'Share'],
        learned.weights.slice(0, 20).map((each) => [each.meaning ? capital(each.meaning) : each.name, telling(each.change), `${plain(100 * each.share, 1)}\u00a0%`]), { numbers: [1, 2], cards: true })),
      h('details', {}, h('summary', {}, 'Error by depth'), table('Error by depth', ['Depth', 'Nodes', 'Mean error'], learned.by_depth.map((each) => [each.depth, count(each.nodes), plain(each.mean_error, 3)]), { numbers: [0, 1, 2] })),
      h('details', {}, h('summary', {}, 'Nodes with the largest errors'), table('Nodes', ['Depth', 'Value', 'Lower', 'Upper', 'Target', 'Error'],
        learned.tree.slice(0, 60).map((node) => [node.depth, plain(node.value), plain(node.lower), plain(node.upper), plain(node.target), signed(node.error)]), { numbers: [0, 1, 2, 3, 4, 5] })));
  }

  destroy() {
    this.asked += 1;
  }
}

/** @param {Api.Learned['histogram']} histogram */
function histogram({ edges, counts }) {
  const most = Math.max(1, ...counts);
  const wide = 400 / Math.max(1, counts.length);
  const high = (/** @type {number} */ each) => (each ? Math.max(2, 100 * Math.sqrt(each / most)) : 0);
  const low = edges[0] ?? 0;
  const top = edges.at(-1) ?? 0;
  return h('figure', { class: 'histogram' },
    svg('svg', { viewBox: '0 0 400 104', role: 'img', preserveAspectRatio: 'none', 'aria-label': `Errors between ${plain(low)} and ${plain(top)}, ${counts.reduce((sum, each) => sum + each, 0)} nodes` },
      counts.map((each, index) => svg('rect', { x: index * wide + 0.5, y: 102 - high(each), width: Math.max(0.5, wide - 1), height: high(each), class: (edges[index] + edges[index + 1]) / 2 < 0 ? 'minus' : 'plus' })),
      svg('line', { x1: 0, x2: 400, y1: 102, y2: 102 })),
    h('figcaption', { class: 'row apart help' }, h('span', {}, plain(low)), h('span', {}, 'heights by square root'), h('span', {}, plain(top))));
}
