// Charts of the last half hour, one below the other over one time axis, and the values under the pointer.

import {byId, classed, count, node, part, percent, say, short, tenth} from './text.js';
import {KINDS} from './pages.js';

const MINUTE = 60_000;
const SPANS = [1, 2, 5, 10, 20, 30].map(minutes => minutes * MINUTE);
const STEPS = [MINUTE / 6, MINUTE / 4, MINUTE / 2, ...[1, 2, 5, 10].map(minutes => minutes * MINUTE)];
const LEAST_BETWEEN_TICKS = 90;
const LEFT = 50, RIGHT = 8, TOP = 8, HEIGHT = 120, BELOW = 20;
const SHARES = ['all', ...KINDS];

const highest = of => rows => nextRound(Math.max(1, ...rows.map(of).filter(value => value !== null)));
const CHARTS = [
  {id: 'rate', lines: {all: row => row.rate}, top: highest(row => row.rate), label: value => short.format(value)},
  {id: 'share', lines: Object.fromEntries(SHARES.map(share => [share, row => row[share]])), top: () => 1,
    label: value => Math.round(100 * value) + ' %'},
  {id: 'waiting', lines: {all: row => row.waiting}, top: highest(row => row.waiting),
    label: value => short.format(value), times: true}];

byId('share-keys').replaceChildren(...SHARES.flatMap(share =>
  [classed('key ' + share, node('span', share + ' ', Object.assign(node('b'), {id: share + '-now'}))), ' ']));

let rows = [];
/** The time of the sample that is pointed at, or null for the newest. */
let chosen = null;

/** What happened between two samples; null where it is unknown, as the shares of no pages are. */
function rowOf(sample, before) {
  const row = {at: sample.millis, rate: null, waiting: sample.waiting < 0 ? null : sample.waiting};
  const more = count => sample[count] - before[count];
  const pages = before ? more('unique') + more('duplicate') : 0;
  if (before) {
    row.rate = 1000 * pages / Math.max(1, more('millis'));
    row.dead = more('deadLetters');
    row.out = pages + row.dead + (more('unjudged') || 0);
  }
  for (const share of SHARES) {
    row[share] = pages > 0 ? more(share === 'all' ? 'duplicate' : share) / pages : null;
  }
  return row;
}

/** @param fields what the places of a sample hold */
function rowsOf(fields, history) {
  const samples = history.map(sample => Object.fromEntries(fields.map((field, i) => [field, sample[i]])));
  return samples.map((sample, i) => rowOf(sample, samples[i - 1]));
}

/** Draws the samples, and returns what each says, the newest last. */
export function showHistory(fields, history) {
  rows = rowsOf(fields, history);
  drawAll();
  return rows;
}

function nextRound(most) {
  const step = 10 ** Math.floor(Math.log10(most));
  return Math.ceil(most / step) * step;
}

/** The time axis that all charts share: it ends with the newest sample. */
function axis(width) {
  const to = rows.length ? rows[rows.length - 1].at : Date.now();
  const lasts = rows.length ? to - rows[0].at : 0;
  const span = SPANS.find(some => some >= lasts) ?? lasts;
  const from = to - span;
  const plot = width - LEFT - RIGHT;
  const step = STEPS.find(some => plot * some / span >= LEAST_BETWEEN_TICKS) ?? span;
  const zone = new Date(to).getTimezoneOffset() * MINUTE;
  const ticks = [];
  for (let at = Math.ceil((from - zone) / step) * step + zone; at <= to; at += step) {
    ticks.push(at);
  }
  return {x: at => LEFT + plot * (at - from) / span, at: x => from + span * (x - LEFT) / plot, ticks,
    seconds: step < MINUTE};
}

const clock = (at, seconds) => new Date(at).toLocaleTimeString('en-GB',
  seconds ? {hour: '2-digit', minute: '2-digit', second: '2-digit'} : {hour: '2-digit', minute: '2-digit'});

