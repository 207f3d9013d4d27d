// Starting a run: the game, a recipe, how long, and settings for who wants to try something.

import { post } from '../api.js';
import { button, choice, field, h, put } from '../dom.js';

/**
 * @param {HTMLElement} main
 * @param {import('../main.js').Route} route
 * @param {Api.About} about
 */
export function newRunView(main, route, about) {
  let game = about.games.find(({ name }) => name === route.query.get('game')) ?? about.games[0];
  const body = h('div', { class: 'stack' });
  const fault = h('p', { class: 'error', role: 'alert' });
  const form = h('form', { class: 'card', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    void start();
  } }, h('h1', {}, 'Start a run'), about.allowed.runs ? [
    choice('Game', about.games.map(({ name, title }) => [name, title]), game.name, (name) => {
      game = about.games.find((each) => each.name === name) ?? game;
      draw();
    }), body] : h('p', {}, 'Starting runs is switched off on this server.'), fault);
  main.append(h('div', { class: 'setup' }, form));
  /** @type {() => object} */
  let read = () => ({});

  function draw() {
    const usual = game.recipes.find((recipe) => recipe.default)?.name ?? game.recipes[0]?.name;
    const recipe = h('select', {}, game.recipes.map(({ name }) => h('option', { value: name }, name)));
    recipe.value = usual;
    const summary = h('p', { class: 'help' });
    const tell = () => (summary.textContent = game.recipes.find(({ name }) => name === recipe.value)?.summary ?? '');
    recipe.addEventListener('change', tell);
    tell();
    const name = h('input', { type: 'text', maxlength: '60', pattern: '[A-Za-z0-9_\\-][A-Za-z0-9_.\\-]*', placeholder: 'made from game and recipe', autocomplete: 'off' });
    const minutes = h('input', { type: 'number', min: '0.05', step: 'any', value: '3' });
    const games = h('input', { type: 'number', min: '1', step: '1', placeholder: 'no limit' });
    const workers = h('input', { type: 'number', min: '1', max: '64', step: '1', value: '1' });
    const seed = h('input', { type: 'number', min: '0', step: '1', value: '1' });
    const settings = h('div', { class: 'stack' });
    const keys = h('datalist', { id: 'setting-keys' }, about.settings.map(({ key, meaning }) => h('option', { value: key }, meaning)));
    const addSetting = () => {
      const meaning = h('p', { class: 'help' });
      const key = h('input', { type: 'text', list: 'setting-keys', 'aria-label': 'Setting', class: 'key', autocomplete: 'off' });
      key.addEventListener('input', () => (meaning.textContent = about.settings.find((each) => each.key === key.value)?.meaning ?? ''));
      const value = h('input', { type: 'text', 'aria-label': 'Value', class: 'value', autocomplete: 'off' });
      const row = h('div', { class: 'setting' }, h('div', { class: 'row field' }, key, value, button('×', () => row.remove(), { class: 'quiet', 'aria-label': 'Remove this setting' })), meaning);
      settings.append(row);
    };
    put(body, h('div', {}, field('Recipe', recipe), summary),
      h('div', { class: 'fields' }, field('Minutes', minutes), field('Games', games), field('Workers', workers), field('Seed', seed)),
      field('Name', name, 'The folder it is kept in'),
      h('details', {}, h('summary', {}, 'Settings other than the recipe\'s'), h('div', { class: 'stack' }, keys, settings, h('div', { class: 'row' }, button('Add a setting', addSetting)))),
      h('div', { class: 'row' }, h('button', { class: 'main', type: 'submit' }, 'Start')));
    read = () => {
      const changed = [...settings.querySelectorAll('.setting')].map((row) => [...row.querySelectorAll('input')].map((input) => input.value.trim()));
      return {
        game: game.name, recipe: recipe.value, name: name.value || undefined, minutes: number(minutes.value), games: number(games.value),
        workers: Number(workers.value) || 1, seed: Number(seed.value) || 0,
        settings: Object.fromEntries(changed.filter(([key]) => key).map(([key, value]) => [key, parsed(value)])),
      };
    };
  }

  async function start() {
    fault.textContent = '';
    const submit = /** @type {HTMLButtonElement} */ (form.querySelector('button.main'));
    submit.disabled = true;
    try {
      const { run } = await post('/api/runs', read());
      location.hash = `#/watch/${run.id}`;
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : String(error);
    }
    submit.disabled = false;
  }

  if (about.allowed.runs) draw();
}

/** @param {string} text */
function number(text) {
  return text.trim() === '' ? null : Number(text);
}

/** A value as TOML would have it: numbers and booleans are such, all else is text. @param {string} text */
function parsed(text) {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
