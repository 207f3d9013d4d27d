// Speaking to the server: requests, streams, and knowing whether it is there.

/** An answer of 400 or more: its sentence, and its status. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status 0: the server could not be reached
   */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @typedef {'there' | 'gone' | 'token'} Presence */
/** @type {Set<(presence: Presence) => void>} */
const listeners = new Set();
/** @type {Presence} */
let presence = 'there';

/** @param {Presence} now */
function setPresence(now) {
  if (now === presence) return;
  presence = now;
  for (const listener of listeners) listener(now);
  if (now === 'gone') void knock();
}

/**
 * Hears when the server goes and comes back.
 * @param {(presence: Presence) => void} listener
 */
export function onPresence(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** While the server is gone, asks every second or so whether it is back. */
async function knock() {
  while (presence === 'gone') {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    try {
      const answer = await fetch('/api/about', { cache: 'no-store' });
      setPresence(answer.status === 401 ? 'token' : 'there');
    } catch {
      // still gone
    }
  }
}

/** The token was accepted. */
export function tokenGiven() {
  setPresence('there');
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 */
async function request(method, path, body, signal) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: method === 'GET' ? {} : { 'Content-Type': 'application/json' },
      body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
      cache: 'no-store',
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    setPresence('gone');
    throw new ApiError('The server does not answer.', 0);
  }
  if (answer.status === 204) return null;
  const kind = answer.headers.get('Content-Type') ?? '';
  const content = kind.startsWith('application/json') ? await answer.json() : await answer.text();
  if (answer.ok) return content;
  if (answer.status === 401) setPresence('token');
  const sentence = typeof content === 'object' && content?.error ? content.error : `The server answered with ${answer.status}.`;
  throw new ApiError(sentence, answer.status);
}

/**
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} [query]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function get(path, query = {}, signal = undefined) {
  return request('GET', withQuery(path, query), undefined, signal);
}

/**
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function post(path, body, signal) {
  return request('POST', path, body, signal);
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export function remove(path) {
  return request('DELETE', path, {});
}

/**
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} query
 */
export function withQuery(path, query) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  if (!given.length) return path;
  return `${path}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
}

const HIDDEN = 5000; // milliseconds after which a tab that nobody sees closes its streams
const AGAIN = 1500;

/**
 * A stream of events. It comes back by itself after an outage, and is closed while the tab is hidden: a browser has
 * only six connections to a server, and tabs in the background would hold them all.
 */
export class Stream {
  /**
   * @param {string} path
   * @param {Record<string, (data: any) => void>} handlers by the event's name
   * @param {{once?: boolean, onrefused?: () => void}} [options] once: ends with the server's last word
   */
  constructor(path, handlers, { once = false, onrefused } = {}) {
    this.path = path;
    this.handlers = handlers;
    this.once = once;
    this.onrefused = onrefused;
    this.closed = false;
    /** @type {EventSource | null} */
    this.source = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.onvisibility = () => this.seen();
    document.addEventListener('visibilitychange', this.onvisibility);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    if (this.closed || this.source) return;
    const source = new EventSource(this.path);
    this.source = source;
    for (const [name, handler] of Object.entries(this.handlers)) {
      source.addEventListener(name, (event) => {
        if (this.source === source) handler(JSON.parse(/** @type {MessageEvent} */ (event).data));
      });
    }
    source.addEventListener('open', () => setPresence('there'));
    source.addEventListener('error', () => void this.broken());
  }

  async broken() {
    this.drop();
    if (this.closed) return;
    if (this.once) {
      this.close();
      this.onrefused?.();
      return;
    }
    try {
      // EventSource does not say why: an ordinary request does
      await get('/api/about');
    } catch {
      // said to everybody already
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), AGAIN);
  }

  seen() {
    clearTimeout(this.timer);
    if (document.hidden) this.timer = setTimeout(() => this.drop(), HIDDEN);
    else this.open();
  }

  drop() {
    this.source?.close();
    this.source = null;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.onvisibility);
    this.drop();
  }
}
