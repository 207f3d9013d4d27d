// Arena: matches that were started here, a new one, one of them, and pages of results.

import { listView } from './arena_list.js';
import { matchView } from './arena_match.js';
import { newMatchView } from './arena_new.js';
import { resultView } from './arena_result.js';

/** @type {import('../main.js').View} */
export function view(main, route, about) {
  const [id, page] = route.rest;
  if (!id) return listView(main, about);
  if (id === 'new') return newMatchView(main, about);
  return id === 'results' ? resultView(main, page ?? '') : matchView(main, id, about);
}
