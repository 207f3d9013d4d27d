// What a search expects from a position: several variations, while it gets deeper.

import { Stream, withQuery } from '../api.js';
import { button, field, h, put, select } from '../dom.js';
import { count, minus, plain, variation } from '../format.js';
import { chances } from '../parts/evaluation.js';

export class SearchPanel {
  /**
   * @param {Api.Game} game
   * @param {() => {game: string, position: string, weights: Api.Weights}} subject
   */
  constructor(game, subject) {
    this.game = game;
    this.subject = subject;
    this.lines = select([['1', '1'], ['3', '3'], ['5', '5'], ['10', '10']], '3');
    this.nodes = select([['20000', '20 k'], ['200000', '200 k'], ['1000000', '1 M'], ['5000000', '5 M']], '200000');
    this.depth = select([['1', '1'], ['2', '2']], '2');
    this.start = button('Search', () => this.run(), { class: 'main' });
    this.status = h('p', { class: 'muted', role: 'status' });
    this.body = h('ol', { class: 'plain' });
    this.element = h('section', { class: 'card', 'aria-label': 'Search' }, h('h2', {}, 'What a search expects'),
      h('div', { class: 'fields' }, field('Variations', this.lines), game.tournament ? field('Nodes', this.nodes) : field('Depth', this.depth)),
      h('div', { class: 'row' }, this.start, this.status), this.body);
    /** @type {Stream | null} */
    this.stream = null;
  }

  run() {
    this.clear();
    const { game, position, weights } = this.subject();
    this.status.textContent = 'Searching…';
    const limit = this.game.tournament ? { nodes: this.nodes.value } : { depth: this.depth.value };
    this.stream = new Stream(withQuery('/api/inside/search', { game, position, weights: JSON.stringify(weights), variations: this.lines.value, ...limit }), {
      thinking: (data) => this.show(data),
      result: (data) => {
        this.show(data);
        this.stream?.close();
      },
      failed: ({ error }) => this.fail(error),
    }, { once: true, onrefused: () => this.fail('The search was refused: the position may be over, or too many searches are going on.') });
  }

  /** @param {string} why */
  fail(why) {
    this.stream?.close();
    this.status.textContent = why;
  }

  clear() {
    this.stream?.close();
    this.stream = null;
    this.status.textContent = '';
    put(this.body);
  }

  /** @param {Api.Thinking} data */
  show(data) {
    // A search with dice does not count, nor take long
    this.status.textContent = [`Depth ${data.depth ?? 1}`, data.nodes ? `${count(data.nodes)} nodes` : '', data.seconds ? `${plain(data.seconds)} s` : ''].filter(Boolean).join(', ');
    put(this.body, data.lines.map((line) => h('li', {},
      h('p', { class: 'headline' }, h('strong', {}, minus(line.text)), ' ', line.move?.text ?? ''),
      line.pv.length > 1 ? h('p', { class: 'pv' }, variation(line.pv)) : null, line.chances ? chances(line.chances, this.game) : null)));
  }

  destroy() {
    this.stream?.close();
  }
}
