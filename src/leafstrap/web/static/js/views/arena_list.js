// Matches of this server, and pages that were written by reproducing a paper's experiment.

import { get } from '../api.js';
import { h, put, table } from '../dom.js';

/**
 * @param {HTMLElement} main
 * @param {Api.About} about
 */
export function listView(main, about) {
  const matches = h('div');
  const pages = h('div');
  main.append(h('div', { class: 'stack' },
    h('section', { class: 'card' }, h('div', { class: 'row apart' }, h('h1', {}, 'Arena'),
      about.allowed.arena ? h('a', { class: 'button strong', href: '#/arena/new' }, 'Start a match') : null), matches),
    h('section', { class: 'card' }, h('h2', {}, 'Results'), pages)));
  let open = true;

  async function load() {
    const found = /** @type {{matches: Api.Contest[]}} */ (await get('/api/arena')).matches;
    put(matches, found.length ? table('Matches', ['Players', 'Game', 'Kind', 'Status', 'Games', 'Result'], found.map((match) => [
      h('a', { href: `#/arena/${match.id}` }, match.names.length > 3 ? `${match.names.slice(0, 3).join(', ')}, …` : match.names.join(' – ')),
      about.games.find(({ name }) => name === match.game)?.title ?? match.game, match.kind,
      h('span', { class: `badge ${match.status}` }, match.status), `${match.played} of ${match.total}`, match.sentence]), { numbers: [4], cards: true })
      : h('p', { class: 'muted' }, 'No match yet. Let the default weights play a run as it was, or anything else.'));
    if (open && found.some(({ status }) => status === 'playing')) setTimeout(() => open && void load().catch(() => undefined), 2000);
  }

  async function results() {
    const found = /** @type {{pages: {id: string, title: string, folder: string}[]}} */ (await get('/api/results')).pages;
    const folders = new Set(found.map(({ folder }) => folder));
    put(pages, found.length ? h('ul', { class: 'plain' }, found.map(({ id, title, folder }) => h('li', { class: 'row apart' },
      h('a', { href: `#/arena/results/${encodeURIComponent(id)}` }, title), folders.size > 1 ? h('span', { class: 'muted' }, folder) : null)))
      : h('p', { class: 'muted' }, 'There is no page of results in the opened folders.'));
  }

  void load();
  void results();
  return () => {
    open = false;
  };
}
