// What can be done in a game: now, as the server says, and at any time.

import { button, h } from '../dom.js';
import { choose, confirm } from '../parts/dialog.js';

/** Verbs that are sent as they are: how they are called, and whether they stand out. @type {[string, string, boolean][]} */
const PLAIN = [['roll', 'Roll', true], ['double', 'Double', false], ['take', 'Take', true], ['drop', 'Drop', false]];
/** @type {[string, string, boolean][]} */
const LATER = [['undo', 'Undo', false], ['next', 'Next game', true], ['takeback', 'Take back', false]];

/**
 * @param {Api.GameState} state
 * @param {{act: (verb: string, body?: object) => void, hint: () => void, resign: () => void}} handlers
 */
export function actionButtons(state, { act, hint, resign }) {
  const can = (/** @type {string} */ verb) => state.actions.includes(verb);
  const plain = (/** @type {[string, string, boolean][]} */ verbs) => verbs.filter(([verb]) => can(verb))
    .map(([verb, text, strong]) => button(text, () => act(verb), strong ? { class: 'main' } : {}));
  const complete = state.turn?.complete;
  return [
    ...plain(PLAIN),
    complete && can('move') ? button('Done', () => act('move', { move: complete.id }), { class: 'main' }) : null,
    ...plain(LATER),
    can('hint') ? button('Hint', hint) : null,
    can('resign') ? button('Resign', resign) : null,
  ];
}

/**
 * Asks whether, and in backgammon how much, is given up: the body of the request, or null.
 * @param {Api.Game} game
 */
export async function askResignation(game) {
  if (game.most_points === 1) return (await confirm('Resign?', 'Resign this game')) ? {} : null;
  const points = await choose('Resign?', ['a single game', 'a gammon', 'a backgammon'].slice(0, game.most_points));
  return points === null ? null : { points: points + 1 };
}

/**
 * @param {Api.GameState} state
 * @param {Api.Game} game
 * @param {string} path
 * @param {number | null} ply where the person looks; null: where the game goes on
 * @param {() => void} flip
 */
export function toolLinks(state, game, path, ply, flip) {
  const text = ply === null ? state.position.text : ply === 0 ? state.start.text : state.moves[ply - 1].position ?? '';
  const here = `game=${state.game}&position=${encodeURIComponent(text)}`;
  const link = (/** @type {string} */ href, /** @type {string} */ text, props = {}) => h('a', { class: 'button', href, ...props }, text);
  return [
    button('Flip', flip),
    link(`${path}/record`, `Save as ${game.record.toUpperCase()}`, { download: '' }),
    link(`#/inside?${here}`, 'Look inside'),
    ply === null && state.outcome ? null : link(`#/play?${here}`, 'New game from here'),
    link(`#/play?game=${state.game}`, 'New game'),
  ];
}
