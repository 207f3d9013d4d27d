// A game that is being played, or was: the board, whose turn it is, and everything one can do.

import { Stream, get, post } from '../api.js';
import { makeBoard } from '../boards/board.js';
import { button, checkbox, h, put, say } from '../dom.js';
import { minus } from '../format.js';
import { EvaluationBar, showEvaluation } from '../parts/evaluation.js';
import { HintPanel } from '../parts/hint.js';
import { MoveList, stepsOf } from '../parts/moves.js';
import { ReviewPanel } from '../parts/review.js';
import { PlayerStrips } from '../parts/strips.js';
import { actionButtons, askResignation, toolLinks } from './play_actions.js';
import { matchLine, statusOf } from './play_words.js';

/**
 * @param {HTMLElement} main
 * @param {string} id
 * @param {Api.About} about
 */
export function gameView(main, id, about) {
  const view = new GameView(main, id, about);
  void view.open();
  return () => view.close();
}

class GameView {
  /**
   * @param {HTMLElement} main
   * @param {string} id
   * @param {Api.About} about
   */
  constructor(main, id, about) {
    this.main = main;
    this.path = `/api/games/${encodeURIComponent(id)}`;
    this.about = about;
    this.hint = new HintPanel(this.path);
    /** @type {Api.GameState | null} */
    this.state = null;
    /** @type {Stream | null} */
    this.stream = null;
    this.flipped = false;
    /** @type {[string, string][]} */
    this.arrows = [];
    this.thinking = '';
    this.busy = false;
  }

  async open() {
    try {
      this.build(await get(this.path));
    } catch (error) {
      put(this.main, h('div', { class: 'card narrow' }, h('h1', {}, 'No such game'), h('p', {}, error instanceof Error ? error.message : String(error)),
        h('a', { href: '#/play' }, 'Begin a new one')));
      return;
    }
    this.stream = new Stream(`${this.path}/events`, {
      state: (state) => this.take(state),
      thinking: (data) => this.thinks(data),
      evaluation: (data) => this.evaluated(data),
      gone: () => (location.hash = '#/play'),
    });
  }

  close() {
    this.stream?.close();
    this.strips?.stop();
    this.board?.destroy();
  }

  /** @param {Api.GameState} state */
  build(state) {
    const game = /** @type {Api.Game} */ (this.about.games.find(({ name }) => name === state.game));
    this.game = game;
    this.flipped = state.you === 'second';
    this.board = makeBoard(game, {
      onmove: (move) => void this.act('move', { move: move.id }),
      onstep: (step) => void this.act('step', { from: step.from, to: step.to }),
    });
    this.bar = new EvaluationBar(game);
    this.strips = new PlayerStrips(game);
    this.status = h('p', { class: 'status' });
    this.actions = h('div', { class: 'row actions', role: 'group', 'aria-label': 'What you can do now' });
    this.tools = h('div', { class: 'row tools', role: 'group', 'aria-label': 'The game' });
    this.evaluation = h('div', { class: 'evaluation' });
    this.switch = checkbox('Show', true, (on) => void this.act('evaluation', { on }));
    this.moves = new MoveList(() => this.draw());
    this.review = new ReviewPanel(game, this.path, (ply) => this.stepTo(ply), (judgements) => {
      if (!this.moves || !this.state) return;
      this.moves.judgements = judgements;
      this.moves.show(this.state.moves, { stay: true });
      this.draw();
    });
    this.match = h('p', { class: 'match muted' });
    put(this.main, h('h1', { class: 'visually-hidden' }, `${game.title} game`), h('div', { class: 'game' },
      h('div', { class: 'table' }, this.strips.upper, h('div', { class: 'board-row' }, this.bar.element, this.board.element), this.strips.lower,
        this.status, this.actions),
      this.hint.element,
      h('div', { class: 'side stack' },
        h('section', { class: 'card', 'aria-label': 'Moves' }, this.match, this.moves.element, this.tools),
        h('section', { class: 'card', 'aria-label': 'Evaluation' }, h('div', { class: 'row apart' }, h('h2', {}, 'Evaluation'), this.switch.element), this.evaluation),
        this.review.element)));
    this.take(state);
  }

  /** @param {Api.GameState} state */
  take(state) {
    const before = this.state;
    if (before && state.version < before.version) return;
    if (before && state.version === before.version) {
      // The same position as the same object: boards keep what was pressed on it
      state.position = before.position;
      state.turn = before.turn;
    }
    this.state = state;
    if (before && state.version > before.version) {
      this.arrows = [];
      this.thinking = '';
      this.hint.clear();
    }
    const last = state.moves.at(-1);
    if (before && last && state.moves.length > before.moves.length && last.side !== state.you) {
      say(`${state.names[last.side === 'first' ? 0 : 1]}: ${last.text}. ${state.outcome ? state.outcome.sentence : ''}`);
    }
    this.moves?.show(state.moves, { stay: this.moves.ply !== null });
    this.draw();
  }

