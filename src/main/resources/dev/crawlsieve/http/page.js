'use strict';

// Everything that is shown was crawled and may be hostile: it only ever becomes text, by textContent.

const EVERY_MILLIS = 3000;
const SVG = 'http://www.w3.org/2000/svg';
const byId = id => document.getElementById(id);
const whole = new Intl.NumberFormat('en');
const tenth = new Intl.NumberFormat('en', {maximumFractionDigits: 1});
const count = number => whole.format(number);
const percent = share => share === null || !isFinite(share) ? '–' : tenth.format(100 * share) + ' %';

function node(tag, text, ...children) {
  const made = document.createElement(tag);
  made.textContent = text ?? '';
  made.append(...children);
  return made;
}

function classed(name, made) {
  made.className = name;
  return made;
}

function bytes(number) {
  let unit = 0;
  while (number >= 1000 && unit < 4) {
    number /= 1000;
    unit++;
  }
  return tenth.format(number) + ' ' + ['B', 'kB', 'MB', 'GB', 'TB'][unit];
}

function fill(id, children) {
  byId(id).replaceChildren(...children);
}

function table(id, head, rows) {
  const row = (tag, cells) => node('tr', '', ...cells.map(cell => node(tag, cell)));
  fill(id, [node('thead', '', row('th', head)), node('tbody', '', ...rows.map(cells => row('td', cells)))]);
}

function tile(name, value, beside) {
  return node('div', '', node('dt', name), node('dd', value + ' ', node('small', beside)));
}

function draw(id, points, top, label) {
  const width = 460, height = 140, left = 50, bottom = 8;
  const svg = byId(id);
  const part = (tag, attributes, text) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) {
      made.setAttribute(name, value);
    }
    made.textContent = text ?? '';
    return made;
  };
  const y = value => bottom + (height - 2 * bottom) * (1 - value / top);
  const parts = [0, top / 2, top].flatMap(value => [
    part('path', {class: 'grid', d: `M${left} ${y(value)}H${width}`}),
    part('text', {x: 0, y: y(value) + 4}, label(value))]);
  const from = points.length ? points[0][0] : 0;
  const span = Math.max(1, points.length ? points[points.length - 1][0] - from : 1);
  const line = points.map(([at, value], i) =>
    (i ? 'L' : 'M') + (left + (width - left) * (at - from) / span).toFixed(1) + ' ' + y(value).toFixed(1));
  if (points.length > 1) {
    parts.push(part('path', {class: 'line', d: line.join('')}));
  }
  svg.replaceChildren(...parts);
}

function drawHistory(history) {
  const rates = [], shares = [];
  for (let i = 1; i < history.length; i++) {
    const [at, unique, duplicate] = history[i];
    const [atBefore, uniqueBefore, duplicateBefore] = history[i - 1];
    const pages = unique + duplicate - uniqueBefore - duplicateBefore;
    rates.push([at, 1000 * pages / Math.max(1, at - atBefore)]);
    if (pages > 0) {
      shares.push([at, (duplicate - duplicateBefore) / pages]);
    }
  }
  const most = Math.max(1, ...rates.map(rate => rate[1]));
  const step = 10 ** Math.floor(Math.log10(most));
  draw('rate', rates, Math.ceil(most / step) * step, tenth.format);
  draw('share', shares, 1, value => Math.round(100 * value) + ' %');
}

function evidence(verdict) {
  const parts = [verdict.kind ?? verdict.decision];
  if (verdict.duplicateOf) {
    parts.push(verdict.distance + ' bits apart');
    if (verdict.similarity !== null) {
      parts.push('similarity about ' + verdict.similarity);
    }
    parts.push('found by ' + verdict.table);
  }
  parts.push(count(verdict.compared) + ' compared');
  return parts.join(', ');
}

function verdictItem(verdict) {
  const item = node('li', verdict.url);
  if (verdict.duplicateOf) {
    item.append(classed('what', node('span', 'copies ' + verdict.duplicateOf.url)));
  }
  item.append(classed('what', node('span', evidence(verdict))));
  return item;
}

