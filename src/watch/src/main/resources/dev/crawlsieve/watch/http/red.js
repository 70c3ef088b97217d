// What is red: only what is worth getting up for. docs/operations.md lists these rules, too.

const MINUTE = 60_000;
const GIGABYTE = 1e9;
const DAY_SECONDS = 86_400;

/** What a kept page takes on disk, where too few are kept to tell. */
const USUAL_BYTES = 500, ENOUGH_PAGES = 10_000;

/** Fewer dead letters, or a smaller share of the records, are the crawl's everyday. */
const MANY_DEAD = 10, MUCH_DEAD = 0.01;
export const DEAD_MINUTES = 10;

/** A burst has ended when for so long fewer records wait than before. */
const ENDED_SECONDS = 15;

/** Each red in words, for whoever does not know these rules. */
export const WHY = {
  standsStill: 'for a minute, none was read and nothing came out',
  disk: needed => 'less than the ' + needed + ' that the index, rewritten, and a day\u2019s growth may need',
  dead: 'more than ' + 100 * MUCH_DEAD + ' % of what came out',
  silent: 'one that announced an address does not answer'};

/** What happened between two samples; null where it is unknown. */
function rowOf(sample, before) {
  const row = {at: sample.millis, rate: null, waiting: sample.waiting < 0 ? null : sample.waiting};
  if (before) {
    const more = count => sample[count] - before[count];
    const pages = more('unique') + more('duplicate');
    row.rate = 1000 * pages / Math.max(1, more('millis'));
    row.dead = more('deadLetters');
    row.out = pages + row.dead + (more('unjudged') || 0);
  }
  return row;
}

/**
 * What each sample of the history says, the newest last.
 *
 * @param fields what the places of a sample hold
 */
export function rowsOf(fields, history) {
  const samples = history.map(sample => Object.fromEntries(fields.map((field, i) => [field, sample[i]])));
  return samples.map((sample, i) => rowOf(sample, samples[i - 1]));
}

/** The rows of the last minutes; none if less than that is known. */
function recent(rows, minutes) {
  const last = rows[rows.length - 1];
  return last && last.at - rows[0].at >= minutes * MINUTE ? rows.filter(row => last.at - row.at <= minutes * MINUTE) : [];
}

/**
 * By how many records a second fewer wait than five minutes ago, or since it is known; 0 if unknown. If more do, but a
 * burst has ended, since most waited.
 */
export function shrinking(rows) {
  const known = rows.filter(row => row.waiting !== null);
  const last = known[known.length - 1];
  const lately = known.filter(row => last.at - row.at <= 5 * MINUTE);
  const since = row => last.at > row.at ? 1000 * (row.waiting - last.waiting) / (last.at - row.at) : 0;
  const most = lately.reduce((one, row) => row.waiting >= one.waiting ? row : one, lately[0]);
  const ended = most && last.at - most.at >= ENDED_SECONDS * 1000;
  return !last ? 0 : ended ? Math.max(since(lately[0]), since(most)) : since(lately[0]);
}

/** Records wait, and for a minute nothing has come out, and none more has been read. */
export function standsStill(rows) {
  const minute = recent(rows, 1);
  return minute.length > 1 && minute.every((row, i) =>
    row.waiting > 0 && !row.out && (i === 0 || row.waiting >= minute[i - 1].waiting));
}

/** Bytes that the disk needs: what the index has, written again, what a day adds at this pace, and a gigabyte. */
export function diskNeeded(indexBytes, kept, keptPerSecond) {
  const each = kept >= ENOUGH_PAGES ? indexBytes / kept : USUAL_BYTES;
  return GIGABYTE + indexBytes + DAY_SECONDS * keptPerSecond * each;
}

/** Dead letters of the last ten minutes, or of all that is known. */
export function recentlyDead(rows) {
  const last = rows[rows.length - 1] ?? {at: 0};
  const some = rows.filter(row => last.at - row.at <= DEAD_MINUTES * MINUTE);
  const sum = of => some.reduce((all, row) => all + (row[of] || 0), 0);
  const dead = sum('dead');
  return {dead, red: dead >= MANY_DEAD && dead > MUCH_DEAD * sum('out')};
}

/** An instance with an address does not answer. */
export const silent = instances => instances.some(one => one.address && !one.here && !one.totals);

/** What an instance does before it is ready, and at its end, is not red. */
const BUSY = ['starting', 'created', 'rebalancing', 'restoring', 'stopping'];
export const stateClass = health => health.ready ? 'ready' : BUSY.includes(health.state) ? 'busy' : 'unready';
