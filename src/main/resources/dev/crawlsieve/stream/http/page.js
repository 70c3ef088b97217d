'use strict';

// Everything that is shown was crawled and may be hostile: it only ever becomes text, by textContent,
// and what would turn or hide the text around it is shown by its number.

const EVERY_MILLIS = 3000;
const SVG = 'http://www.w3.org/2000/svg';
const byId = id => document.getElementById(id);
const whole = new Intl.NumberFormat('en');
const tenth = new Intl.NumberFormat('en', {maximumFractionDigits: 1});
const short = new Intl.NumberFormat('en', {notation: 'compact'});
const count = number => whole.format(number);
const percent = share => share === null || !isFinite(share) ? '–' : tenth.format(100 * share) + ' %';

const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
const MOST_CHARACTERS = 2000;

function plain(text) {
  const all = String(text ?? '');
  const cut = all.length > MOST_CHARACTERS ? all.slice(0, MOST_CHARACTERS) + '…' : all;
  return cut.replace(UNSEEN, c => '⟨U+' + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0') + '⟩');
}

function node(tag, text, ...children) {
  const made = document.createElement(tag);
  made.textContent = plain(text);
  made.append(...children);
  return made;
}

function say(id, text) {
  byId(id).textContent = plain(text);
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
  const cellOf = (tag, cell) => cell instanceof Node ? node(tag, '', cell) : node(tag, cell);
  const row = (tag, cells) => node('tr', '', ...cells.map(cell => cellOf(tag, cell)));
  fill(id, [node('thead', '', row('th', head)), node('tbody', '', ...rows.map(cells => row('td', cells)))]);
}

function tile(name, value, beside) {
  return node('div', '', node('dt', name), node('dd', value + ' ', node('small', beside)));
}

function part(tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.textContent = plain(text);
  return made;
}

function path(points, x, y) {
  return points.map(([at, value], i) => (i ? 'L' : 'M') + x(at).toFixed(1) + ' ' + y(value).toFixed(1)).join('');
}

/** Draws lines, each of a class of its own, over one time axis. */
function draw(id, lines, top, label) {
  const width = 460, height = 140, left = 50, bottom = 8;
  const y = value => bottom + (height - 2 * bottom) * (1 - value / top);
  const parts = [0, top / 2, top].flatMap(value => [
    part('path', {class: 'grid', d: `M${left} ${y(value)}H${width}`}),
    part('text', {x: 0, y: y(value) + 4}, label(value))]);
  const times = lines.flatMap(line => line.points.map(point => point[0]));
  const from = Math.min(...times);
  const span = Math.max(1, Math.max(...times) - from);
  const x = at => left + (width - left) * (at - from) / span;
  for (const line of lines) {
    if (line.points.length > 1) {
      parts.push(part('path', {class: 'line ' + line.name, d: path(line.points, x, y)}));
    }
  }
  byId(id).replaceChildren(...parts);
}

function nextRound(most) {
  const step = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return Math.ceil(Math.max(1, most) / step) * step;
}

function drawHistory(history) {
  const rates = [], waiting = [], shares = {all: [], exact: [], near: [], revisit: []};
  const row = ([at, unique, duplicate, dead, exact, near, revisit, waits]) =>
    ({at, pages: unique + duplicate, all: duplicate, exact, near, revisit, waits});
  for (let i = 0; i < history.length; i++) {
    const now = row(history[i]);
    if (now.waits >= 0) {
      waiting.push([now.at, now.waits]);
    }
    if (i === 0) {
      continue;
    }
    const before = row(history[i - 1]);
    const pages = now.pages - before.pages;
    rates.push([now.at, 1000 * pages / Math.max(1, now.at - before.at)]);
    if (pages > 0) {
      for (const [kind, points] of Object.entries(shares)) {
        points.push([now.at, (now[kind] - before[kind]) / pages]);
      }
    }
  }
  const highest = points => nextRound(Math.max(1, ...points.map(point => point[1])));
  draw('rate', [{name: 'all', points: rates}], highest(rates), tenth.format);
  draw('share', Object.entries(shares).map(([name, points]) => ({name, points})), 1,
    value => Math.round(100 * value) + ' %');
  draw('waiting', [{name: 'all', points: waiting}], highest(waiting), value => short.format(value));
  byId('waiting-now').textContent = waiting.length ? count(waiting[waiting.length - 1][1]) : '–';
}

/** The share of duplicates of a host between samples, in small. */
function spark(over) {
  const points = [];
  for (let i = 1; i < over.length; i++) {
    const [pages, duplicates] = over[i] ?? [0, 0], [pagesBefore, before] = over[i - 1] ?? [0, 0];
    if (pages > pagesBefore) {
      points.push([i, Math.min(1, Math.max(0, (duplicates - before) / (pages - pagesBefore)))]);
    }
  }
  const svg = part('svg', {class: 'spark', viewBox: '0 0 100 20', width: 100, height: 20, role: 'img',
    'aria-label': points.length ? 'lately ' + percent(points[points.length - 1][1]) : 'no recent pages'});
  if (points.length > 1) {
    const from = points[0][0], span = points[points.length - 1][0] - from;
    svg.append(part('path', {class: 'line all', d: path(points, at => 100 * (at - from) / span, v => 18 - 16 * v)}));
  } else if (points.length) {
    svg.append(part('circle', {cx: 50, cy: 18 - 16 * points[0][1], r: 2}));
  }
  return svg;
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

const MOST_OF_URL = 300;
const urlOf = page => page.url.length > MOST_OF_URL
  ? page.url.slice(0, MOST_OF_URL) + '… (' + count(page.url.length) + ' characters)' : page.url;
const place = page => page.partition + '@' + page.offset;

function what(...texts) {
  return classed('what', node('span', texts.join('')));
}

function verdictItem(verdict) {
  const item = node('li', urlOf(verdict));
  if (verdict.duplicateOf) {
    item.append(what('copies ', urlOf(verdict.duplicateOf)));
  }
  item.append(what(evidence(verdict)));
  if (verdict.duplicateOf) {
    item.append(sideBySide(verdict, verdict.duplicateOf));
  }
  return item;
}

/** Opens to the texts of two pages beside each other, which are asked for when it is opened first. */
function sideBySide(page, other) {
  const into = classed('answer', node('div'));
  const made = node('details', '', node('summary', 'Side by side'), into);
  made.addEventListener('toggle', async () => {
    if (!made.open || into.childElementCount) {
      return;
    }
    into.replaceChildren(node('p', 'asking…'));
    try {
      into.replaceChildren(...difference(
        await ask('api/compare?page=' + place(page) + '&with=' + place(other))));
    } catch (error) {
      into.replaceChildren(classed('bad', node('p', error.message)));
    }
  });
  return made;
}

const LONG_RUN = 240;
const middleOut = words => words.length > LONG_RUN
  ? words.slice(0, LONG_RUN / 2) + ' … ' + words.slice(-LONG_RUN / 2) : words;
const lines = number => count(number) + (number === 1 ? ' line' : ' lines');

function difference(answer) {
  const side = (name, page) => classed('side', node('div', '', node('b', name), node('span', urlOf(page)),
    classed('soft', node('span', (page.title ? '“' + page.title + '”, ' : '') + lines(page.lines)
      + (page.cut ? ', the first 200,000 characters of it' : '')))));
  const cell = (change, line, sign, tag) => classed('side', node('div', '', classed('soft', node('span', 'line ' + line + ' ')),
    ...change.runs.filter(run => run[0] === '=' || run[0] === sign)
      .flatMap(run => [run[0] === '=' ? node('span', middleOut(run[1])) : node(tag, run[1]), document.createTextNode(' ')])));
  const rows = [classed('sides head', node('div', '', side('this page', answer.page), side('copies', answer.with)))];
  for (const change of answer.changes) {
    rows.push(classed('sides', node('div', '',
      cell(change, change.lineA, '-', 'del'), cell(change, change.lineB, '+', 'ins'))));
  }
  const same = answer.changes.length === 0
    ? 'The compared texts are the same.'
    : lines(answer.linesInCommon) + ' in common (not shown); edit similarity '
      + answer.similarity + '.' + (answer.more ? ' There are more differences than shown.' : '');
  return [classed('soft', node('p', same)), ...rows];
}

/** Shows a list anew, unless somebody reads or uses what is in it. */
function renew(id, items, key, make, none) {
  const list = byId(id);
  const busy = list.querySelector('details[open]') !== null || list.contains(document.activeElement);
  const keys = items.map(key).join(' ');
  if (!busy && list.dataset.keys !== keys) {
    list.dataset.keys = keys;
    list.replaceChildren(...(items.length ? items.map(make) : [node('li', none)]));
  }
  return busy;
}

function show(stats) {
  const totals = stats.totals;
  const routed = totals.unique + totals.duplicate;
  const dead = Object.values(totals.deadLetters).reduce((sum, n) => sum + n, 0);
  const unjudged = Object.values(totals.unjudged).reduce((sum, n) => sum + n, 0);
  const of = n => routed ? percent(n / routed) : '';
  say('application', stats.application);
  const state = byId('state');
  say('state', stats.health.state);
  state.className = stats.health.ready ? 'ready' : 'unready';
  say('reason', stats.health.reason);
  byId('since').textContent = new Date(stats.since).toLocaleString();
  const lag = Object.entries(stats.lag).map(([topic, n]) => tile('waiting in ' + topic, count(n)));
  fill('tiles', [
    tile('routed', count(routed)), tile('unique', count(totals.unique), of(totals.unique)),
    tile('duplicate', count(totals.duplicate), of(totals.duplicate)),
    tile('exact', count(totals.exact), of(totals.exact)), tile('near', count(totals.near), of(totals.near)),
    tile('revisit', count(totals.revisit), of(totals.revisit)), tile('unjudged', count(unjudged)),
    tile('dead letters', count(dead)),
    ...lag, tile('await their verdict', bytes(stats.pendingBytes)),
    tile('bodies read again', count(totals.readAgain))]);
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
    ['lane', 'kept', 'heap', 'native', 'disk', 'to restore', 'recent duplicates (before)', 'recent bits apart (before)'],
    stats.lanes.map(lane => [lane.lane, count(lane.leaders), bytes(lane.heapBytes), bytes(lane.nativeBytes),
      bytes(lane.diskBytes), count(lane.toRestore), drift(lane, 'duplicateShare'), bits(lane)]));
  const still = renew('dropped', stats.dropped.slice(0, 20), place, verdictItem, 'Nothing so far.');
  byId('dropped-note').textContent = still ? 'The list pauses while something in it is open or in use.' : '';
  table('hosts', ['host', 'pages', 'duplicates', 'share', 'over half an hour'], stats.hosts.map(host =>
    [host.host, count(host.pages), count(host.duplicates), percent(host.duplicates / host.pages), spark(host.over)]));
  say('dead-by', Object.entries(totals.deadLetters).filter(([, n]) => n)
    .map(([stage, n]) => stage + ' ' + count(n)).join(', '));
  renew('dead', stats.deadLetters.slice(0, 20), letter => letter.stage + place(letter), letter =>
    node('li', letter.reason, what(letter.stage, ', ', letter.topic, '-', letter.partition, ' offset ', letter.offset)),
  'None so far.');
  showInstances(stats.instances);
}

function showInstances(instances) {
  const sum = name => instances.reduce((all, one) => all + (one.totals ? one.totals[name] : 0), 0);
  const rows = instances.map(one => {
    const name = (one.address ?? 'no --http') + (one.here ? ' (this one)' : '');
    const does = [name, one.lanes.join(' ') || '–', one.standbys.join(' ') || '–', one.partitions.join(' ') || '–'];
    return one.totals
      ? [...does, one.state, tenth.format(one.pagesPerSecond), count(one.totals.unique),
        count(one.totals.duplicate), count(one.totals.unjudged), count(one.totals.deadLetters)]
      : [...does, one.error ?? '–', '–', '–', '–', '–', '–'];
  });
  if (rows.length > 1) {
    rows.push(['all that answer', '', '', '', '', tenth.format(instances.reduce((all, one) =>
      all + (one.pagesPerSecond ?? 0), 0)), count(sum('unique')), count(sum('duplicate')), count(sum('unjudged')),
      count(sum('deadLetters'))]);
  }
  table('instances', ['instance', 'lanes', 'standbys', 'partitions', 'state', 'pages/s', 'unique', 'duplicate',
    'unjudged', 'dead letters'], rows);
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
    say('w-' + name, text);
  }
}

