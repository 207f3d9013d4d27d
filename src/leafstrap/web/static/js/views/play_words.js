// What the page says about a game, in sentences.

/**
 * @param {Api.GameState} state
 * @param {Api.Game} game
 * @param {string} thinking
 */
export function statusOf(state, game, thinking) {
  if (state.error) return state.error;
  const { match } = state;
  if (match?.winner && state.awaiting === 'none') {
    return `${state.outcome?.sentence ?? ''} ${state.names[match.winner === 'first' ? 0 : 1]} won the match ${match.points.join('–')}.`.trim();
  }
  if (state.outcome) return state.outcome.sentence;
  const side = game.sides[state.position.turn === 'first' ? 0 : 1];
  const name = state.names[state.position.turn === 'first' ? 0 : 1];
  if (state.awaiting === 'engine') return `${state.names[state.you === 'first' ? 1 : 0]} is thinking… ${thinking}`.trim();
  if (state.awaiting === 'answer') return `You are doubled to ${state.cube?.offered ?? ''}. Take or drop?`;
  if (state.awaiting === 'roll') return state.actions.includes('double') ? 'Roll, or double first.' : 'Roll the dice.';
  const whose = state.you === 'both' ? `${side} to move.` : `Your move, ${name === 'You' ? `you play ${side}` : name}.`;
  if (state.position.check) return `Check! ${whose}`;
  if (state.turn) {
    if (state.turn.complete && !state.turn.next.length) return 'Press Done, or undo.';
    return `You have ${state.position.dice?.join(' and ') ?? ''}. Choose a checker, then where it goes.`;
  }
  return whose;
}

/** @param {Api.GameState} state */
export function matchLine(state) {
  const { match } = state;
  if (!match) return '';
  const length = match.length ? `Match to ${match.length}` : 'For money';
  const crawford = match.crawford ? ', Crawford game' : '';
  return `${length}, game ${match.number}${crawford} · ${state.names.map((name, index) => `${name}: ${match.points[index]}`).join(' · ')}`;
}
