// How squares that a person presses become a move. The page knows no rules: it only compares paths of legal moves.

/**
 * @param {Api.Move} move
 * @returns {string[]}
 */
export function pathOf(move) {
  return move.path ?? [];
}

/**
 * @param {string[]} path
 * @param {string[]} trail
 */
function begins(path, trail) {
  return trail.every((square, index) => path[index] === square);
}

/**
 * What one more pressed square means: a longer trail, or moves that are complete. Several complete moves are a choice
 * (a promotion, or two ways of capturing that end on one square).
 * @param {Api.Move[]} legal
 * @param {string[]} trail squares that were pressed before
 * @param {string} square
 * @returns {{trail: string[], moves: Api.Move[]}}
 */
export function press(legal, trail, square) {
  const longer = [...trail, square];
  const fitting = legal.filter((move) => begins(pathOf(move), longer));
  const complete = fitting.filter((move) => pathOf(move).length === longer.length);
  if (complete.length) return { trail: longer, moves: complete };
  if (fitting.length) return { trail: longer, moves: [] };
  if (trail.length) {
    // The end of a capture of several pieces may be pressed at once
    const ending = legal.filter((move) => begins(pathOf(move), trail) && pathOf(move).at(-1) === square);
    if (ending.length) return { trail: longer, moves: ending };
  }
  const again = trail.at(-1) === square;
  const starts = !again && legal.some((move) => pathOf(move)[0] === square);
  return { trail: starts ? [square] : [], moves: [] };
}

/**
 * Squares that can be pressed now.
 * @param {Api.Move[]} legal
 * @param {string[]} trail
 * @returns {Set<string>}
 */
export function targets(legal, trail) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const move of legal) {
    const path = pathOf(move);
    if (!begins(path, trail) || path.length <= trail.length) continue;
    found.add(path[trail.length]);
    if (trail.length) found.add(/** @type {string} */ (path.at(-1)));
  }
  return found;
}
