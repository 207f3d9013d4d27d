// One run, live while it learns.

import { Stream, get, post } from '../api.js';
import { button, checkbox, h, put, say } from '../dom.js';
import { count, duration, plain } from '../format.js';
import { CheckpointSlider } from '../parts/checkpoints.js';
import { FramesView } from '../parts/frames.js';
import { RunCharts } from './watch_charts.js';
import { badge } from './watch_list.js';
import { WorkersTable } from './watch_workers.js';

/**
 * @param {HTMLElement} main
 * @param {string} id
 * @param {Api.About} about
 */
export function runView(main, id, about) {
  const view = new RunView(main, id, about);
  void view.open();
  return () => view.close();
}

class RunView {
  /**
   * @param {HTMLElement} main
   * @param {string} id
   * @param {Api.About} about
   */
  constructor(main, id, about) {
    this.main = main;
    this.id = id;
    this.about = about;
    this.closed = false;
    /** @type {{destroy: () => void}[]} */
    this.parts = [];
    this.status = '';
  }

  async open() {
    /** @type {Api.RunPage} */
    let page;
    try {
      page = await get(`/api/runs/${encodeURIComponent(this.id)}`);
    } catch (error) {
      put(this.main, h('div', { class: 'card narrow' }, h('h1', {}, 'No such run'), h('p', {}, error instanceof Error ? error.message : String(error)), h('a', { href: '#/watch' }, 'All runs')));
      return;
    }
    if (!this.closed) this.build(page);
  }

  close() {
    this.closed = true;
    this.stream?.close();
    for (const part of this.parts) part.destroy();
  }

  /** @param {Api.RunPage} page */
  build(page) {
    const game = this.about.games.find(({ name }) => name === page.run.game);
    if (!game) {
      put(this.main, h('p', { class: 'error' }, `This server does not know the game ${page.run.game}.`));
      return;
    }
    this.head = h('div', { class: 'row' });
    this.progress = h('progress', { max: '1', value: '0', 'aria-label': 'Progress' });
    this.tiles = h('dl', { class: 'tiles' });
    this.log = h('pre', { tabindex: '0' }, page.log);
    this.logBox = h('details', { hidden: !page.log }, h('summary', {}, 'What it says'), this.log);
    this.others = h('div', { class: 'row' });
    const workers = new WorkersTable();
    const charts = new RunCharts(game);
    const slider = new CheckpointSlider(game, page.run.id);
    const frames = new FramesView(game, { follow: true });
    const heading = h('h2');
    const newest = h('section', { class: 'card', 'aria-label': 'A game' }, heading, frames.element);
    const shown = () => {
      newest.hidden = false;
      heading.textContent = frames.live ? 'The game being played now' : 'The newest game';
    };
    newest.hidden = true;
    this.parts.push(charts, slider, frames);
    put(this.main, h('p', {}, h('a', { href: '#/watch' }, '‹ All runs')),
      h('section', { class: 'card' }, h('div', { class: 'row apart' }, h('h1', {}, page.run.name), this.head),
        h('p', { class: 'muted' }, `${game.title}, recipe ${page.run.recipe}, rule ${page.run.rule}, in ${page.run.folder}`), this.progress, this.tiles, this.others),
      workers.element, charts.element, newest, slider.element,
      h('section', { class: 'card', 'aria-label': 'Recipe' }, h('details', {}, h('summary', {}, 'Recipe'), h('pre', { tabindex: '0' }, page.toml)), this.logBox));
    charts.begin(page.run);
    charts.setStrength(page.run.id, page.strength);
    slider.offer(page.checkpoints);
    this.take(page.run);
    void this.offerOthers(page.run, charts);
    this.stream = new Stream(`/api/runs/${page.run.id}/events`, {
      run: (run) => this.take(run),
      metrics: (metrics) => charts.addMetrics(page.run.id, metrics),
      strength: ({ strength }) => charts.setStrength(page.run.id, strength),
      checkpoints: ({ checkpoints }) => slider.offer(checkpoints),
      playing: (game) => {
        frames.playing(game);
        shown();
      },
      game: (played) => {
        frames.offer(played);
        shown();
      },
      workers: (told) => workers.show(told),
      log: ({ text }) => {
        if (!this.log || !this.logBox) return;
        this.logBox.hidden = !text;
        this.log.textContent = text;
      },
    });
  }

  /**
   * @param {Api.Run} run
   * @param {RunCharts} charts
   */
  async offerOthers(run, charts) {
    const { runs } = /** @type {{runs: Api.Run[]}} */ (await get('/api/runs'));
    const others = runs.filter(({ id, game }) => id !== run.id && game === run.game).slice(0, 12);
    if (!this.others || !others.length) return;
    put(this.others, h('span', { class: 'muted' }, 'Lay over it:'), others.map((other) => checkbox(other.name, false, (on) => void charts.compare(other, on)).element));
  }

  /** @param {Api.Run} run */
  take(run) {
    const { progress } = run;
    if (!this.head || !this.tiles || !this.progress) return;
    if (this.status && this.status !== run.status) say(`The run is ${run.status}.`);
    if (this.status !== run.status) {
      this.status = run.status;
      const allowed = this.about.allowed.runs;
      put(this.head, badge(run),
        allowed && run.status === 'learning' ? button('Stop', () => void this.act('stop'), { class: 'danger' }) : null,
        allowed && run.status !== 'learning' ? button('Learn on', () => void this.learnOn(run)) : null,
        h('a', { class: 'button', href: `#/play?game=${run.game}&run=${run.id}` }, 'Play it'));
    }
    this.progress.hidden = progress.share === null;
    this.progress.value = progress.share ?? 0;
    const tiles = [['Games', count(progress.games)], ['Minutes', plain(progress.minutes, 1)], ['Games/s', count(progress.games_per_second)],
      ['Nodes/s', count(progress.nodes_per_second)], ['Mean error', plain(progress.mean_error, 3)],
      ['Time left', run.status === 'learning' ? duration(progress.seconds_left) : '–']];
    put(this.tiles, tiles.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));
  }

  /**
   * @param {'stop' | 'resume'} verb
   * @param {object} [body]
   */
  async act(verb, body) {
    const { run } = await post(`/api/runs/${this.id}/${verb}`, body);
    this.take(run);
  }

  /** A run that is finished goes on for as long again. @param {Api.Run} run */
  async learnOn(run) {
    const { goal_minutes: minutes, goal_games: games, games: played } = run.progress;
    if (run.status !== 'finished') await this.act('resume');
    else if (minutes !== null) await this.act('resume', { minutes: Math.max(minutes, run.progress.minutes) + Math.max(1, minutes) });
    else await this.act('resume', { games: played + (games ?? 100) });
  }
}
