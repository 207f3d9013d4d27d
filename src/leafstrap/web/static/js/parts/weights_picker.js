// Choosing what plays or is looked at: the weights that come with a game, a run as it was after some games, a file, and in
// matches players without weights too.

import { get } from '../api.js';
import { field, h, put, select } from '../dom.js';
import { capital } from './dialog.js';

/** @typedef {{label: string, players?: boolean, engines?: boolean, onchange?: () => void, value?: Api.Weights}} PickerOptions */

export class WeightsPicker {
  /**
   * @param {Api.Game} game
   * @param {PickerOptions} options
   */
  constructor(game, options) {
    this.game = game;
    this.options = options;
    const plain = options.players ? game.players : game.weights;
    /** @type {[string, string][]} */
    const kinds = plain.map(({ kind }) => [kind, kind === 'default' ? 'Default weights' : capital(kind)]);
    kinds.push(['run', 'A run, as it was'], ['file', 'A weights file']);
    if (options.engines) kinds.push(['engine', 'A program of others']);
    this.kind = select(kinds, options.value?.kind ?? 'default', () => this.chosen());
    this.more = h('div', { class: 'stack' });
    this.help = h('p', { class: 'help' });
    this.element = h('div', { class: 'stack picker' }, field(options.label, this.kind), this.help, this.more);
    /** @type {(() => Partial<Api.Weights>)} */
    this.rest = () => ({});
    void this.chosen(options.value);
  }

  /** What was chosen. @returns {Api.Weights} */
  value() {
    return { kind: this.kind.value, ...this.rest() };
  }

  /** Whether it is known by now which run or file is meant, if there is one. */
  get ready() {
    const { kind, run, path } = this.value();
    return (kind !== 'run' || Boolean(run)) && (kind !== 'file' || Boolean(path));
  }

  /** @param {Api.Weights} [given] */
  async chosen(given) {
    const kind = this.kind.value;
    this.rest = given?.run ? () => ({ run: given.run, checkpoint: given.checkpoint }) : () => ({});
    put(this.more);
    const all = [...this.game.weights, ...this.game.players];
    this.help.textContent = capital(all.find((each) => each.kind === kind)?.help ?? '');
    this.help.hidden = !this.help.textContent;
    if (kind === 'run') await this.askRun(given);
    else if (kind === 'file') await this.askFile(given);
    else if (kind === 'engine') this.askEngine(given);
    this.options.onchange?.();
  }

  /** @param {Api.Weights} [given] */
  async askRun(given) {
    const { runs } = /** @type {{runs: Api.Run[]}} */ (await get('/api/runs'));
    const fitting = runs.filter((run) => run.game === this.game.name);
    if (this.kind.value !== 'run') return;
    if (!fitting.length) {
      put(this.more, h('p', { class: 'muted' }, `There is no run of ${this.game.title.toLowerCase()} yet. `, h('a', { href: '#/watch/new' }, 'Start one')));
      return;
    }
    const run = select(fitting.map(({ id, name, progress }) => [id, `${name} (${progress.games})`]), given?.run ?? fitting[0].id, () => void load());
    const checkpoint = h('select');
    checkpoint.addEventListener('change', () => this.options.onchange?.());
    let asked = 0;
    const load = async (/** @type {string | number} */ wanted = 'newest') => {
      const turn = (asked += 1);
      // Nothing is chosen among checkpoints that are about to be replaced
      checkpoint.disabled = true;
      put(checkpoint);
      const page = /** @type {Api.RunPage} */ (await get(`/api/runs/${run.value}`));
      if (turn !== asked) return;
      checkpoint.disabled = false;
      put(checkpoint, page.best !== null ? h('option', { value: 'best' }, `its best weights (after ${page.best} games)`) : null,
        h('option', { value: 'newest' }, 'its newest weights'),
        [...page.checkpoints].reverse().map(({ game }) => h('option', { value: String(game) }, `after ${game} games`)));
      checkpoint.value = String(wanted);
      if (checkpoint.selectedIndex < 0) checkpoint.selectedIndex = 0;
      this.options.onchange?.();
    };
    put(this.more, field('Run', run), field('As it was', checkpoint));
    this.rest = () => ({ run: run.value, checkpoint: /^\d+$/.test(checkpoint.value) ? Number(checkpoint.value) : checkpoint.value || 'newest' });
    await load(given?.checkpoint);
  }

  /** @param {Api.Weights} [given] */
  async askFile(given) {
    const { files } = /** @type {{files: Api.WeightsFile[]}} */ (await get('/api/weights', { game: this.game.name }));
    if (this.kind.value !== 'file') return;
    if (!files.length) {
      put(this.more, h('p', { class: 'muted' }, 'There are no weights files for this game in the opened folders.'));
      return;
    }
    const file = select(files.map(({ path, games }) => [path, games === null ? path : `${path} (after ${games} games)`]), given?.path ?? files[0].path, () => this.options.onchange?.());
    put(this.more, field('File', file));
    this.rest = () => ({ path: file.value });
  }

  /** @param {Api.Weights} [given] */
  askEngine(given) {
    const text = h('input', { type: 'text', value: given?.text ?? 'uci:stockfish', autocomplete: 'off', spellcheck: 'false' });
    put(this.more, field('Program', text, 'As on the command line, for example uci:stockfish;Hash=16'));
    this.rest = () => ({ text: text.value });
  }
}
