// What is played, against whom, and how; and the games that were begun.

import { get, post, remove } from '../api.js';
import { button, checkbox, choice, field, h, put, select } from '../dom.js';
import { ago } from '../format.js';
import { WeightsPicker } from '../parts/weights_picker.js';

/** @type {[string, string][]} */
const CLOCKS = [['', 'No clock'], ['60+0', '1 minute'], ['180+2', '3 minutes + 2 s'], ['300+3', '5 minutes + 3 s'], ['900+10', '15 minutes + 10 s'], ['1800+20', '30 minutes + 20 s']];
/** @type {[string, string][]} */
const LENGTHS = [['0', 'For money'], ['1', '1 point'], ['3', '3 points'], ['5', '5 points'], ['7', '7 points'], ['11', '11 points'], ['21', '21 points']];

/**
 * @param {HTMLElement} main
 * @param {import('../main.js').Route} route
 * @param {Api.About} about
 */
export function setupView(main, route, about) {
  let game = about.games.find(({ name }) => name === (route.query.get('game') ?? remembered('game'))) ?? about.games[0];
  let side = 'first';
  const body = h('div', { class: 'stack' });
  const fault = h('p', { class: 'error', role: 'alert' });
  const form = h('form', { class: 'card', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void start();
  } }, h('h1', {}, 'New game'), choice('Game', about.games.map(({ name, title }) => [name, title]), game.name, (name) => {
    game = about.games.find((each) => each.name === name) ?? game;
    draw();
  }), body, fault);
  const list = h('section', { class: 'card', 'aria-label': 'Games' });
  main.append(h('div', { class: 'setup' }, form, list));
  /** @type {() => object} */
  let read = () => ({});

  function draw() {
    const level = h('input', { type: 'range', min: '1', max: '10', step: '1', value: remembered('level') ?? '5' });
    const said = h('output', { class: 'help' });
    const tell = () => {
      said.textContent = `Level ${level.value}: ${about.levels[Number(level.value) - 1]?.name ?? ''}`;
      level.setAttribute('aria-valuetext', said.textContent);
    };
    level.addEventListener('input', tell);
    tell();
    const opponent = new WeightsPicker(game, { label: 'Opponent', value: givenWeights(route) });
    const clock = select(CLOCKS);
    const position = h('textarea', { rows: '2', spellcheck: 'false', placeholder: game.example, value: route.query.get('game') === game.name ? route.query.get('position') ?? '' : '' });
    const seed = h('input', { type: 'number', min: '0', step: '1', placeholder: 'any' });
    const evaluation = checkbox('Show the evaluation and what is expected', remembered('evaluation') !== 'off');
    const match = select(LENGTHS, '5');
    const cube = checkbox('Doubling cube', true);
    const jacoby = checkbox('Jacoby rule', true);
    const crawford = checkbox('Crawford rule', true);
    const fitting = () => {
      jacoby.element.hidden = match.value !== '0';
      crawford.element.hidden = match.value === '0';
    };
    match.addEventListener('change', fitting);
    fitting();
    const roll = checkbox('Roll for me when there is nothing to decide', true);
    put(body,
      h('div', { class: 'columns' },
        h('div', { class: 'stack' },
          choice('You play', [['first', game.sides[0]], ['second', game.sides[1]], ['random', 'Any'], ['both', 'Both']], side, (value) => (side = value)),
          h('div', {}, field('Strength', level), said)),
        opponent.element),
      game.cube ? h('div', { class: 'stack' }, h('div', { class: 'fields' }, field('Match', match)),
        h('div', { class: 'row' }, [cube, jacoby, crawford, roll].map(({ element }) => element))) : null,
      h('div', { class: 'fields' }, field('Clock', clock)),
      evaluation.element,
      h('details', { open: Boolean(position.value) }, h('summary', {}, 'From a position, and chance'),
        h('div', { class: 'stack' }, field(`Position (${game.position})`, position, game.cube ? 'Left empty: the start. Of an XGID the board, turn and dice are taken; match and cube are as chosen above.' : 'Left empty: the start'),
          h('div', { class: 'fields' }, field('Seed', seed, 'The same number brings the same dice and choices')))),
      h('div', { class: 'row' }, h('button', { class: 'main', type: 'submit' }, 'Play')));
    read = () => {
      const [seconds, increment] = clock.value.split('+').map(Number);
      remember('game', game.name);
      remember('level', level.value);
      remember('evaluation', evaluation.box.checked ? 'on' : 'off');
      return {
        game: game.name, opponent: opponent.value(), level: Number(level.value), side,
        clock: clock.value ? { seconds, increment } : null,
        position: position.value.trim() || null,
        evaluation: evaluation.box.checked,
        seed: seed.value === '' ? null : Number(seed.value),
        ...(game.cube ? { match: Number(match.value), cube: cube.box.checked, jacoby: jacoby.box.checked, crawford: crawford.box.checked, auto_roll: roll.box.checked } : {}),
      };
    };
  }

  async function start() {
    fault.textContent = '';
    try {
      const state = await post('/api/games', read());
      location.hash = `#/play/${state.id}`;
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  async function games() {
    const found = /** @type {{games: Api.GameSummary[]}} */ (await get('/api/games')).games;
    const begun = found.slice(0, 12);
    put(list, h('h2', {}, 'Your games'), begun.length ? h('ul', { class: 'plain' }, begun.map((each) => {
      const title = about.games.find(({ name }) => name === each.game)?.title ?? each.game;
      return h('li', { class: 'kept' },
        h('div', { class: 'row apart' }, h('a', { href: `#/play/${each.id}` }, `${title}, level ${each.level}`),
          h('span', { class: 'muted' }, each.over ? each.sentence : `${each.moves} moves`, ' · ', ago(each.updated))),
        button('×', async () => {
          await remove(`/api/games/${each.id}`);
          await games();
        }, { class: 'quiet', 'aria-label': `Delete the game of ${title}, level ${each.level}` }));
    })) : h('p', { class: 'muted' }, 'None yet. Games are kept, also when the page or the server is closed.'));
  }

  draw();
  void games();
}

/**
 * Weights that another view wants to play against.
 * @param {import('../main.js').Route} route
 * @returns {Api.Weights | undefined}
 */
function givenWeights(route) {
  const run = route.query.get('run');
  const checkpoint = route.query.get('checkpoint') ?? 'newest';
  return run ? { kind: 'run', run, checkpoint: /^\d+$/.test(checkpoint) ? Number(checkpoint) : checkpoint } : undefined;
}

/** @param {string} key */
function remembered(key) {
  try {
    return localStorage.getItem(`leafstrap.${key}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function remember(key, value) {
  try {
    localStorage.setItem(`leafstrap.${key}`, value);
  } catch {
    // storage can be switched off
  }
}
