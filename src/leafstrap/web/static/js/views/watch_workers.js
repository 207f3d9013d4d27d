// Who plays for a run on a cluster: every worker, where it is, and how it gets on.

import { h, put, table } from '../dom.js';
import { count, plain } from '../format.js';

export class WorkersTable {
  constructor() {
    this.said = h('p', { class: 'muted' });
    this.body = h('div');
    this.element = h('section', { class: 'card', 'aria-label': 'Workers', hidden: true }, h('h2', {}, 'Workers'), this.said, this.body);
  }

  /** @param {Api.Workers} told */
  show({ workers, staleness, largest_staleness: largest }) {
    this.element.hidden = !workers.length;
    const working = workers.filter(({ state }) => state === 'playing' || state === 'waiting').length;
    const old = staleness === null ? '' : `; weights were ${plain(staleness, 1)} updates old when they were played with${largest === null ? '' : `, ${count(largest)} at most`}`;
    this.said.textContent = `${working} of ${workers.length} work${old}.`;
    put(this.body, table('Workers', ['Worker', 'Node', 'Cores', 'Games', 'Games/s', 'Staleness', 'Restarts', 'State'],
      workers.map((each) => [each.worker ?? '–', each.node ?? '–', count(each.cores), count(each.games), plain(each.games_per_second, 1), plain(each.staleness, 1), count(each.restarts),
        `${each.state ?? '–'}${each.reason ? `: ${each.reason}` : ''}`]), { numbers: [2, 3, 4, 5, 6] }));
  }
}
