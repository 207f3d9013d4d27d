// Watch: all runs, one of them, or a new one.

import { newRunView } from './watch_new.js';
import { listView } from './watch_list.js';
import { runView } from './watch_run.js';

/** @type {import('../main.js').View} */
export function view(main, route, about) {
  const [id] = route.rest;
  if (!id) return listView(main, about);
  return id === 'new' ? newRunView(main, route, about) : runView(main, id, about);
}
