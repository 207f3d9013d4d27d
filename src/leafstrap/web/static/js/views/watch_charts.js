// The charts of a run, alone or with others laid over it.

import { get } from '../api.js';
import { Chart } from '../charts.js';
import { choice, h, put } from '../dom.js';

/** @typedef {{run: Api.Run, columns: Api.Columns, strength: Api.Strength[]}} Course */

const MOST_ROWS = 4000;
const BINS = 150;

export class RunCharts {
  /** @param {Api.Game} game */
  constructor(game) {
    this.game = game;
    this.x = 'games';
    /** @type {Map<string, Course>} the first is the run itself */
    this.courses = new Map();
    this.strength = h('div', { class: 'chart' });
    this.error = h('div', { class: 'chart' });
    this.speed = h('div', { class: 'chart' });
    this.note = h('p', { class: 'help' });
    this.nothing = h('p', { class: 'muted' }, 'Nothing yet: it is measured by matches, now and then and at the end.');
    this.element = h('div', { class: 'stack' },
      h('section', { class: 'card', 'aria-label': 'Strength' }, h('div', { class: 'row apart' }, h('h2', {}, 'Strength'),
        choice('Over', [['games', 'Games'], ['minutes', 'Minutes']], this.x, (x) => {
          this.x = x;
          this.build();
        })), this.strength, this.note, this.nothing),
      h('div', { class: 'columns' },
        h('section', { class: 'card', 'aria-label': 'Error' }, h('h2', {}, 'Error'), this.error),
        h('section', { class: 'card', 'aria-label': 'Speed' }, h('h2', {}, 'Games a second'), this.speed)));
    /** @type {Chart[]} */
    this.charts = [];
    this.builtRated = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
  }

  /** @param {Api.Run} run */
  begin(run) {
    this.courses.set(run.id, { run, columns: {}, strength: [] });
    this.build();
  }

  /**
   * Lays another run over this one, or takes it away.
   * @param {Api.Run} run
   * @param {boolean} on
   */
  async compare(run, on) {
    if (!on) this.courses.delete(run.id);
    else {
      const [metrics, page] = await Promise.all([get(`/api/runs/${run.id}/metrics`, { points: 1000 }), get(`/api/runs/${run.id}`)]);
      this.courses.set(run.id, { run, columns: metrics.columns, strength: page.strength });
    }
    this.build();
  }

  /**
   * @param {string} id
   * @param {Api.Metrics} metrics
   */
  addMetrics(id, metrics) {
    const course = this.courses.get(id);
    if (!course) return;
    if (metrics.reset) course.columns = metrics.columns;
    else {
      const before = course.columns.game?.length ?? 0;
      for (const [name, values] of Object.entries(metrics.columns)) {
        const column = (course.columns[name] ??= Array(before).fill(null));
        course.columns[name] = column.concat(values).slice(-MOST_ROWS);
      }
    }
    this.refresh();
  }

  /**
   * @param {string} id
   * @param {Api.Strength[]} strength
   */
  setStrength(id, strength) {
    const course = this.courses.get(id);
    if (course) course.strength = strength;
    this.refresh();
  }

  /** Draws at most four times a second, however fast rows come. */
  refresh() {
    this.later ??= setTimeout(() => {
      this.later = undefined;
      this.draw();
    }, 250);
  }

  /** Whether the first run of which anything is known was rated on a ladder: then that is shown, and of others what was. */
  get rated() {
    const known = [...this.courses.values()].find(({ strength }) => strength.length);
    return known?.strength.some(({ against }) => against === 'ladder') ?? false;
  }

  /** The curves of a run: what its steps add up to, and (true) apart from it matches against the first weights; a rating is one. */
  get kinds() {
    return this.rated ? [false] : [false, true];
  }

  build() {
    this.builtRated = this.rated;
    for (const chart of this.charts) chart.destroy();
    for (const place of [this.strength, this.error, this.speed]) put(place);
    const runs = [...this.courses.values()].map(({ run }) => run);
    const names = runs.map(({ name }) => name);
    const points = this.game.most_points > 1 && !this.rated;
    const edges = (/** @type {number} */ curve) => /** @type {[number, number]} */ ([3 * curve + 2, 3 * curve + 3]);
    const lines = names.map((label, index) => ({ label, colour: (index % 5) + 1 }));
    this.note.textContent = this.rated ? 'Rating on the ladder of the game, with intervals of 95 %; the first value is that of the first weights.' : points ? 'Points a game against the weights that were best before, and (apart) against the first ones; intervals of 95 %.'
      : 'Elo above the first weights: summed over matches on the way, intervals (95 %) of the last step; apart from it what a match against the first weights themselves has shown.';
    this.charts = [
      new Chart(this.strength, {
        label: 'Strength', x: this.x, height: 260,
        series: lines.flatMap((line) => this.kinds.flatMap((apart) => {
          const label = apart ? `${line.label} v the first` : line.label;
          const edge = /** @type {const} */ ('edge');
          return [{ ...line, label, digits: points ? 2 : 0, points: true, apart }, { ...line, label: `${label}, high`, role: edge }, { ...line, label: `${label}, low`, role: edge }];
        })),
        bands: lines.map((_, index) => edges(index * this.kinds.length)),
        whiskers: lines.flatMap((_, index) => this.kinds.map((_, kind) => edges(index * this.kinds.length + kind))),
      }),
      new Chart(this.error, { label: 'Mean error', x: this.x, height: 190, series: lines.map((line) => ({ ...line, digits: 3 })) }),
      new Chart(this.speed, { label: 'Games a second', x: this.x, height: 190, series: lines.map((line) => ({ ...line, digits: 1 })) }),
    ];
    this.draw();
  }