/** A line with gaps where there is no value; a value between two gaps is a dot. */
function linePath(value, x, y) {
  let path = '', pen = 'M';
  for (const row of rows) {
    const there = value(row);
    if (there === null) {
      pen = 'M';
    } else {
      path += pen + x(row.at).toFixed(1) + ' ' + y(there).toFixed(1) + (pen === 'M' ? 'h0' : '');
      pen = 'L';
    }
  }
  return path;
}

function draw({id, lines, top, label, times}) {
  const svg = byId(id);
  const width = Math.max(200, svg.clientWidth);
  const {x, ticks, seconds} = axis(width);
  const most = top(rows);
  const y = value => TOP + (HEIGHT - 2 * TOP) * (1 - value / most);
  const parts = [0, most / 2, most].flatMap(value => [
    part('path', {class: 'grid', d: `M${LEFT} ${y(value)}H${width - RIGHT}`}),
    part('text', {x: LEFT - 8, y: y(value) + 4, 'text-anchor': 'end'}, label(value))]);
  for (const tick of ticks) {
    parts.push(part('path', {class: 'grid', d: `M${x(tick)} ${y(most)}V${y(0)}`}));
    if (times) {
      const last = x(tick) > width - 35;
      parts.push(part('text', {x: last ? width : x(tick), y: HEIGHT + 12, 'text-anchor': last ? 'end' : 'middle'},
        clock(tick, seconds)));
    }
  }
  for (const [name, value] of Object.entries(lines)) {
    parts.push(part('path', {class: 'line ' + name, d: linePath(value, x, y)}));
  }
  const pointed = chosen === null ? null : rows[nearest(chosen)];
  if (pointed) {
    parts.push(part('path', {class: 'pointer', d: `M${x(pointed.at)} ${y(most)}V${y(0)}`}));
    for (const [name, value] of Object.entries(lines).filter(([, of]) => of(pointed) !== null)) {
      parts.push(part('circle', {class: name, cx: x(pointed.at), cy: y(value(pointed)), r: 4}));
    }
  }
  svg.setAttribute('viewBox', `0 0 ${width} ${HEIGHT + (times ? BELOW : 0)}`);
  svg.replaceChildren(...parts);
}

function nearest(at) {
  let best = rows.length - 1;
  rows.forEach((row, i) => {
    best = Math.abs(row.at - at) < Math.abs(rows[best].at - at) ? i : best;
  });
  return best;
}

function drawAll() {
  CHARTS.forEach(draw);
  const row = rows[chosen === null ? rows.length - 1 : nearest(chosen)];
  const value = (of, format) => row && row[of] !== null ? format(row[of]) : '–';
  say('at', (row ? clock(row.at, true) : '–') + (chosen === null ? ' (newest)' : ''));
  say('rate-now', value('rate', tenth.format));
  say('waiting-now', value('waiting', count));
  SHARES.forEach(share => say(share + '-now', value(share, percent)));
}

function choose(at) {
  if (chosen !== at) {
    chosen = at;
    drawAll();
  }
}

for (const {id} of CHARTS) {
  const svg = byId(id);
  svg.addEventListener('pointermove', event => {
    const box = svg.getBoundingClientRect();
    if (rows.length) {
      choose(rows[nearest(axis(Math.max(200, box.width)).at(event.clientX - box.left))].at);
    }
  });
  svg.addEventListener('pointerleave', () => choose(null));
}

byId('charts').addEventListener('keydown', event => {
  const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
  if (step && rows.length) {
    event.preventDefault();
    const next = (chosen === null ? rows.length - 1 : nearest(chosen)) + step;
    choose(rows[Math.min(rows.length - 1, Math.max(0, next))].at);
  } else if (event.key === 'Escape') {
    choose(null);
  }
});
byId('charts').addEventListener('blur', () => choose(null));
new ResizeObserver(drawAll).observe(byId('charts'));
