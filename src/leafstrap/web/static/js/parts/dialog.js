// Questions that have to be answered before going on, as the browser's own modal dialogs: focus stays in them.

import { button, h } from '../dom.js';

/**
 * Asks for one of several things.
 * @param {string} title
 * @param {string[]} options
 * @returns {Promise<number | null>} null: none of them
 */
export function choose(title, options) {
  return new Promise((resolve) => {
    const id = 'dialog-title';
    const dialog = h('dialog', { 'aria-labelledby': id });
    const end = (/** @type {number | null} */ answer) => {
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    dialog.append(h('h2', { id }, title),
      h('div', { class: 'stack' }, options.map((text, index) => button(capital(text), () => end(index)))),
      h('div', { class: 'row end' }, button('Cancel', () => end(null), { class: 'quiet' })));
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end(null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * @param {string} question
 * @param {string} yes
 */
export async function confirm(question, yes) {
  return (await choose(question, [yes])) === 0;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
