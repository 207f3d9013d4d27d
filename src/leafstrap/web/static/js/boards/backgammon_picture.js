// A backgammon board as SVG: points, checkers, trays, and what the last move did.

import { svg } from '../dom.js';
import { cubeAt, diceAt } from './backgammon_dice.js';
import { heatColour, heatMost, heatText } from './scene.js';

const POINT = 40; // width of a point
const SIDE = 44; // the cube's column, at the left
const BAR = 44;
const TRAY = 50;
const LENGTH = 178; // of a point
const RADIUS = 18;
const EDGE = 14; // where points begin
const MOST = 5; // checkers of a point that are drawn; more are counted
export const HEIGHT = 440;
export const WIDTH = SIDE + 12 * POINT + BAR + TRAY;

/** All places: points by the first player's numbers, in the order in which the one below reads them. @param {boolean} flipped */
export function placesOf(flipped) {
  return [...Array.from({ length: 24 }, (_, index) => String(flipped ? 24 - index : index + 1)), 'bar-first', 'bar-second', 'off-first', 'off-second'];
}

/**
 * Where a place lies: its left edge, its width, and whether it is in the upper half. Who sits below has the home board
 * at the lower right.
 * @param {string} place a point, or bar-first, bar-second, off-first, off-second
 * @param {boolean} flipped
 */
export function geometry(place, flipped) {
  const [kind, side] = place.split('-');
  const below = (side === 'second') === flipped;
  // On the bar checkers lie in the half where they come in
  if (kind === 'bar') return { x: SIDE + 6 * POINT, upper: below, width: BAR };
  if (kind === 'off') return { x: SIDE + 12 * POINT + BAR, upper: !below, width: TRAY };
  const number = flipped ? 25 - Number(place) : Number(place);
  const upper = number > 12;
  const column = upper ? number - 13 : 12 - number;
  return { x: SIDE + column * POINT + (column >= 6 ? BAR : 0), upper, width: POINT };
}

/**
 * Checkers on a place: positive ones are the first player's.
 * @param {Api.Board} board
 * @param {string} place
 */
export function countAt(board, place) {
  if (board.kind !== 'points') return 0;
  const [kind, side] = place.split('-');
  if (kind === 'bar' || kind === 'off') return (side === 'first' ? 1 : -1) * board[kind][side === 'first' ? 0 : 1];
  return board.points[Number(place) - 1];
}

/**
 * The place that a step's end means for who makes it.
 * @param {string} end
 * @param {Api.Side} side
 */
export function placeOf(end, side) {
  return end === 'bar' || end === 'off' ? `${end}-${side}` : end;
}

/**
 * How many checkers a move took from each place and brought to each; places that were only passed through do not count.
 * @param {import('./scene.js').Scene['last']} last
 */
function traces(last) {
  /** @type {Map<string, number>} */
  const moved = new Map();
  for (const { from, to } of last?.steps ?? []) {
    const [start, end] = [from, to].map((each) => placeOf(each, /** @type {Api.Side} */ (last?.side)));
    moved.set(start, (moved.get(start) ?? 0) - 1);
    moved.set(end, (moved.get(end) ?? 0) + 1);
  }
  return moved;
}

/**
 * @param {import('./scene.js').Scene} scene
 * @param {boolean} flipped
 * @param {string} chosen
 * @param {Set<string>} targets places that may be pressed now
 */
export function picture(scene, flipped, chosen, targets) {
  const { board, heat, numbers, dice, cube, made = [] } = scene;
  const most = scene.most ?? (heat ? heatMost(heat) : 0);
  const moved = traces(scene.last);
  const back = [svg('rect', { width: WIDTH, height: HEIGHT, class: 'frame' }),
    svg('rect', { x: SIDE, width: 6 * POINT, height: HEIGHT, class: 'felt' }),
    svg('rect', { x: SIDE + 6 * POINT + BAR, width: 6 * POINT, height: HEIGHT, class: 'felt' })];
  const front = [];
  for (const place of placesOf(flipped)) {
    const { x, upper, width } = geometry(place, flipped);
    const middle = x + width / 2;
    const count = countAt(board, place);
    if (place.startsWith('off')) {
      back.push(svg('rect', { x: x + 5, y: upper ? 8 : HEIGHT / 2 + 8, width: width - 10, height: HEIGHT / 2 - 16, rx: 4, class: 'tray' }));
      front.push(...borne(count, x, upper, place.split('-')[1]));
    } else {
      if (!place.includes('-')) {
        const { behind, before } = point(flipped ? 25 - Number(place) : Number(place), x, upper, heat?.[place], most, Boolean(numbers));
        back.push(...behind);
        front.push(...before);
      }
      const outer = place.startsWith('bar') ? 36 : EDGE;
      front.push(...checkers(count, middle, upper, outer, chosen === place ? 'chosen' : !chosen && targets.has(place) ? 'movable' : '', moved.get(place) ?? 0));
    }
    if (chosen && targets.has(place)) front.push(svg('circle', { cx: middle, cy: landing(place, count, scene.turn ?? 'first', upper), r: 7, class: 'goal' }));
  }
  const below = flipped ? 'second' : 'first';
  const turn = scene.turn ?? 'first';
  const dieAt = turn === below ? SIDE + 9 * POINT + BAR : SIDE + 3 * POINT;
  return [back, front, dice ? diceAt(dice, made, dieAt, HEIGHT / 2, turn) : [], cube ? [cubeAt(cube, SIDE / 2, HEIGHT, below)] : []].flat();
}

