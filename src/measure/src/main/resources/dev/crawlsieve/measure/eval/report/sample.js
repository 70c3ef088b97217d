
// What was crawled stands in the page as text and attributes; here it is only read.
const byId = id => document.getElementById(id);
const pairs = Array.from(document.querySelectorAll('article[data-stratum]'));
const strata = Array.from(document.querySelectorAll('tr[data-drops]'));
const store = 'crawlsieve sample ' + document.body.dataset.sample;
const keyOf = pair => pair.dataset.a + '\t' + pair.dataset.b;
const SIGNS = ['1', '0', '?'];
let labels = new Map();
let at = 0;

function load() {
  try {
    const kept = Object.entries(JSON.parse(localStorage.getItem(store)) ?? {});
    labels = new Map(kept.filter(([, sign]) => SIGNS.includes(sign)));
  } catch (error) {
    lost();
  }
}

function keep() {
  try {
    localStorage.setItem(store, JSON.stringify(Object.fromEntries(labels)));
  } catch (error) {
    lost();
  }
}

function lost() {
  byId('note').textContent = 'This browser does not keep your labels: save the file before you close the page.';
}

const percent = share => (100 * share).toFixed(1) + ' %';
const shareText = found => found === null ? '–' : percent(found.share);
const rangeText = found => found === null ? '' : percent(found.low) + ' to ' + percent(found.high);

function count() {
  const counts = strata.map(row => ({drops: Number(row.dataset.drops), right: 0, wrong: 0, unsure: 0}));
  for (const pair of pairs) {
    const sign = labels.get(keyOf(pair));
    const name = {'1': 'right', '0': 'wrong', '?': 'unsure'}[sign];
    if (name) {
      counts[Number(pair.dataset.stratum)][name]++;
    }
  }
  return counts;
}

function show() {
  const counts = count();
  counts.forEach((of, i) => {
    const found = precision([of]);
    const cells = [of.right, of.wrong, of.unsure, shareText(found), rangeText(found)];
    strata[i].querySelectorAll('td[data-count]').forEach((cell, column) => cell.textContent = cells[column]);
  });
  const found = precision(counts);
  const sum = name => counts.reduce((all, of) => all + of[name], 0);
  const done = sum('right') + sum('wrong') + sum('unsure');
  const blank = counts.some(of => of.drops > 0 && of.right + of.wrong === 0);
  byId('precision').textContent = shareText(found);
  byId('interval').textContent = rangeText(found);
  byId('right').textContent = sum('right');
  byId('wrong').textContent = sum('wrong');
  byId('unsure').textContent = sum('unsure');
  byId('partial').hidden = found === null || !blank;
  byId('done').value = done;
  byId('place').textContent = 'pair ' + (at + 1) + ' of ' + pairs.length + ', ' + done + ' judged'
    + (done === pairs.length ? ': that is all; save your labels' : '');
  pairs.forEach((pair, i) => pair.hidden = i !== at);
  for (const button of document.querySelectorAll('button[data-sign]')) {
    button.setAttribute('aria-pressed', labels.get(keyOf(pairs[at])) === button.dataset.sign);
  }
}

function go(to) {
  at = Math.min(Math.max(to, 0), pairs.length - 1);
  show();
  pairs[at].scrollIntoView();
}

function judge(sign) {
  labels.set(keyOf(pairs[at]), sign);
  keep();
  const unjudged = pair => !labels.has(keyOf(pair));
  const next = pairs.findIndex((pair, i) => i > at && unjudged(pair));
  const first = pairs.findIndex(unjudged);
  go(next >= 0 ? next : first >= 0 ? first : at);
}

function save() {
  const counts = count(); // a label counts elsewhere for as many drops as here
  const lines = pairs.filter(pair => labels.has(keyOf(pair)))
    .map(pair => [keyOf(pair), labels.get(keyOf(pair)), weight(counts[Number(pair.dataset.stratum)])].join('\t') + '\n');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(lines, {type: 'text/tab-separated-values'}));
  link.download = 'labels.tsv';
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  if (SIGNS.includes(event.key)) {
    judge(event.key);
  } else if (event.key === 'ArrowLeft') {
    go(at - 1);
  } else if (event.key === 'ArrowRight') {
    go(at + 1);
  } else {
    return;
  }
  event.preventDefault();
});
for (const button of document.querySelectorAll('button[data-sign]')) {
  button.addEventListener('click', () => judge(button.dataset.sign));
}
byId('back').addEventListener('click', () => go(at - 1));
byId('on').addEventListener('click', () => go(at + 1));
byId('save').addEventListener('click', save);

load();
at = Math.max(0, pairs.findIndex(pair => !labels.has(keyOf(pair))));
show();
