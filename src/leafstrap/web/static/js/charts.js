// Line charts by uPlot, in the page's colours, with a sentence for those who do not see them.

import * as vendored from '../vendor/uplot/uPlot.js';
import { h } from './dom.js';
import { count } from './format.js';

/**
 * @typedef {object} Series
 * @property {string} label
 * @property {number} colour 1 to 5
 * @property {number} [digits]
 * @property {boolean} [points] single values, marked
 * @property {boolean} [apart] marks alone, not joined by a line
 * @property {'edge'} [role] the edge of an interval: not drawn itself
 */

/**
 * @typedef {object} ChartOptions
 * @property {string} label
 * @property {string} x what the first column is
 * @property {Series[]} series
 * @property {[number, number][]} [bands] pairs of series (from 1) between which an interval is shaded
 * @property {[number, number][]} [whiskers] pairs of series between which an interval is drawn at each value
 * @property {number} [height]
 * @property {[number, number]} [range]
 * @property {boolean} [logarithmic]
 * @property {(x: number) => void} [onpick]
 */

const css = (/** @type {string} */ name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const UPlot = /** @type {any} */ (vendored.default);

let sheet = /** @type {HTMLLinkElement | null} */ (null);

function needSheet() {
  if (sheet) return;
  sheet = h('link', { rel: 'stylesheet', href: '/static/vendor/uplot/uPlot.css' });
  document.head.append(sheet);
}

/** Colours have to be asked from an element: the canvas knows no light-dark(). @param {string} name */
function colour(name) {
  const probe = h('span', { hidden: true });
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found || css(name);
}

export class Chart {
  /**
   * @param {HTMLElement} place
   * @param {ChartOptions} options
   */
  constructor(place, options) {
    needSheet();
    this.place = place;
    this.options = options;
    /** @type {(number | null)[][]} */
    this.data = [[], ...options.series.map(() => [])];
    place.setAttribute('role', 'img');
    this.make();
    this.watcher = new ResizeObserver(() => {
      if (place.clientWidth > 0 && place.clientWidth !== this.plot.width) this.plot.setSize(this.size());
    });
    this.watcher.observe(place);
    this.onTheme = () => this.remake();
    document.addEventListener('themechange', this.onTheme);
  }

  size() {
    return { width: Math.max(200, this.place.clientWidth), height: this.options.height ?? 220 };
  }

  make() {
    const { series, bands = [], whiskers = [], range, x, onpick, logarithmic } = this.options;
    const ink = colour('--muted');
    const line = colour('--line');
    const axis = { stroke: ink, font: '12px system-ui, sans-serif', grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    this.plot = new UPlot({
      ...this.size(),
      padding: [10, 24, 0, 0], // half of a number below its right end
      cursor: { points: { size: 7 }, drag: { x: false, y: false } },
      legend: { show: true, live: true },
      // From the beginning on, also where there is only one value
      scales: { x: { time: false, range: (/** @type {any} */ _, /** @type {number} */ low, /** @type {number} */ high) => [Math.min(0, low ?? 0), (high ?? 0) > 0 ? high : 1] }, y: range ? { range } : logarithmic ? { distr: 3 } : {} },
      axes: [{ ...axis, values: (/** @type {any} */ _, /** @type {number[]} */ splits) => splits.map((value) => (Number.isInteger(value) || Math.abs(value) < 10 ? tick(value) : '')) },
        { ...axis, size: 52, values: (/** @type {any} */ _, /** @type {number[]} */ splits) => splits.map((value) => (value === null ? '' : tick(value))) }],
      series: [{ label: x, value: (/** @type {any} */ plot, /** @type {number | null} */ value) => shown(value ?? plot.data[0].at(-1), tick) },
        ...series.map((each) => ({
          label: each.label, spanGaps: true, class: each.role ?? 'line',
          stroke: each.role === 'edge' ? 'transparent' : colour(`--series-${each.colour}`),
          width: each.role === 'edge' || each.apart ? 0 : 2,
          points: each.role === 'edge' ? { show: false } : each.points ? { show: true, size: 6, fill: colour(`--series-${each.colour}`) } : { show: false },
          // While nothing is pointed at, the last value that there is
          value: (/** @type {any} */ plot, /** @type {number | null} */ value, /** @type {number} */ index, /** @type {number | null} */ at) =>
            shown(at === null ? plot.data[index].findLast((/** @type {number | null} */ one) => one !== null && one !== undefined) : value, (one) => one.toFixed(each.digits ?? 2).replace('-', '−')),
        }))],
      bands: bands.map(([high, low]) => ({ series: [high, low], fill: faint(colour(`--series-${series[high - 1].colour}`)) })),
      hooks: { draw: [(/** @type {any} */ plot) => drawWhiskers(plot, whiskers, ([high]) => colour(`--series-${series[high - 1].colour}`))], ...(onpick ? { ready: [(/** @type {any} */ plot) => plot.over.addEventListener('click', () => {
        const at = plot.cursor.idx;
        if (at !== null && at !== undefined) onpick(plot.data[0][at]);
      })] } : {}) },
    }, this.data, this.place);
  }

  remake() {
    this.plot.destroy();
    this.make();
  }

  /** @param {(number | null)[][]} data the first column is x */
  show(data) {
    this.data = data;
    this.plot.setData(data);
    const said = this.options.series.filter(({ role }) => role !== 'edge').map(({ label, digits }) => {
      const column = data[1 + this.options.series.findIndex((each) => each.label === label)] ?? [];
      const last = column.findLast((value) => value !== null && value !== undefined);
      return last === undefined || last === null ? '' : `${label} ${last.toFixed(digits ?? 2)}`;
    });
    this.place.setAttribute('aria-label', `${this.options.label}. Last: ${said.filter(Boolean).join(', ') || 'nothing yet'}.`);
  }

  destroy() {
    this.watcher.disconnect();
    document.removeEventListener('themechange', this.onTheme);
    this.plot.destroy();
  }
}

/**
 * @param {number | null | undefined} value
 * @param {(value: number) => string} text
 */
function shown(value, text) {
  return value === null || value === undefined ? '–' : text(value);
}

/**
 * An upright line from the low to the high edge of each interval.
 * @param {any} plot
 * @param {[number, number][]} pairs
 * @param {(pair: [number, number]) => string} inkOf
 */
function drawWhiskers(plot, pairs, inkOf) {
  const { ctx, data } = plot;
  ctx.save();
  ctx.lineWidth = 1.5 * devicePixelRatio;
  for (const pair of pairs) {
    ctx.strokeStyle = inkOf(pair);
    ctx.beginPath();
    data[0].forEach((/** @type {number} */ at, /** @type {number} */ index) => {
      const [high, low] = pair.map((series) => data[series][index]);
      if (high === null || high === undefined || low === null || low === undefined) return;
      const x = plot.valToPos(at, 'x', true);
      ctx.moveTo(x, plot.valToPos(high, 'y', true));
      ctx.lineTo(x, plot.valToPos(low, 'y', true));
    });
    ctx.stroke();
  }
  ctx.restore();
}

/** @param {number} value */
function tick(value) {
  if (Math.abs(value) >= 10000) return count(value);
  return String(Math.round(value * 1000) / 1000).replace('-', '−');
}

/** @param {string} solid */
function faint(solid) {
  return solid.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.18)');
}
