// Pages in lists: what was decided on them, and how they differ from what they copy.

import {classed, count, failed, many, node, percent, time} from './text.js';

/** The kinds of dropped pages, as verdicts name them. */
export const KINDS = ['exact', 'near', 'revisit', 'override'];

/** The totals of an instance, and what they are called. */
export const TOTALS = {unique: 'unique', duplicate: 'duplicate', unjudged: 'unjudged', deadLetters: 'dead letters'};

export async function ask(path, options) {
  const response = await fetch(path, options);
  const answer = await response.json();
  if (!response.ok) {
    throw Object.assign(new Error(answer.error ?? 'status ' + response.status), {status: response.status});
  }
  return answer;
}

/**
 * How near two pages are, by the one measure that decides: of an exact copy none is needed. Then the reason, which
 * verdicts of earlier releases do not have.
 */
export function apart(page) {
  const parts = [];
  if (page.match === 'exact') {
    parts.push(page.bytes ? 'the same bytes' : 'the same main text');
  } else if (page.similarity === null || page.detector === 'simhash') {
    parts.push(many(page.distance, 'bit') + ' apart');
  } else {
    parts.push('similarity about ' + page.similarity);
  }
  if (page.match !== 'exact' && typeof page.contained === 'number') {
    parts.push('at least ' + percent(page.contained) + ' of its main text in the other');
  }
  return parts.concat(page.reason?.replace('-', ' ') ?? []).join(', ');
}

export function evidence(verdict) {
  const parts = [verdict.kind ?? verdict.decision];
  if (verdict.duplicateOf) {
    parts.push(apart(verdict));
  }
  parts.push('compared with ' + many(verdict.compared, 'page'));
  return parts.join(', ');
}

const MOST_OF_URL = 300;
export const urlOf = page => page.url.length > MOST_OF_URL
  ? page.url.slice(0, MOST_OF_URL) + '… (' + count(page.url.length) + ' characters)' : page.url;
export const place = page => page.partition + '@' + page.offset;

export function what(...texts) {
  return classed('what', node('span', texts.join('')));
}

export function verdictItem(verdict) {
  const item = node('li', '', node('span', urlOf(verdict)));
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
      into.replaceChildren(failed(error));
    }
  });
  return made;
}

const LONG_RUN = 240;
const middleOut = words => words.length > LONG_RUN
  ? words.slice(0, LONG_RUN / 2) + ' … ' + words.slice(-LONG_RUN / 2) : words;
const lines = number => many(number, 'line');

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

export function unjudgedItem(page) {
  const item = node('li', urlOf(page));
  item.append(what('was not judged, because ', page.reason, '; page ', page.page));
  return item;
}

export function deadItem(letter) {
  const item = node('li', urlOf(letter));
  item.append(what('is a dead letter of stage ', letter.stage, ': ', letter.reason, '; record ', letter.record));
  return item;
}

export function decidedItem(verdict) {
  const item = verdictItem(verdict);
  item.firstChild.prepend(classed(verdict.decision, node('b', verdict.decision + ': ')));
  item.append(what('decided by ', verdict.detector, ', settings ', verdict.settings, ', lane ', verdict.lane,
    ' offset ', verdict.laneOffset, ', page ', place(verdict), ' of ', time(verdict.timestamp)));
  return item;
}
