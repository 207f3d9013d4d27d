// A page of results, from the blocks that the server made of its markdown.

import { get } from '../api.js';
import { h, put, table } from '../dom.js';

/**
 * @param {HTMLElement} main
 * @param {string} id
 */
export function resultView(main, id) {
  const path = `/api/results/${encodeURIComponent(id)}`;
  const body = h('article', { class: 'card prose' }, h('p', { class: 'muted' }, 'Loading…'));
  main.append(h('p', {}, h('a', { href: '#/arena' }, '‹ Arena')), body);
  get(path).then((page) => {
    const blocks = /** @type {Api.Block[]} */ (page.blocks);
    const titled = blocks.some((block) => block.type === 'heading' && block.level === 1);
    put(body, titled ? null : h('h1', {}, page.title), blocks.map((block) => shown(block, path)));
  }, (error) => put(body, h('h1', {}, 'No such page'), h('p', {}, String(error.message ?? error))));
}

/**
 * @param {Api.Block} block
 * @param {string} path
 * @returns {HTMLElement}
 */
function shown(block, path) {
  switch (block.type) {
    case 'heading':
      return h(/** @type {'h1'} */ (`h${Math.min(6, Math.max(1, block.level))}`), {}, inline(block.text));
    case 'paragraph':
      return h('p', {}, inline(block.text));
    case 'list':
      return h(block.ordered ? 'ol' : 'ul', {}, block.items.map((item) => h('li', {}, inline(item))));
    case 'table':
      return table('Table', block.header.map((cell) => h('span', {}, inline(cell))), block.rows.map((row) => row.map((cell) => inline(cell))));
    case 'code':
      return h('pre', { tabindex: '0' }, block.text);
    case 'image':
      return h('img', { src: `${path}/${encodeURIComponent(block.name)}`, alt: block.alt, loading: 'lazy' });
  }
}

/**
 * Text with bold, italics, code and links.
 * @param {string} text
 * @returns {(HTMLElement | string)[]}
 */
function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^\s*][^*]*\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith('**')) return h('strong', {}, part.slice(2, -2));
    if (/^\*.+\*$/.test(part)) return h('em', {}, part.slice(1, -1));
    if (part.startsWith('`')) return h('code', {}, part.slice(1, -1));
    const link = part.match(/^\[([^\]]+)\]\(([^)]+)\)$/);
    // Pages beside this one are not served under their names; only addresses on the web can be followed
    if (link) return /^https?:/.test(link[2]) ? h('a', { href: link[2], rel: 'noreferrer' }, link[1]) : link[1];
    return part;
  });
}