/**
 * Where a checker of a side comes to lie: upon its own, on the one that it hits, in the middle of the tray.
 * @param {string} place
 * @param {number} count
 * @param {Api.Side} side
 * @param {boolean} upper
 */
function landing(place, count, side, upper) {
  if (place.startsWith('off')) return upper ? HEIGHT / 4 : (3 * HEIGHT) / 4;
  return heightOf(Math.min(MOST - 1, Math.max(0, side === 'first' ? count : -count)), EDGE, upper);
}

/**
 * The middle of a checker, by how many lie below it.
 * @param {number} index
 * @param {number} outer where the pile begins
 * @param {boolean} upper
 */
function heightOf(index, outer, upper) {
  const reach = outer + RADIUS + index * (2 * RADIUS - 1);
  return upper ? reach : HEIGHT - reach;
}

/**
 * A triangle with its number, and the heat's value at its tip.
 * @param {number} number
 * @param {number} x
 * @param {boolean} upper
 * @param {number | undefined} value
 * @param {number} most
 * @param {boolean} numbers
 */
function point(number, x, upper, value, most, numbers) {
  const middle = x + POINT / 2;
  const [outer, tip] = upper ? [EDGE, EDGE + LENGTH] : [HEIGHT - EDGE, HEIGHT - EDGE - LENGTH];
  const triangle = svg('path', { d: `M${x + 1} ${outer} L${x + POINT - 1} ${outer} L${middle} ${tip} Z`, class: number % 2 ? 'point odd' : 'point even' });
  if (value !== undefined) triangle.style.fill = heatColour(value, most);
  return {
    behind: [triangle, svg('text', { x: middle, y: upper ? 11.5 : HEIGHT - 2, class: 'coordinate' }, String(number))],
    before: value !== undefined && numbers ? [svg('text', { x: middle, y: upper ? tip + 14 : tip - 6, class: 'value' }, heatText(value))] : [],
  };
}

/**
 * Checkers of a point or the bar; those that the last move brought have a ring, and one that it took leaves one.
 * @param {number} count
 * @param {number} x
 * @param {boolean} upper
 * @param {number} outer
 * @param {string} mark of the one on top
 * @param {number} moved
 */
function checkers(count, x, upper, outer, mark, moved) {
  const number = Math.abs(count);
  const shown = Math.min(MOST, number);
  const side = count > 0 ? 'first' : 'second';
  const at = (/** @type {number} */ index) => heightOf(index, outer, upper);
  const made = [];
  for (let index = 0; index < shown; index += 1) {
    const marks = `${index >= shown - moved ? ' last' : ''} ${index === shown - 1 ? mark : ''}`;
    made.push(svg('circle', { cx: x, cy: at(index), r: RADIUS - 0.5, class: `checker ${side}${marks}` }));
  }
  if (number > MOST) made.push(svg('text', { x, y: at(shown - 1) + 5, class: `count ${side}` }, String(number)));
  if (moved < 0 && shown < MOST) made.push(svg('circle', { cx: x, cy: at(shown), r: RADIUS - 4, class: 'left' }));
  return made;
}

/**
 * Checkers that were borne off lie flat in the tray.
 * @param {number} count
 * @param {number} x
 * @param {boolean} upper
 * @param {string} side
 */
function borne(count, x, upper, side) {
  return Array.from({ length: Math.abs(count) }, (_, index) =>
    svg('rect', { x: x + 8, y: upper ? 12 + index * 13 : HEIGHT - 23 - index * 13, width: TRAY - 16, height: 11, rx: 2, class: `checker ${side}` }));
}