  /** To where so many moves have been made; turns of the cube are in the list too, and do not count. @param {number} ply */
  stepTo(ply) {
    const index = this.state?.moves.findIndex((move) => move.ply === ply && move.kind === 'move') ?? -1;
    this.moves?.go(index + 1);
    this.board?.element.scrollIntoView({ block: 'nearest' });
  }

  /** @param {{version: number, depth: number, nodes: number, evaluation: Api.Evaluation | null}} data */
  thinks(data) {
    if (!this.state || data.version !== this.state.version) return;
    this.thinking = data.depth ? `depth ${data.depth}` : '';
    this.tell();
    if (data.evaluation) this.value(data.evaluation);
  }

  /** @param {{version: number, evaluation: Api.Evaluation}} data */
  evaluated(data) {
    if (!this.state || data.version !== this.state.version) return;
    this.state.evaluation = data.evaluation;
    this.value(data.evaluation);
  }

  /** @param {Api.Evaluation | null} evaluation */
  value(evaluation) {
    if (!this.game || !this.evaluation || this.moves?.ply !== null) return;
    this.bar?.show(evaluation, this.below());
    showEvaluation(this.evaluation, evaluation, this.game);
  }

  /** @returns {Api.Side} */
  below() {
    return this.flipped ? 'second' : 'first';
  }

  draw() {
    const { state, game } = this;
    if (!state || !game || !this.board || !this.bar || !this.evaluation || !this.match || !this.switch) return;
    const on = Boolean(state.settings.evaluation);
    this.switch.box.checked = on;
    this.bar.element.hidden = !on;
    this.evaluation.hidden = !on;
    this.strips?.show(state, this.below());
    const ply = this.moves?.ply ?? null;
    if (ply === null) {
      const mine = state.awaiting === 'move';
      this.board.show({
        board: state.position.board, orientation: this.below(), turn: state.position.turn, dice: state.position.dice, cube: state.cube,
        legal: mine ? state.position.legal : [], next: mine ? state.turn?.next ?? [] : [], made: state.turn?.steps ?? [],
        path: state.position.last?.path ?? state.moves.at(-1)?.path, last: state.turn?.steps.length ? null : stepsOf(state.moves.at(-1)), check: state.position.check, arrows: this.arrows,
      });
      this.value(state.evaluation);
    } else {
      const move = state.moves[ply - 1];
      this.board.show({ board: (move ?? state.start).board, orientation: this.below(), path: move?.path, last: stepsOf(move), dice: move?.dice ?? null, turn: move?.side });
      const evaluation = this.review?.course.get(move?.ply ?? 0) ?? move?.evaluation ?? null;
      this.bar.show(evaluation, this.below());
      put(this.evaluation, h('p', { class: 'headline' }, move ? `After ${move.number} ${move.text}: ` : 'At the start: ', evaluation ? h('strong', {}, minus(evaluation.text)) : 'not evaluated.'));
    }
    this.match.textContent = state.match ? matchLine(state) : '';
    this.match.hidden = !state.match;
    this.tell();
    this.buttons();
    this.review?.offer(state);
  }

  tell() {
    if (!this.state || !this.status || !this.game) return;
    const text = statusOf(this.state, this.game, this.thinking);
    if (this.status.textContent === text) return;
    this.status.textContent = text;
    this.status.classList.toggle('over', Boolean(this.state.outcome));
  }

  buttons() {
    const { state, game, actions, tools } = this;
    if (!state || !game || !actions || !tools) return;
    const focused = document.activeElement?.textContent;
    put(actions, this.moves?.ply !== null ? button('Back to the game', () => this.moves?.go(state.moves.length), { class: 'main' }) : null,
      actionButtons(state, { act: (verb, body) => void this.act(verb, body), hint: () => void this.askHint(), resign: () => void this.resign() }));
    if (focused) [...actions.querySelectorAll('button')].find((each) => each.textContent === focused)?.focus();
    put(tools, toolLinks(state, game, this.path, this.moves?.ply ?? null, () => {
      this.flipped = !this.flipped;
      this.draw();
    }));
  }

  /**
   * @param {string} verb
   * @param {object} [body]
   */
  async act(verb, body = {}) {
    if (!this.state || this.busy) return;
    this.busy = true;
    try {
      this.take(await post(`${this.path}/${verb}`, { ...body, version: this.state.version }));
    } catch (error) {
      this.draw();
      throw error;
    } finally {
      this.busy = false;
    }
  }

  async askHint() {
    const { state } = this;
    const best = await this.hint.ask(() => state?.version === this.state?.version);
    if (best?.from && best.to) this.arrows = [[best.from, best.to]];
    this.draw();
  }

  async resign() {
    const resigned = this.game && await askResignation(this.game);
    if (resigned) await this.act('resign', resigned);
  }
}
