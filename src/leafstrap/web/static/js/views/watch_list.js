// The runs below the opened folders, as they stand now.

import { Stream } from '../api.js';
import { h, put, table } from '../dom.js';
import { ago, count, duration, percent } from '../format.js';

/**
 * @param {HTMLElement} main
 * @param {Api.About} about
 */
export function listView(main, about) {
  const body = h('div');
  main.append(h('section', { class: 'card' }, h('div', { class: 'row apart' }, h('h1', {}, 'Runs'),
    about.allowed.runs ? h('a', { class: 'button strong', href: '#/watch/new' }, 'Start a run') : null), body));
  let shown = '';
  const stream = new Stream('/api/runs/events', { runs: (/** @type {{runs: Api.Run[]}} */ { runs }) => {
    const now = JSON.stringify(runs);
    if (now === shown) return;
    shown = now;
    put(body, runs.length ? table('Runs', ['Run', 'Game', 'Status', 'Games', 'Games/s', 'Time left', 'Changed'], runs.map((run) => {
      const { progress } = run;
      return [h('a', { href: `#/watch/${run.id}` }, run.name), about.games.find(({ name }) => name === run.game)?.title ?? run.game,
        badge(run), count(progress.games), run.status === 'learning' ? count(progress.games_per_second) : '',
        run.status === 'learning' ? `${duration(progress.seconds_left)}${progress.share === null ? '' : ` (${percent(progress.share)} done)`}` : '', ago(run.updated)];
    }), { numbers: [3, 4], cards: true }) : h('p', { class: 'muted' }, `There is no run in ${about.folders.join(', ') || 'the opened folders'} yet. `,
      about.allowed.runs ? h('a', { href: '#/watch/new' }, 'Start one: three minutes are enough to see it learn.') : ''));
  } });
  return () => stream.close();
}

/** @param {Api.Run} run */
export function badge(run) {
  return h('span', { class: `badge ${run.status}` }, run.status);
}
