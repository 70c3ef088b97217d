// Pages in lists, and what was decided on them.

import {classed, count, many, node, percent, time} from './text.js';

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
  return item;
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
