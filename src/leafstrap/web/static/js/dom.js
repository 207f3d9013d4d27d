// Making elements, and saying things to people who do not see them.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element. Properties that begin with "on" are listeners, `class`, `data` and `style` are what they say (styles go
 * through the CSSOM, since the content-security policy forbids style attributes), the rest are attributes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  dress(made, props);
  fill(made, children);
  return made;
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function svg(tag, props = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  dress(made, props);
  fill(made, children);
  return made;
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, any>} props
 */
function dress(element, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'class') element.setAttribute('class', value);
    else if (key === 'data') Object.assign(element.dataset, value);
    else if (key === 'style') for (const [name, set] of Object.entries(value)) element.style.setProperty(name, String(set));
    else if (key === 'value' && 'value' in element) element.value = value;
    else if (key === 'checked' && 'checked' in element) element.checked = value;
    else element.setAttribute(key, value === true ? '' : String(value));
  }
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function fill(element, children) {
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) element.append(typeof child === 'number' ? String(child) : child);
  }
}

/**
 * Puts other children in the place of those an element has.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function put(element, ...children) {
  element.replaceChildren();
  fill(element, children);
}

/**
 * @param {string} text
 * @param {(event: Event) => void} onclick
 * @param {Record<string, any>} [props]
 */
export function button(text, onclick, props = {}) {
  return h('button', { type: 'button', onclick, ...props }, text);
}

let serial = 0;

/** @param {string} prefix */
export function freshId(prefix) {
  serial += 1;
  return `${prefix}-${serial}`;
}

/**
 * A control with its label above and, if there is more to say, a line below.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {Child} [help]
 */
export function field(label, control, help) {
  const id = control.id || freshId('field');
  control.id = id;
  const line = help ? h('p', { class: 'help', id: `${id}-help` }, help) : null;
  if (line) control.setAttribute('aria-describedby', line.id);
  return h('div', { class: 'field' }, h('label', { for: id }, label), control, line);
}

/**
 * @param {string} label
 * @param {boolean} checked
 * @param {(on: boolean) => void} [onchange]
 */
export function checkbox(label, checked, onchange) {
  const box = h('input', { type: 'checkbox', checked });
  if (onchange) box.addEventListener('change', () => onchange(box.checked));
  return { element: h('label', { class: 'check' }, box, h('span', {}, label)), box };
}

/**
 * @param {[string, string][]} options values and texts
 * @param {string} [value]
 * @param {(value: string) => void} [onchange]
 */
export function select(options, value, onchange) {
  const made = h('select', {}, options.map(([key, text]) => h('option', { value: key }, text)));
  if (value !== undefined) made.value = value;
  if (onchange) made.addEventListener('change', () => onchange(made.value));
  return made;
}

/**
 * Several buttons of which one is pressed: for few choices that should all be seen.
 * @param {string} label
 * @param {[string, string][]} options
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function choice(label, options, value, onchange) {
  const name = freshId('choice');
  return h('fieldset', { class: 'choice' }, h('legend', {}, label),
    h('div', { class: 'segments' }, options.map(([key, text]) =>
      h('label', {}, h('input', { type: 'radio', name, value: key, checked: key === value, onchange: () => onchange(key) }), h('span', {}, text)))));
}

/**
 * Says something through the page's live region.
 * @param {string} text
 */
export function say(text) {
  const region = document.getElementById('spoken');
  if (!region || !text) return;
  // The same sentence twice in a row would not be read again
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/**
 * A table that may be wider than a phone scrolls by itself, not the page.
 * @param {string} label
 * @param {(Child)[]} header
 * @param {(Child | Child[])[][]} rows
 * @param {{numbers?: number[], cards?: boolean}} [options] which columns are numbers; cards: on a phone each row is a block of its own
 */
export function table(label, header, rows, { numbers = [], cards = false } = {}) {
  const kind = (/** @type {number} */ column) => (numbers.includes(column) ? 'number' : null);
  return h('div', { class: cards ? 'scroll cards' : 'scroll', role: 'region', 'aria-label': label, tabindex: '0' },
    h('table', {}, h('thead', {}, h('tr', {}, header.map((text, column) => h('th', { scope: 'col', class: kind(column) }, text)))),
      h('tbody', {}, rows.map((row) => h('tr', {}, row.map((cell, column) =>
        column === 0 ? h('th', { scope: 'row', class: kind(column) }, cell)
          : h('td', { class: kind(column), data: typeof header[column] === 'string' ? { label: header[column] } : {} }, cell)))))));
}
