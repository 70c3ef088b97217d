// Everything that is shown was crawled and may be hostile: it only ever becomes text, by textContent,
// and what would turn or hide the text around it is shown by its number.

const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const MOST_CHARACTERS = 2000;
const whole = new Intl.NumberFormat('en');

export const byId = id => document.getElementById(id);
export const tenth = new Intl.NumberFormat('en', {maximumFractionDigits: 1});
export const count = number => whole.format(number);
export const many = (number, one) => count(number) + ' ' + one + (number === 1 ? '' : 's');
export const percent = share =>
  share === null || !isFinite(share) ? '–' : tenth.format(100 * share) + ' %';

// In the order of ISO 8601, whatever the browser's language is: the same for all who look at it
const clock = new Intl.DateTimeFormat('sv-SE', {dateStyle: 'short', timeStyle: 'medium'});
/** The zone of all times on the page. */
export const zone = clock.resolvedOptions().timeZone;
export const time = at => clock.format(new Date(at));

const UNITS = [[86_400, 'day', 'd'], [3_600, 'hour', 'h'], [60, 'minute', 'min'], [1, 'second', 's']];
const unitOf = seconds => UNITS.find(([length]) => seconds >= 2 * length) ?? UNITS[3];

/** A number of seconds in words. */
export function lasting(seconds) {
  const [length, unit] = unitOf(seconds);
  return many(Math.round(seconds / length), unit);
}

/** The same where there is little room. */
export function brief(seconds) {
  const [length, , sign] = unitOf(seconds);
  return count(Math.round(seconds / length)) + ' ' + sign;
}

export function plain(text) {
  const all = String(text ?? '');
  const cut = all.length > MOST_CHARACTERS ? all.slice(0, MOST_CHARACTERS) + '…' : all;
  return cut.replace(UNSEEN, c => '⟨U+' + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0') + '⟩');
}

export function node(tag, text, ...children) {
  const made = document.createElement(tag);
  made.textContent = plain(text);
  made.append(...children);
  return made;
}

export function say(id, text) {
  byId(id).textContent = plain(text);
}

export function fill(id, children) {
  byId(id).replaceChildren(...children);
}

export function classed(name, made) {
  made.className = name;
  return made;
}

export const failed = error => classed('bad', node('p', error.message));

export function bytes(number) {
  let unit = 0;
  while (number >= 1000 && unit < 4) {
    number /= 1000;
    unit++;
  }
  return tenth.format(number) + ' ' + ['B', 'kB', 'MB', 'GB', 'TB'][unit];
}

export function table(id, head, rows) {
  const cellOf = (tag, cell) => cell instanceof Node ? node(tag, '', cell) : node(tag, cell);
  const row = (tag, cells) => node('tr', '', ...cells.map(cell => cellOf(tag, cell)));
  fill(id, rows.length
    ? [node('thead', '', row('th', head)), node('tbody', '', ...rows.map(cells => row('td', cells)))]
    : [node('tbody', '', row('td', ['Nothing so far.']))]);
}
