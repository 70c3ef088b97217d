import {brief, byId, bytes, classed, count, failed, fill, lasting, many, node, percent, say, table, tenth, time, zone} from './text.js';
import {KINDS, TOTALS, ask, deadItem, decidedItem, evidence, place, unjudgedItem, urlOf, verdictItem, what} from './pages.js';
import {DEAD_MINUTES, WHY, diskNeeded, recentlyDead, rowsOf, shrinking, silent, standsStill, stateClass} from './red.js';

const EVERY_MILLIS = 3000;

/** @param why why it is red, in words; nothing if it is not */
function tile(name, value, beside, why) {
  const text = node('dd', value + ' ', node('small', beside));
  if (why) {
    text.append(' ', classed('why', node('small', why)));
  }
  return classed(why ? 'attention' : '', node('div', '', node('dt', name), text));
}

/**
 * Shows a list anew, unless somebody points at it: nothing moves away under a pointer.
 *
 * @param none what it says if there are no items
 */
function renew(id, items, key, make, none) {
  const list = byId(id);
  const busy = list.matches(':hover');
  const keys = items.length ? items.map(key).join(' ') : none;
  if (!busy && list.dataset.keys !== keys) {
    list.dataset.keys = keys;
    list.replaceChildren(...(items.length || !none ? items.map(make) : [node('li', none)]));
  }
  return busy;
}

/** The meters of this name that have these tags. */
const meters = (stats, name, tags) => (stats.meters[name] ?? []).filter(meter =>
  Object.entries(tags ?? {}).every(([tag, value]) => meter[tag] === value));

/** What they count, or their values, summed; undefined if there are none. */
function metered(stats, name, tags) {
  const some = meters(stats, name, tags);
  return some.length ? some.reduce((all, meter) => all + (meter.count ?? meter.value ?? 0), 0) : undefined;
}

function show(stats) {
  say('application', stats.application);
  const state = byId('state');
  say('state', stats.health.state);
  state.className = stateClass(stats.health);
  say('reason', stats.health.reason);
  say('since', time(stats.since) + ' (' + zone + ')');
  showForce(stats.decides);
  seen = Date.now();
  stale(stats.health.state === 'no broker' ? 'No broker answers: what is grey was so when one last did.' : '');
  rows = rowsOf(stats.historyFields, stats.history);
  newest = rows[rows.length - 1];
  showBand(stats);
  showTiles(stats);
  showLanes(stats);
  showDropped(stats.dropped.slice(0, 20));
  table('hosts', ['host', 'pages', 'duplicates', 'share'], stats.hosts.map(host =>
    [host.host, count(host.pages), count(host.duplicates), percent(host.duplicates / host.pages)]));
  table('copied', ['kept page', 'copies', 'of other names'], stats.copied.map(kept =>
    [urlOf(kept), count(kept.copies), count(kept.otherNames)]));
  say('dead-by', meters(stats, 'crawlsieve.dead.letters').filter(letters => letters.count)
    .map(letters => letters.stage + ' ' + count(letters.count)).join(', '));
  renew('dead', stats.deadLetters.slice(0, 20), letter => letter.stage + place(letter), letter =>
    node('li', letter.reason, what(letter.stage, ', ', letter.topic, '-', letter.partition, ' offset ', letter.offset)),
  'None so far.');
  showInstances(stats.instances);
}

/** When the instance answered last, and when its brokers must have. */
let seen = 0;

function stale(why) {
  document.body.classList.toggle('stale', why !== '');
  byId('stale').hidden = why === '';
  say('stale', why);
}

/** What happened in the last half hour, and at its end. */
let rows = [];
let newest;

/** The topics in the order in which a page passes them. */
const ON_THE_WAY = ['pages', 'fingerprints', 'lookups', 'leaders', 'found', 'verdicts'];

/** How many records wait in each topic: a page that is read, but not committed, counts in the next one, too. */
const waitingIn = (lags, topics) => ON_THE_WAY.map(plain =>
  [plain, lags.filter(lag => lag.topic === topics[plain]).reduce((all, lag) => all + lag.value, 0)]);

const waitingFirst = (lags, topics) => many(waitingIn(lags, topics)[0][1], 'page');

