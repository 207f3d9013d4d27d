// What a board is asked to show, the same for all games.

/**
 * @typedef {object} Scene
 * @property {Api.Board} board
 * @property {Api.Side} [orientation] who sits below
 * @property {Api.Side} [turn]
 * @property {Api.Move[]} [legal] moves that the person may make now; none: the board only shows
 * @property {string[]} [path] squares of the last move
 * @property {{side: Api.Side, steps: Api.Step[]} | null} [last] the same in backgammon
 * @property {string | null} [check]
 * @property {[string, string][]} [arrows] a hint, a variation
 * @property {Record<string, number> | null} [heat] a number for each square, drawn as colour
 * @property {boolean} [numbers] whether the heat's numbers are written into the squares
 * @property {boolean} [bare] no chequers under the heat: it is what is looked at
 * @property {number} [most] the heat's largest number that is told apart
 * @property {[number, number] | null} [dice]
 * @property {Api.Step[]} [made] steps of this turn so far, in backgammon
 * @property {Api.Step[]} [next] steps that may follow
 * @property {Api.GameState['cube']} [cube]
 * @property {boolean} [edit] every square can be pressed, for setting up a position
 */

/**
 * @typedef {object} BoardHandlers
 * @property {(move: Api.Move) => void} [onmove]
 * @property {(step: Api.Step) => void} [onstep]
 * @property {(square: string) => void} [onpress] while a position is set up
 */

/**
 * A number as a colour: one hue for what is good for the first player, another for the second, faint near zero.
 * @param {number} value
 * @param {number} most
 */
export function heatColour(value, most) {
  const strength = most > 0 ? Math.min(1, Math.abs(value) / most) : 0;
  const hue = value >= 0 ? 'var(--heat-plus)' : 'var(--heat-minus)';
  return `color-mix(in srgb, ${hue} ${Math.round(12 + 78 * strength)}%, transparent)`;
}

/** @param {Record<string, number>} heat */
export function heatMost(heat) {
  return Math.max(0, ...Object.values(heat).map(Math.abs));
}

/** @param {number} value */
export function heatText(value) {
  const shown = Math.abs(value) >= 10 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 1 ? 1 : 2);
  if (!/[1-9]/.test(shown)) return '0';
  return shown.replace('0.', '.').replace('-', '−');
}
