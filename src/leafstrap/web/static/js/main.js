// The page's frame: which view is open, the colours, and whether the server is there.

import { ApiError, get, onPresence, post, tokenGiven } from './api.js';
import { button, field, h, put, say } from './dom.js';

/**
 * @typedef {object} Route
 * @property {string} view
 * @property {string[]} rest
 * @property {URLSearchParams} query
 */

/**
 * A view fills the page and says how it is left.
 * @typedef {(main: HTMLElement, route: Route, about: Api.About) => (() => void) | void} View
 */

/** @type {Record<string, {title: string, load: () => Promise<{view: View}>}>} */
const VIEWS = {
  play: { title: 'Play', load: () => import('./views/play.js') },
  watch: { title: 'Watch', load: () => import('./views/watch.js') },
  inside: { title: 'Inside', load: () => import('./views/inside.js') },
  arena: { title: 'Arena', load: () => import('./views/arena.js') },
};

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const banner = /** @type {HTMLElement} */ (document.getElementById('banner'));
/** @type {(() => void) | void} */
let leave;
/** @type {Api.About | null} */
let about = null;
let opened = 0;

/** @returns {Route} */
function route() {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
  const [view, ...rest] = path.split('/').map(decodeURIComponent);
  return { view: view in VIEWS ? view : 'play', rest, query: new URLSearchParams(query ?? '') };
}

async function open() {
  const here = route();
  const turn = (opened += 1);
  for (const link of document.querySelectorAll('.tabs a')) {
    if (link.getAttribute('href') === `#/${here.view}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const { title, load } = VIEWS[here.view];
  document.title = `${title} – Leafstrap`;
  try {
    const [module, known] = await Promise.all([load(), about ?? get('/api/about')]);
    if (turn !== opened) return;
    about = known;
    leave?.();
    put(main);
    main.dataset.view = here.view;
    leave = module.view(main, here, known);
  } catch (error) {
    // The form for the token is there already
    if (error instanceof ApiError && error.status === 401) return;
    if (turn === opened) put(main, h('p', { class: 'error' }, error instanceof Error ? error.message : String(error)));
  }
}

/** With a server that wants one: the token, typed in. */
function askForToken() {
  const input = h('input', { type: 'password', autocomplete: 'off', name: 'token' });
  const fault = h('p', { class: 'error', role: 'alert' });
  leave?.();
  leave = undefined;
  put(main, h('form', { class: 'card narrow', onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await post('/api/token', { token: input.value });
      tokenGiven();
      await open();
    } catch (error) {
      fault.textContent = error instanceof Error ? error.message : String(error);
    }
  } }, h('h1', {}, 'A token is needed'), h('p', {}, 'The server prints it when it starts.'), field('Token', input), fault, h('button', { class: 'main' }, 'Open')));
  input.focus();
}

onPresence((presence) => {
  banner.hidden = presence !== 'gone';
  if (presence === 'gone') banner.textContent = 'The server does not answer. What is shown may be old; the page goes on when it is back.';
  if (presence === 'token') askForToken();
  if (presence === 'there') {
    say('The server is back.');
    // Views with a stream hear of everything by it; one that could not even begin is opened again
    if (!leave) void open();
  }
});

const THEMES = /** @type {const} */ (['system', 'light', 'dark']);
const SIGNS = { system: '◐', light: '☀', dark: '☾' };
const WORDS = { system: 'as the system has them', light: 'light', dark: 'dark' };

function setUpTheme() {
  const control = /** @type {HTMLButtonElement} */ (document.getElementById('theme'));
  const show = () => {
    const now = /** @type {'light' | 'dark' | undefined} */ (document.documentElement.dataset.theme) ?? 'system';
    control.textContent = SIGNS[now];
    control.setAttribute('aria-label', `Colours: ${WORDS[now]}`);
    document.dispatchEvent(new Event('themechange'));
    return now;
  };
  control.addEventListener('click', () => {
    const next = THEMES[(THEMES.indexOf(show()) + 1) % THEMES.length];
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem('leafstrap.theme', next);
    } catch {
      // then it holds for this page only
    }
    show();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => document.dispatchEvent(new Event('themechange')));
  show();
}

// The skip link would otherwise be taken for a view
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
window.addEventListener('hashchange', () => {
  void open();
  scrollTo(0, 0);
});
window.addEventListener('unhandledrejection', (event) => {
  // Faults of the server are sentences for the person; others belong in the console
  if (event.reason?.name !== 'AbortError' && event.reason?.status === undefined) return;
  event.preventDefault();
  if (event.reason?.status) toast(event.reason.message);
});

/** @param {string} text */
function toast(text) {
  const made = h('div', { class: 'toast', role: 'alert' }, h('span', {}, text), button('×', () => made.remove(), { class: 'quiet', 'aria-label': 'Close' }));
  document.body.append(made);
  setTimeout(() => made.remove(), 8000);
}

setUpTheme();
void open();