function waitingNext(lags, topics) {
  const next = waitingIn(lags, topics).slice(1).filter(([, lag]) => lag > 0);
  return next.length ? 'then ' + next.map(([plain, lag]) => count(lag) + ' ' + plain).join(', ') : '';
}

function showBand(stats) {
  // Of brokers that are away, nothing is known.
  const lags = meters(stats, 'crawlsieve.lag.records').filter(lag => lag.value !== undefined);
  const known = lags.length > 0 && stats.health.state !== 'no broker';
  const waiting = lags.reduce((all, lag) => all + lag.value, 0);
  const perSecond = shrinking(rows);
  const stands = standsStill(rows);
  const left = !known || !waiting || stands ? ''
    : perSecond > 0 ? lasting(waiting / perSecond) + ' to catch up' : perSecond < 0 ? 'more arrive than leave' : '';
  const free = metered(stats, 'disk.free'), size = metered(stats, 'disk.total'), dead = stats.totals.deadLetters;
  const routed = stats.totals.unique + stats.totals.duplicate;
  const needed = diskNeeded(metered(stats, 'crawlsieve.index.disk.bytes') ?? 0, metered(stats, 'crawlsieve.index.leaders') ?? 0,
    routed ? stats.pagesPerSecond * stats.totals.unique / routed : 0);
  const lately = recentlyDead(rows);
  const answering = stats.instances.filter(one => one.totals || one.here).length;
  fill('band', [
    tile('records waiting', known ? waitingFirst(lags, stats.topics) : '–',
      [waitingNext(lags, stats.topics), left].filter(text => text).join('; '), stands && WHY.standsStill),
    tile('free disk', size ? bytes(free) : '–', size ? 'of ' + bytes(size) : '',
      size && free < needed && WHY.disk(bytes(needed))),
    tile('dead letters', count(dead), lately.dead ? count(lately.dead) + ' in ' + DEAD_MINUTES + ' minutes' : '',
      lately.red && WHY.dead),
    tile('last page routed', stats.lastRouted < 0 ? 'none yet'
      : brief(Math.max(0, (Date.now() - stats.lastRouted) / 1000)) + ' ago',
    stats.lastRouted < 0 ? '' : time(stats.lastRouted)),
    tile('instances', count(answering), 'of ' + count(stats.instances.length) + ' answer',
      silent(stats.instances) && WHY.silent)]);
}

/** The detector, its thresholds and the versions in force. */
function showForce(decides) {
  const lanes = count(decides.lanes) + (decides.shards ? ', each in ' + many(decides.shards, 'shard') : '');
  const items = [['detector', decides.detector], ...Object.entries(decides.thresholds), ['scope', decides.scope],
    ['lanes', lanes], ['settings', decides.settings], ['fingerprints', 'version ' + decides.fingerprints],
    ['crawlsieve', decides.version ?? 'development']];
  if (decides.overrides) {
    const {names, unapplied} = decides.overrides;
    items.push(['overrides', `${count(names - unapplied)} of ${many(names, 'name')} applied so far`]);
  }
  renew('force', items, item => item.join(), ([name, value]) => node('div', '', node('dt', name), node('dd', value)));
}

function showTiles(stats) {
  const totals = stats.totals;
  const routed = totals.unique + totals.duplicate;
  const of = n => routed ? percent(n / routed) : '';
  const tiles = [
    tile('pages per second', newest && newest.rate !== null ? tenth.format(newest.rate) : '–', count(routed) + ' routed'),
    tile('duplicate', of(totals.duplicate) || '–', count(totals.duplicate)),
    tile('unique', of(totals.unique) || '–', count(totals.unique)),
    ...indexTiles(stats),
    ...KINDS.map(kind => tile(kind, count(totals[kind]), of(totals[kind]))),
    tile('unjudged', count(totals.unjudged)),
    tile('pages held until decided', bytes(metered(stats, 'crawlsieve.pending.bytes'))),
    tile('bodies read again', count(metered(stats, 'crawlsieve.pages.read.again')))];
  const reference = metered(stats, 'crawlsieve.pages.reference');
  if (reference) {
    tiles.push(tile('reference pages', count(reference)));
  }
  fill('tiles', tiles);
}

