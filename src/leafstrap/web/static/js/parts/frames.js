// A game on a board: stepped through, followed as newer ones come, or shown while it is being played.

import { makeBoard } from '../boards/board.js';
import { checkbox, h, put } from '../dom.js';
import { MoveList, stepsOf } from './moves.js';

const PACE = 350; // milliseconds a move while following
const LASTING = 5000; // milliseconds without a move after which a game is not taken to be played any more

export class FramesView {
  /**
   * @param {Api.Game} game
   * @param {{follow?: boolean, label?: string}} [options]
   */
  constructor(game, { follow = false, label = 'Newest game' } = {}) {
    this.game = game;
    this.board = makeBoard(game, {}, `${label}: board`);
    this.moves = new MoveList(() => this.picked());
    this.title = h('p', { class: 'muted' });
    this.follow = checkbox('Play newer games as they come', follow, () => this.resume());
    this.element = h('div', { class: 'frames' }, h('div', {}, this.title, this.board.element), h('div', { class: 'stack' }, follow ? this.follow.element : null, this.moves.element));
    /** @type {Api.Frames | null} */
    this.frames = null;
    /** @type {Api.Frames | null} */
    this.waiting = null;
    this.moved = -LASTING; // when a game under way was last heard of
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Whether what is shown is being played now. */
  get live() {
    return performance.now() - this.moved < LASTING;
  }

  /** A game under way: where it has come to. @param {Api.Frames} frames */
  playing(frames) {
    this.moved = performance.now();
    if (!this.follow.box.checked) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.frames = frames;
    this.waiting = null;
    this.name(frames);
    this.moves.show(frames.moves);
    this.draw();
  }

  /** A game that is over. @param {Api.Frames} frames */
  offer(frames) {
    if (this.live && this.follow.box.checked) {
      // Only the end of the very game that was shown is of interest while others are under way
      if (this.frames?.headers.Round !== frames.headers.Round) return;
      this.playing(frames);
      return;
    }
    const playing = this.frames !== null && this.timer !== undefined;
    if (this.follow.box.checked && playing) this.waiting = frames;
    else if (this.frames === null || this.follow.box.checked) this.show(frames);
  }

  /** @param {Api.Frames} frames */
  show(frames) {
    this.frames = frames;
    this.waiting = null;
    this.name(frames);
    this.moves.show(frames.moves);
    if (this.follow.box.checked) this.play(0);
    else this.draw();
  }

  /** @param {Api.Frames} frames */
  name(frames) {
    const { Round: round, Batch: batch } = frames.headers;
    const number = batch ? `Batch ${batch}, its first game: ` : round && round !== '?' ? `Game ${round}: ` : '';
    put(this.title, `${number}${frames.names.join(' – ')}. ${frames.sentence}`);
  }

  /** @param {number} ply */
  play(ply) {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.frames) return;
    this.moves.ply = ply >= this.frames.moves.length ? null : ply;
    this.moves.mark();
    this.draw();
    if (ply < this.frames.moves.length) this.timer = setTimeout(() => this.play(ply + 1), PACE);
    else if (this.waiting) this.timer = setTimeout(() => this.waiting && this.show(this.waiting), 4 * PACE);
  }

  /** Whoever steps by hand wants to look: then nothing moves by itself. */
  picked() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.follow.box.checked = false;
    this.draw();
  }

  resume() {
    if (!this.follow.box.checked) {
      clearTimeout(this.timer);
      this.timer = undefined;
    } else if (this.waiting) this.show(this.waiting);
    else if (this.frames) this.play(this.moves.at());
  }

  draw() {
    if (!this.frames) return;
    const move = this.frames.moves[this.moves.at() - 1];
    this.board.show({ board: move?.board ?? this.frames.start.board, path: move?.path, last: stepsOf(move), turn: move?.side, dice: move?.dice ?? null });
  }

  destroy() {
    clearTimeout(this.timer);
    this.board.destroy();
  }
}
