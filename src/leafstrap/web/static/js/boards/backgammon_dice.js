// Dice and the doubling cube, as SVG.

import { svg } from '../dom.js';

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/**
 * The dice of a roll side by side, doubles as four; those that were used are faint.
 * @param {[number, number]} dice
 * @param {Api.Step[]} made steps of this turn so far
 * @param {number} x
 * @param {number} y
 * @param {Api.Side} side
 */
export function diceAt(dice, made, x, y, side) {
  const rolled = dice[0] === dice[1] ? [dice[0], dice[0], dice[0], dice[0]] : [...dice];
  const used = made.map((step) => step.die);
  const wide = rolled.length === 4 ? 34 : 42;
  return rolled.map((value, index) => {
    const at = used.indexOf(value);
    if (at >= 0) used.splice(at, 1);
    return die(value, x + (index - (rolled.length - 1) / 2) * wide, y, side, at >= 0, rolled.length === 4 ? 14 : 17);
  });
}

/**
 * @param {number} value
 * @param {number} x
 * @param {number} y
 * @param {Api.Side} side
 * @param {boolean} used
 * @param {number} half
 */
function die(value, x, y, side, used, half) {
  return svg('g', { class: `die ${side}${used ? ' used' : ''}`, transform: `translate(${x} ${y})` },
    svg('rect', { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 5 }),
    PIPS[value].map(([column, row]) => svg('circle', { cx: column * half * 0.52, cy: row * half * 0.52, r: half * 0.17 })));
}

/**
 * The cube in its column: in the middle, or with its owner; one that is offered lies large in the middle.
 * @param {{value: number, owner: Api.Side | null, offered: number | null}} cube
 * @param {number} x
 * @param {number} height
 * @param {Api.Side} below
 */
export function cubeAt(cube, x, height, below) {
  const y = cube.owner === null || cube.offered ? height / 2 : cube.owner === below ? height - 30 : 30;
  // A cube that nobody has turned shows 64, as real ones do
  const text = cube.offered ?? (cube.value === 1 ? 64 : cube.value);
  return svg('g', { class: cube.offered ? 'cube offered' : 'cube', transform: `translate(${x} ${y})` },
    svg('rect', { x: -16, y: -16, width: 32, height: 32, rx: 5 }), svg('text', { y: 6 }, String(text)));
}