/** How full the index is: of its tables in memory, and what share of the lookups had to read those on disk. */
function indexTiles(stats) {
  const total = name => metered(stats, 'crawlsieve.index.' + name);
  const kept = total('leaders'), lookups = total('lookups');
  if (kept === undefined) {
    return [tile('index', '–', 'no lane is here')];
  }
  const memory = meters(stats, 'crawlsieve.index.leaders').length * stats.decides.indexMemoryBytes;
  return [
    tile('index memory in use', percent(total('heap.bytes') / memory), bytes(total('heap.bytes')) + ' of ' + bytes(memory)),
    tile('kept pages in tables on disk', kept ? percent(total('leaders.on.disk') / kept) : '–', 'of ' + count(kept)),
    tile('lookups that read the disk', lookups ? percent(total('lookups.on.disk') / lookups) : '–', 'of ' + count(lookups))];
}

function showLanes(stats) {
  const lanes = meters(stats, 'crawlsieve.index.leaders')
    .map(({lane, shard}) => shard === undefined ? {lane} : {lane, shard})
    .sort((a, b) => a.lane - b.lane || (a.shard ?? 0) - (b.shard ?? 0));
  table('lanes',
    [stats.decides.shards ? 'lane, shard' : 'lane', 'kept', 'kept on disk', 'lookups', 'lookups on disk', 'heap', 'native',
      'disk', 'to restore'],
    lanes.map(place => {
      const index = name => metered(stats, 'crawlsieve.index.' + name, place);
      return [Object.values(place).join(', '), count(index('leaders')), count(index('leaders.on.disk')),
        count(index('lookups')), count(index('lookups.on.disk')), bytes(index('heap.bytes')), bytes(index('native.bytes')),
        bytes(index('disk.bytes')), count(metered(stats, 'crawlsieve.restore.left', place))];
    }));
}

function showDropped(dropped) {
  const busy = renew('dropped', dropped, place, verdictItem, 'Nothing so far.');
  say('dropped-note', busy ? 'The list pauses while you point at it.' : '');
}

function showInstances(instances) {
  const totals = Object.keys(TOTALS);
  const across = name => count(instances.reduce((all, one) => all + (one.totals ? one.totals[name] : 0), 0));
  const rows = instances.map(one => {
    const name = (one.address ?? 'no --http') + (one.here ? ' (this one)' : '');
    const does = [name, one.lanes.join(' ') || '–', one.standbys.join(' ') || '–', one.partitions.join(' ') || '–'];
    return one.totals
      ? [...does, one.state, tenth.format(one.pagesPerSecond), ...totals.map(total => count(one.totals[total]))]
      : [...does, one.error ?? '–', '–', ...totals.map(() => '–')];
  });
  if (rows.length > 1) {
    rows.push(['all that answer', '', '', '', '', tenth.format(instances.reduce((all, one) =>
      all + (one.pagesPerSecond ?? 0), 0)), ...totals.map(across)]);
  }
  table('instances', ['instance', 'lanes', 'standbys', 'partitions', 'state', 'pages/s', ...Object.values(TOTALS)], rows);
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
    stale(seen ? 'This is what the instance said at ' + time(seen) + '.' : '');
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
      fill(into, [failed(error)]);
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
    return unasked ? [] : [node('h3', 'Mirrors'), failed(error)];
  }
  const parts = [];
  const list = (title, items) => items.length
    && parts.push(node('h3', title), classed('pages', node('ul', '', ...items.map(item => node('li', item)))));
  list('Alternates', known.alternates.map(url => urlOf({url})));
  list('URL rules of its site', known.rules.slice(0, MOST_RULES).map(rule =>
    rule.rule + ' ' + rule.name + ' (support ' + count(rule.support) + ', confidence ' + rule.confidence + ')'));
  if (known.same !== known.url) {
    parts.push(node('p', 'By mirrors and rules it is the same as ' + urlOf({url: known.same})));
  }
  return parts;
}

/** What its site says on many pages; nothing where passages are not learned, unless only they are asked for. */
async function passagesOf(kind, place) {
  let known;
  try {
    known = await ask('api/passages?' + kind + '=' + encodeURIComponent(place));
  } catch (error) {
    const unasked = kind === 'url' && (error.status === 404 || error.status === 400);
    return unasked ? [] : [node('h3', 'Passages'), failed(error)];
  }
  const item = passage => node('li', '', node('span', passage.text), classed('what', node('span', count(passage.pages)
    + ' of ' + many(passage.of, 'counted page') + ', ' + percent(passage.share)
    + (passage.section ? ', all below ' + passage.section : ''))));
  return [node('h3', 'Passages of ' + known.site), ...known.passages.length
    ? [classed('pages', node('ul', '', ...known.passages.map(item)))] : [node('p', 'None is known.')],
    ...known.all > known.passages.length ? [node('p', 'There are ' + count(known.all) + '.')] : []];
}