async function ask(path, options) {
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) {
    throw Object.assign(new Error(answer.error ?? 'status ' + response.status), {status: response.status});
  }
  return answer;
}

async function refresh() {
  try {
    if (!document.hidden) {
      show(await ask('api/stats?across=true'));
    }
  } catch (error) {
    byId('state').textContent = 'no answer';
    byId('state').className = 'unready';
    say('reason', error.message);
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

const MOST_RULES = 20;

/** Where else a page should be, and what of its URL does not matter; nothing where mirrors are not learned. */
async function mirrorsOf(url) {
  let known;
  try {
    known = await ask('api/mirrors?url=' + encodeURIComponent(url));
  } catch (error) {
    const unasked = error.status === 404 || error.status === 400;
    return unasked ? [] : [node('h3', 'Mirrors'), classed('bad', node('p', error.message))];
  }
  const parts = [];
  const list = (title, items) => items.length
    && parts.push(node('h3', title), classed('pages', node('ul', '', ...items.map(item => node('li', item)))));
  list('Alternates', known.alternates.map(url => urlOf({url})));
  list('URL rules of its site', known.rules.slice(0, MOST_RULES).map(rule =>
    rule.rule + ' ' + rule.name + ' (support ' + count(rule.support) + ', confidence ' + rule.confidence + ')'));
  if (known.inlinks) {
    parts.push(node('p', 'Links from other sites: ' + count(known.inlinks.own) + ', with those to its alternates '
      + count(known.inlinks.combined)));
  }
  if (known.same !== known.url) {
    parts.push(node('p', 'By mirrors and rules it is the same as ' + urlOf({url: known.same})));
  }
  return parts;
}

answering('explain', 'explained', async () => {
  const url = byId('url').value;
  return [...await explained(url), ...await mirrorsOf(url)];
});

async function explained(url) {
  const answer = await ask('api/explain?url=' + encodeURIComponent(url));
  const behind = answer.searched.behind;
  const parts = [];
  if (behind !== 0) {
    parts.push(classed('soft', node('p', behind < 0 ? 'It is unknown how many verdicts are not indexed yet.'
      : 'The newest ' + count(behind) + ' verdicts are not indexed yet.')));
  }
  if (answer.unjudgedUnknown) {
    parts.push(classed('soft', node('p', 'Whether it was not judged is unknown: ' + answer.unjudgedUnknown)));
  }
  const unjudged = answer.unjudged || [];
  if (unjudged.length) {
    parts.push(classed('pages', node('ul', '', ...unjudged.map(unjudgedItem))));
  }
  if (!answer.verdicts.length) {
    return unjudged.length ? parts : [...parts, node('p', 'There is no verdict on it.')];
  }
  parts.push(classed('pages', node('ul', '', ...answer.verdicts.map(decidedItem))));
  const cluster = answer.cluster;
  parts.push(node('h3', 'Its cluster'), node('p', 'Kept: ' + urlOf(cluster.leader)),
    classed('soft', node('p', cluster.verdict ? 'Verdict on it: ' + evidence(cluster.verdict) + ', '
      + new Date(cluster.verdict.timestamp).toLocaleString() : 'The verdict on it is no longer on its topic.')),
    node('p', count(cluster.copies) + (cluster.more ? ' pages or more copy it.' : cluster.copies === 1
      ? ' page copies it.' : ' pages copy it.')
      + (cluster.copies > cluster.newest.length ? ' The newest of them:' : '')),
    classed('pages', node('ul', '', ...cluster.newest.map(verdictItem))));
  return parts;
}

function unjudgedItem(page) {
  const item = node('li', urlOf(page));
  item.append(what('was not judged, because ', page.reason, '; page ', page.page));
  return item;
}

function decidedItem(verdict) {
  const item = verdictItem(verdict);
  item.prepend(classed(verdict.decision, node('b', verdict.decision + ': ')));
  item.append(what('decided by ', verdict.detector, ', settings ', verdict.settings, ', lane ', verdict.lane,
    ' offset ', verdict.laneOffset, ', page ', place(verdict), ' of ', new Date(verdict.timestamp).toLocaleString()));
  return item;
}

answering('paste', 'near', async () => {
  const url = byId('texturl').value.trim();
  const answer = await ask('api/neighbours' + (url ? '?url=' + encodeURIComponent(url) : ''),
    {method: 'POST', headers: {'Content-Type': byId('paste').elements.form.value}, body: byId('text').value});
  const would = answer.wouldBe;
  const decided = would.duplicateOf
    ? 'Would be dropped: ' + evidence(would) + '. It copies ' + urlOf(would.duplicateOf)
    : would.override?.action === 'drop' ? 'Would be dropped by an override.' : 'Would be kept.';
  const near = answer.nearest.map(page => node('li', urlOf(page), classed('what', node('span',
    page.distance + ' bits apart' + (page.similarity === null ? '' : ', similarity about ' + page.similarity)))));
  return [
    node('p', decided),
    classed('soft', node('p', answer.page.nearEligible
      ? '' : 'The text is too short to judge: it matches only exactly.')),
    classed('soft', node('p', 'Nearest of the newest ' + count(answer.searched.forNearest) + ' of '
      + count(answer.searched.leaders) + ' kept pages in lane ' + answer.lane + ', answered by ' + answer.answeredBy + ':')),
    classed('pages', node('ul', '', ...near))];
});

refresh();