  draw() {
    const courses = [...this.courses.values()];
    const key = this.x === 'games' ? 'game' : 'minutes';
    const { rated } = this;
    if (rated !== this.builtRated) {
      this.build();
      return;
    }
    const points = this.game.most_points > 1 && !rated;
    const value = points ? ['points_per_game', 'points_high', 'points_low'] : ['total', 'total_high', 'total_low'];
    this.strength.hidden = this.note.hidden = !courses.some(({ strength }) => strength.length);
    this.nothing.hidden = !this.strength.hidden;
    this.charts[0].show(joined(courses.flatMap(({ strength }) => this.kinds.map((apart) => {
      const wanted = rated ? 'ladder' : apart ? 'initial' : 'champion';
      const rows = strength.filter((each) => each[key] !== null && each.against === wanted);
      const columns = [rows.map((each) => each[key]), ...value.map((name) => rows.map((each) => /** @type {any} */ (each)[name]))];
      // From the first weights on: what they are rated, or nothing where Elo is counted from them
      if (rows.length && !points && !apart) columns.forEach((column, index) => column.unshift(index ? rows.at(-1)?.initial ?? 0 : 0));
      return columns;
    })), 3));
    const binned = courses.map(({ columns }) => binsOf(columns, key));
    this.charts[1].show(joined(binned.map(({ x, error }) => [x, error]), 1));
    this.charts[2].show(joined(binned.map(({ x, speed }) => [x, speed]), 1));
  }

  destroy() {
    clearTimeout(this.later);
    for (const chart of this.charts) chart.destroy();
  }
}

/** @param {(number | null)[]} values */
function total(values) {
  return values.reduce((/** @type {number} */ sum, value) => sum + (value ?? 0), 0);
}

/**
 * Means over stretches of a run: single games vary too much to be read. The speed of a stretch is its games by its time,
 * which no single fast game can spoil.
 * @param {Api.Columns} columns
 * @param {string} key
 */
function binsOf(columns, key) {
  const games = columns.game ?? [];
  const minutes = columns.minutes ?? [];
  const width = Math.max(1, Math.ceil(games.length / BINS));
  /** @type {{x: (number | null)[], error: (number | null)[], speed: (number | null)[]}} */
  const bins = { x: [], error: [], speed: [] };
  for (let from = 0; from < games.length; from += width) {
    const to = Math.min(games.length, from + width);
    const errors = (columns.mean_error ?? []).slice(from, to).filter((value) => value !== null);
    const before = from > 0 ? from - 1 : 0;
    const played = Number(games[to - 1]) - Number(games[before]);
    const seconds = 60 * (Number(minutes[to - 1]) - Number(minutes[before]));
    bins.x.push(columns[key]?.[to - 1] ?? null);
    bins.error.push(errors.length ? total(errors) / errors.length : null);
    bins.speed.push(played > 0 && seconds > 0 ? played / seconds : null);
  }
  return bins;
}

/**
 * Columns of several runs over one x.
 * @param {(number | null)[][][]} tables each with x first
 * @param {number} width columns besides x
 * @returns {(number | null)[][]}
 */
function joined(tables, width) {
  const places = [...new Set(tables.flatMap(([x]) => x))].filter((x) => x !== null).sort((a, b) => /** @type {number} */ (a) - /** @type {number} */ (b));
  /** @type {Map<number | null, number>} */
  const rank = new Map(places.map((x, index) => [x, index]));
  const data = [/** @type {(number | null)[]} */ (places)];
  for (const columns of tables) {
    for (let column = 1; column <= width; column += 1) {
      /** @type {(number | null)[]} */
      const filled = Array(places.length).fill(null);
      columns[0].forEach((x, index) => {
        const at = rank.get(x);
        if (at !== undefined) filled[at] = columns[column]?.[index] ?? null;
      });
      data.push(filled);
    }
  }
  return data;
}
