// A match or tournament as its games come.

import { Stream, get, post } from '../api.js';
import { button, h, put, say, table } from '../dom.js';
import { duration, percent, plain, signed } from '../format.js';
import { FramesView } from '../parts/frames.js';

/**
 * @param {HTMLElement} main
 * @param {string} id
 * @param {Api.About} about
 */
export function matchView(main, id, about) {
  const path = `/api/arena/${encodeURIComponent(id)}`;
  /** @type {Stream | null} */
  let stream = null;
  /** @type {FramesView | null} */
  let frames = null;
  let open = true;
  let status = '';
  const head = h('div', { class: 'row' });
  const title = h('h1');
  const sentence = h('p', { class: 'headline' });
  const progress = h('progress', { max: '1', value: '0', 'aria-label': 'Games played' });
  const tiles = h('dl', { class: 'tiles' });
  const ratings = h('div');
  const games = h('div');
  const viewer = h('section', { class: 'card', 'aria-label': 'Game', hidden: true });
  const fault = h('p', { class: 'error', role: 'alert' });

  /** @param {Api.Contest} match */
  function show(match) {
    title.textContent = match.names.length > 4 ? `${match.kind} of ${match.names.length}` : match.names.join(' – ');
    if (status !== match.status) {
      if (status) say(`The ${match.kind} is ${match.status}. ${match.sentence}`);
      status = match.status;
      put(head, h('span', { class: `badge ${match.status}` }, match.status),
        match.status === 'playing' ? button('Stop', async () => show((await post(`${path}/stop`)).match), { class: 'danger' }) : null,
        h('a', { class: 'button', href: `${path}/record`, download: '' }, 'Save the games'));
    }
    fault.textContent = match.error ?? '';
    sentence.textContent = match.sentence;
    progress.value = match.total ? match.played / match.total : 0;
    put(tiles, tilesOf(match).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
    put(ratings, table('Table', ['Player', 'Rating', '95 % interval', 'Better', 'Games', 'Distinct', 'Score', ...match.table.map((_, index) => `vs ${index + 1}`)],
      match.table.map((row, index) => [`${index + 1}. ${row.name}`, plain(row.rating, 0), row.rating_low === null ? '–' : `${plain(row.rating_low, 0)} … ${plain(row.rating_high, 0)}`,
        percent(row.los), row.games, row.distinct, percent(row.score), ...row.against.map((points) => (points === null ? '' : plain(points, 1)))]),
      { numbers: [1, 2, 3, 4, 5, 6, ...match.table.map((_, index) => 7 + index)], cards: match.table.length < 4 }));
    const newest = match.games.slice(0, 100);
    put(games, newest.length ? table('Games', ['Game', 'First', 'Second', 'Result', 'Plies', 'How it ended'], newest.map((each) => [
      button(String(each.number), () => void look(each.number), { class: 'quiet', 'aria-label': `Show game ${each.number}` }), each.first, each.second, each.result, each.plies, each.sentence]), { numbers: [4], cards: true })
      : h('p', { class: 'muted' }, 'No game is over yet.'));
  }

  /** @param {number} number */
  async function look(number) {
    const played = /** @type {Api.Frames} */ (await get(`${path}/games/${number}`));
    if (!frames) return;
    viewer.hidden = false;
    frames.follow.box.checked = false;
    frames.show(played);
    viewer.scrollIntoView({ block: 'nearest' });
  }

  async function begin() {
    /** @type {Api.Contest} */
    let match;
    try {
      match = (await get(path)).match;
    } catch (error) {
      put(main, h('div', { class: 'card narrow' }, h('h1', {}, 'No such match'), h('p', {}, error instanceof Error ? error.message : String(error)),
        h('p', { class: 'muted' }, 'Matches live as long as the server does.'), h('a', { href: '#/arena' }, 'All matches')));
      return;
    }
    const game = about.games.find(({ name }) => name === match.game);
    if (!open || !game) return;
    frames = new FramesView(game, { follow: true });
    viewer.append(h('h2', {}, 'Game'), frames.element);
    put(main, h('p', {}, h('a', { href: '#/arena' }, '‹ Arena')), h('div', { class: 'stack' },
      h('section', { class: 'card' }, h('div', { class: 'row apart' }, title, head), h('p', { class: 'muted' }, `${game.title}, ${match.kind}`), sentence, fault, progress, tiles),
      h('section', { class: 'card', 'aria-label': 'Table' }, h('h2', {}, 'Table'), ratings, h('p', { class: 'help' }, 'Better: how likely a player is stronger than the next one. Distinct: games that differ from all others.')), viewer,
      h('section', { class: 'card many', 'aria-label': 'Games' }, h('h2', {}, 'Games'), games)));
    show(match);
    stream = new Stream(`${path}/events`, {
      match: (data) => show(data.match ?? data),
      game: (played) => {
        viewer.hidden = false;
        frames?.offer(played);
      },
    });
  }

  void begin();
  return () => {
    open = false;
    stream?.close();
    frames?.destroy();
  };
}

/**
 * @param {Api.Contest} match
 * @returns {[string, string][]}
 */
function tilesOf(match) {
  /** @type {[string, string][]} */
  const tiles = [['Games', `${match.played} / ${match.total}`], ['Time', duration(match.seconds)]];
  const { score, sprt } = match;
  if (score?.games) {
    tiles.push(['Score', percent(score.score)], ['Won, drawn, lost', `${score.wins} / ${score.draws} / ${score.losses}`]);
    if (score.elo !== null && score.elo !== undefined) tiles.push(['Elo', signed(score.elo, 0)], ['95 % interval', `${signed(score.elo_low, 0)} … ${signed(score.elo_high, 0)}`]);
    if (score.points_per_game !== null && score.points_per_game !== undefined) tiles.push(['Points a game', signed(score.points_per_game)]);
  }
  if (sprt) tiles.push(['SPRT: log-likelihood', plain(sprt.llr)], ['Ends at', `${plain(sprt.lower)} or ${plain(sprt.upper)}`], ['Verdict', sprt.verdict === 'continue' ? 'undecided' : sprt.verdict]);
  return tiles;
}
