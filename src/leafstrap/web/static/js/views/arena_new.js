// Starting a match or a tournament.

import { post } from '../api.js';
import { button, checkbox, choice, field, h, put, select } from '../dom.js';
import { WeightsPicker } from '../parts/weights_picker.js';

/**
 * @param {HTMLElement} main
 * @param {Api.About} about
 */
export function newMatchView(main, about) {
  let game = about.games[0];
  let kind = 'match';
  const body = h('div', { class: 'stack' });
  const fault = h('p', { class: 'error', role: 'alert' });
  const form = h('form', { class: 'card', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void start();
  } }, h('h1', {}, 'New match'), about.allowed.arena ? [
    choice('Game', about.games.map(({ name, title }) => [name, title]), game.name, (name) => {
      game = about.games.find((each) => each.name === name) ?? game;
      draw();
    }),
    choice('Kind', [['match', 'Match of two'], ['tournament', 'All against all'], ['gauntlet', 'The first against the others']], kind, (chosen) => {
      kind = chosen;
      draw();
    }), body] : h('p', {}, 'Matches are switched off on this server.'), fault);
  main.append(h('div', { class: 'setup' }, form));
  /** @type {() => object} */
  let read = () => ({});

  function draw() {
    /** @type {{picker: WeightsPicker, level: HTMLSelectElement, name: HTMLInputElement}[]} */
    let players = [];
    const seats = h('div', { class: 'columns' });
    const add = (/** @type {string} */ usual) => {
      const picker = new WeightsPicker(game, { label: `Player ${players.length + 1}`, players: true, engines: about.allowed.engines, value: { kind: usual } });
      const level = select([['', 'Full strength'], ...about.levels.map((each) => /** @type {[string, string]} */ ([String(each.level), `Level ${each.level}: ${each.name}`]))]);
      const name = h('input', { type: 'text', maxlength: '60', placeholder: 'as it is', autocomplete: 'off' });
      const seat = { picker, level, name };
      const box = h('fieldset', { class: 'seat stack' }, h('legend', { class: 'visually-hidden' }, `Player ${players.length + 1}`), picker.element, h('div', { class: 'fields' }, field('Level', level), field('Name', name)),
        players.length >= 2 ? button('Remove', () => {
          players = players.filter((each) => each !== seat);
          box.remove();
        }) : null);
      players.push(seat);
      seats.append(box);
    };
    add('default');
    add(game.players.some((each) => each.kind === 'material') ? 'material' : 'random');
    if (kind !== 'match') add('random');
    const games = h('input', { type: 'number', min: '2', max: '10000', step: '2', value: '20' });
    const nodes = h('input', { type: 'number', min: '1', step: '1', value: game.tournament ? '5000' : '', placeholder: 'no limit' });
    const depth = h('input', { type: 'number', min: '1', max: '64', step: '1', value: game.tournament ? '' : '1', placeholder: 'no limit' });
    const movetime = h('input', { type: 'number', min: '0.01', step: 'any', placeholder: 'no limit' });
    const openings = select([['own', 'The game\'s own'], ['none', 'Always the start']]);
    const concurrency = h('input', { type: 'number', min: '1', max: '16', value: '1' });
    const seed = h('input', { type: 'number', min: '0', value: '0' });
    const cube = checkbox('With the doubling cube', false);
    const sprt = checkbox('End as soon as SPRT can tell', false, (on) => (bounds.hidden = !on));
    const low = h('input', { type: 'number', step: 'any', value: '0' });
    const high = h('input', { type: 'number', step: 'any', value: '10' });
    const bounds = h('div', { class: 'fields', hidden: true }, field('nElo at least', low), field('nElo hoped for', high));
    put(body, seats, kind === 'match' ? null : button('Add a player', () => players.length < 12 && add('default')),
      h('div', { class: 'fields' }, field(kind === 'match' ? 'Games' : 'Games of each pair', games), field('Nodes a move', nodes), field('Depth', depth), field('Seconds a move', movetime)),
      h('details', {}, h('summary', {}, 'More'), h('div', { class: 'stack' },
        h('div', { class: 'fields' }, field('Openings', openings), field('Games at once', concurrency), field('Seed', seed)),
        game.cube ? cube.element : null, kind === 'match' ? sprt.element : null, kind === 'match' ? bounds : null)),
      h('div', { class: 'row' }, h('button', { class: 'main', type: 'submit' }, 'Start')));
    read = () => ({
      kind, game: game.name, games: Number(games.value), seed: Number(seed.value) || 0, openings: openings.value, concurrency: Number(concurrency.value) || 1,
      players: players.map(({ picker, level, name }) => ({ ...picker.value(), ...(level.value ? { level: Number(level.value) } : {}), ...(name.value ? { name: name.value } : {}) })),
      limits: Object.fromEntries(Object.entries({ nodes, depth, movetime }).filter(([, input]) => input.value !== '').map(([key, input]) => [key, Number(input.value)])),
      ...(kind === 'match' && sprt.box.checked ? { sprt: [Number(low.value), Number(high.value)] } : {}),
      ...(game.cube ? { cube: cube.box.checked } : {}),
    });
  }

  async function start() {
    fault.textContent = '';
    try {
      const { match } = await post('/api/arena', read());
      location.hash = `#/arena/${match.id}`;
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  if (about.allowed.arena) draw();
}