function show(stats) {
  const totals = stats.totals;
  const routed = totals.unique + totals.duplicate;
  const dead = Object.values(totals.deadLetters).reduce((sum, n) => sum + n, 0);
  const of = n => routed ? percent(n / routed) : '';
  byId('application').textContent = stats.application;
  const state = byId('state');
  state.textContent = stats.health.state;
  state.className = stats.health.ready ? 'ready' : 'unready';
  byId('reason').textContent = stats.health.reason ?? '';
  byId('since').textContent = new Date(stats.since).toLocaleString();
  const lag = Object.entries(stats.lag).map(([topic, n]) => tile('waiting in ' + topic, count(n)));
  fill('tiles', [
    tile('routed', count(routed)), tile('unique', count(totals.unique), of(totals.unique)),
    tile('duplicate', count(totals.duplicate), of(totals.duplicate)),
    tile('exact', count(totals.exact), of(totals.exact)), tile('near', count(totals.near), of(totals.near)),
    tile('revisit', count(totals.revisit), of(totals.revisit)), tile('dead letters', count(dead)),
    ...lag, tile('await their verdict', bytes(stats.pendingBytes)),
    tile('bodies read again', count(totals.readAgain)),
    tile('lookups cut short', count(totals.truncatedLookups))]);
  byId('rate-now').textContent = tenth.format(stats.pagesPerSecond);
  byId('share-now').textContent = of(totals.duplicate) || '–';
  drawHistory(stats.history);
  showWay(stats, routed, dead);
  const drift = (lane, name) => lane.drift
    ? percent(lane.drift.last[name]) + ' (' + percent(lane.drift.before[name]) + ')' : '–';
  const bits = lane => lane.drift && lane.drift.last.distance !== null
    ? tenth.format(lane.drift.last.distance) + ' (' + (lane.drift.before.distance === null
      ? '–' : tenth.format(lane.drift.before.distance)) + ')' : '–';
  table('lanes',
    ['lane', 'kept', 'heap', 'native', 'disk', 'to restore', 'duplicates lately (before)', 'bits apart lately (before)'],
    stats.lanes.map(lane => [lane.lane, count(lane.leaders), bytes(lane.heapBytes), bytes(lane.nativeBytes),
      bytes(lane.diskBytes), count(lane.toRestore), drift(lane, 'duplicateShare'), bits(lane)]));
  fill('dropped', stats.dropped.length
    ? stats.dropped.slice(0, 20).map(verdictItem) : [node('li', 'Nothing so far.')]);
  table('hosts', ['host', 'pages', 'duplicates', 'share'], stats.hosts.map(host =>
    [host.host, count(host.pages), count(host.duplicates), percent(host.duplicates / host.pages)]));
  fill('dead', stats.deadLetters.length
    ? stats.deadLetters.slice(0, 20).map(letter => node('li', letter.reason, classed('what', node('span',
      letter.stage + ', ' + letter.topic + '-' + letter.partition + ' offset ' + letter.offset))))
    : [node('li', 'None so far.')]);
}

function showWay(stats, routed, dead) {
  const waiting = topic => {
    const lag = stats.lag[stats.topics[topic]];
    return lag === undefined ? '' : count(lag) + ' waiting';
  };
  const texts = {
    pages: waiting('pages'), fingerprint: count(stats.totals.fingerprinted),
    fingerprints: waiting('fingerprints'), decide: count(stats.totals.decided),
    verdicts: waiting('verdicts'), route: count(routed), unique: count(stats.totals.unique),
    duplicate: count(stats.totals.duplicate), dead: count(dead)};
  for (const [name, text] of Object.entries(texts)) {
    byId('w-' + name).textContent = text;
  }
}

async function ask(path, options) {
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) {
    throw new Error(answer.error ?? 'status ' + response.status);
  }
  return answer;
}

async function refresh() {
  try {
    if (!document.hidden) {
      show(await ask('api/stats'));
    }
  } catch (error) {
    byId('state').textContent = 'no answer';
    byId('state').className = 'unready';
    byId('reason').textContent = error.message;
  }
  setTimeout(refresh, EVERY_MILLIS);
}

/** Sends a form's question, and shows its answer or why there is none. */
function answering(form, into, question) {
  byId(form).addEventListener('submit', async event => {
    event.preventDefault();
    const button = byId(form).querySelector('button');
    button.disabled = true;
    fill(into, [node('p', 'asking…')]);
    try {
      fill(into, await question());
    } catch (error) {
      fill(into, [classed('bad', node('p', error.message))]);
    }
    button.disabled = false;
  });
}

answering('explain', 'explained', async () => {
  const answer = await ask('api/explain?url=' + encodeURIComponent(byId('url').value));
  const searched = answer.searched;
  return [
    classed('soft', node('p', 'Searched the newest ' + count(searched.newestRecords) + ' of about '
      + count(searched.ofAbout) + ' records of ' + searched.topic + '.')),
    answer.verdicts.length
      ? classed('pages', node('ul', '', ...answer.verdicts.map(verdictItem)))
      : node('p', 'There is no verdict on it among these.')];
});

answering('paste', 'near', async () => {
  const url = byId('texturl').value.trim();
  const answer = await ask('api/neighbours' + (url ? '?url=' + encodeURIComponent(url) : ''),
    {method: 'POST', headers: {'Content-Type': 'text/plain'}, body: byId('text').value});
  const would = answer.wouldBe;
  const decided = would.duplicateOf
    ? 'Would be dropped: ' + evidence(would) + '. It copies ' + would.duplicateOf.url : 'Would be kept.';
  const near = answer.nearest.map(page => node('li', page.url, classed('what', node('span',
    page.distance + ' bits apart' + (page.similarity === null ? '' : ', similarity about ' + page.similarity)))));
  return [
    node('p', decided),
    classed('soft', node('p', answer.page.nearEligible
      ? '' : 'The text is too short to judge: it matches only exactly.')),
    classed('soft', node('p', 'Nearest of the newest ' + count(answer.searched.forNearest) + ' of '
      + count(answer.searched.leaders) + ' kept pages in lane ' + answer.lane + ':')),
    classed('pages', node('ul', '', ...near))];
});

refresh();
