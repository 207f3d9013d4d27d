// Play: a new game, or the one that the address names.

import { gameView } from './play_game.js';
import { setupView } from './play_setup.js';

/** @type {import('../main.js').View} */
export function view(main, route, about) {
  const [id] = route.rest;
  return id ? gameView(main, id, about) : setupView(main, route, about);
}
