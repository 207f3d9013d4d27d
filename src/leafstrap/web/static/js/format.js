// Numbers and times as people read them.

/** A real minus sign, and no minus before a zero. @param {string} text */
export function minus(text) {
  return /^-[0.]*$/.test(text) ? text.slice(1) : text.replace(/^-/, '−');
}

/**
 * @param {number | null | undefined} value
 * @param {number} [digits]
 */
export function signed(value, digits = 2) {
  if (value === null || value === undefined) return '–';
  const text = minus(value.toFixed(digits));
  return /[1-9]/.test(text) && value > 0 ? `+${text}` : text;
}

/**
 * @param {number | null | undefined} value
 * @param {number} [digits]
 */
export function plain(value, digits = 2) {
  return value === null || value === undefined ? '–' : minus(value.toFixed(digits));
}

/** With a sign and as many digits as tell something, however small it is. @param {number} value */
export function telling(value) {
  return signed(value, Math.abs(value) >= 1 || value === 0 ? 1 : Math.min(8, 1 - Math.floor(Math.log10(Math.abs(value)))));
}

/** @param {number | null | undefined} value */
export function count(value) {
  if (value === null || value === undefined) return '–';
  if (Math.abs(value) >= 1e7) return `${(value / 1e6).toFixed(0)}\u00a0M`;
  if (Math.abs(value) >= 1e6) return `${(value / 1e6).toFixed(1)}\u00a0M`;
  if (Math.abs(value) >= 1e4) return `${(value / 1e3).toFixed(0)}\u00a0k`;
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return minus(String(Math.round(value * 10) / 10));
}

/** @param {number | null | undefined} share */
export function percent(share) {
  return share === null || share === undefined ? '–' : `${minus((100 * share).toFixed(0))}\u00a0%`;
}

/** @param {number | null | undefined} seconds */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return '–';
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** A chess clock's face. @param {number} seconds */
export function clock(seconds) {
  const left = Math.max(0, seconds);
  const text = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, '0')}`;
  return left < 20 ? `${text}.${Math.floor((left * 10) % 10)}` : text;
}

/** @param {string} time */
export function ago(time) {
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  if (seconds < 90) return 'just now';
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes ago`;
  if (seconds < 129600) return `${Math.round(seconds / 3600)} hours ago`;
  return new Date(time).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
}

/** @param {Api.Move[]} pv */
export function variation(pv) {
  return pv.map((move) => move.text).join(' ');
}