answering('explain', 'explained', async () => {
  const place = byId('url').value.trim();
  return place.includes('/')
    ? [...await explained(place), ...await mirrorsOf(place), ...await passagesOf('url', place)]
    : passagesOf('site', place);
});

async function explained(url) {
  let answer;
  try {
    answer = await ask('api/explain?url=' + encodeURIComponent(url));
  } catch (error) {
    if (error.status !== 404) {
      throw error;
    }
    return [node('p', error.message)];
  }
  const behind = answer.searched.behind;
  const parts = [];
  if (behind !== 0) {
    parts.push(classed('soft', node('p', behind < 0 ? 'It is unknown how many verdicts are not indexed yet.'
      : 'The newest ' + count(behind) + ' verdicts are not indexed yet.')));
  }
  if (answer.unjudgedUnknown) {
    parts.push(classed('soft', node('p', 'Whether it was not judged is unknown: ' + answer.unjudgedUnknown)));
  }
  if (answer.deadLettersUnknown) {
    parts.push(classed('soft', node('p', 'Whether it is a dead letter is unknown: ' + answer.deadLettersUnknown)));
  }
  const dead = answer.deadLetters || [];
  if (dead.length) {
    parts.push(classed('pages', node('ul', '', ...dead.map(deadItem))));
  }
  const unjudged = answer.unjudged || [];
  if (unjudged.length) {
    parts.push(classed('pages', node('ul', '', ...unjudged.map(unjudgedItem))));
  }
  if (!answer.verdicts.length) {
    return parts;
  }
  parts.push(classed('pages', node('ul', '', ...answer.verdicts.map(decidedItem))));
  if (answer.overrides) {
    parts.push(node('p', 'Overrides in force for it: ' + answer.overrides.join('; ')));
  }
  const cluster = answer.cluster;
  if (!cluster) {
    return [...parts, node('p', 'It is in no cluster: an override decided on it.')];
  }
  parts.push(node('h3', 'Its cluster'), node('p', 'Kept: ' + urlOf(cluster.leader)),
    classed('soft', node('p', cluster.verdict ? 'Verdict on it: ' + evidence(cluster.verdict) + ', '
      + time(cluster.verdict.timestamp) : 'The verdict on it is no longer on its topic.')),
    ...preferred(cluster),
    node('p', count(cluster.copies) + (cluster.more ? ' pages or more copy it.' : cluster.copies === 1
      ? ' page copies it.' : ' pages copy it.')
      + (cluster.copies > cluster.newest.length ? ' The newest of them:' : '')),
    classed('pages', node('ul', '', ...cluster.newest.map(verdictItem))));
  return parts;
}

/** The page of a cluster to prefer to the others, and why; nothing where clusters are not built. */
function preferred(cluster) {
  if (cluster.preferredUnknown) {
    return [classed('soft', node('p', 'Which page is preferred is unknown: ' + cluster.preferredUnknown))];
  } else if (!cluster.preferred) {
    return [];
  }
  const why = cluster.by === null ? 'No page of the cluster is better than the kept one.'
    : 'Better than ' + urlOf(cluster.replaced) + ' by ' + cluster.by + '; the preferred page has changed '
      + many(cluster.corrections, 'time') + '.';
  return [node('p', 'Preferred: ' + urlOf(cluster.preferred)), classed('soft', node('p', why))];
}

answering('paste', 'asked', async () => {
  const form = byId('paste').elements.form.value, text = byId('text').value;
  const would = await ask('api/ask', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: form
    ? JSON.stringify({url: byId('texturl').value.trim() || location.origin, [form]: text}) : text});
  return [node('p', would.decision === 'unjudged' ? 'Would not be judged, because ' + would.reason
    : would.duplicateOf ? 'Would be dropped: ' + evidence(would) + '. It copies ' + urlOf(would.duplicateOf)
    : would.override?.action === 'drop' ? 'Would be dropped by an override.' : 'Would be kept.')];
});

refresh();
