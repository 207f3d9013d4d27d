// A game that was played, on a board: stepped through, or followed as newer games come.

import { makeBoard } from '../boards/board.js';
import { checkbox, h, put } from '../dom.js';
import { MoveList } from './moves.js';

const PACE = 350; // milliseconds a move while following

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
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {Api.Frames} frames */
  offer(frames) {
    const playing = this.frames !== null && this.timer !== undefined;
    if (this.follow.box.checked && playing) this.waiting = frames;
    else if (this.frames === null || this.follow.box.checked) this.show(frames);
  }

  /** @param {Api.Frames} frames */
  show(frames) {
    this.frames = frames;
    this.waiting = null;
    const round = frames.headers.Round && frames.headers.Round !== '?' ? `Game ${frames.headers.Round}: ` : '';
    put(this.title, `${round}${frames.names.join(' – ')}. ${frames.sentence}`);
    this.moves.show(frames.moves);
    if (this.follow.box.checked) this.play(0);
    else this.draw();
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
    this.board.show({ board: move?.board ?? this.frames.start.board, path: move?.path, turn: move?.side, dice: move?.dice ?? null });
  }

  destroy() {
    clearTimeout(this.timer);
    this.board.destroy();
  }
}
