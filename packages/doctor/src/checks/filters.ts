/**
 * Finds the notation of filters (4.4) by trying. A notation is the service's if a condition in it changes the result as that condition
 * must. Refused, ignored and misread conditions all fail that test, however the service reports them. Times have their own file.
 */

import { unsafeFilterCharacter } from '@realty-forms/contract/calls/filter.ts';
import { type TransactionFilter, unusedNrdsIds } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { compileKinds } from '@realty-forms/contract/columns/kinds.ts';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import { assumed, type Finding, suits, uncovered, unknown } from '../findings.ts';
import { questions } from '../questions.ts';
import { instantOf, list, recordsOf, type Survey, textOf } from '../survey.ts';
import { configuredFirst } from './access.ts';

const MAX_AGENTS = 8;
/** Enough records to see ties, blanks and several batches; fewer are used if no agent has this many. */
const ENOUGH_RECORDS = 20;

/** Looks for an agent with transactions, in both notations until one has found any. */
export async function checkBrackets(survey: Survey): Promise<Finding[]> {
  const question = questions.brackets;
  const ids = survey.users
    .flatMap(({ agentNRDSID }) => textOf(agentNRDSID) ?? [])
    .filter((id) => unsafeFilterCharacter(id) === null && !/[;&]/.test(id));
  const candidates = survey.changedAgent === null ? ids : configuredFirst(survey.changedAgent, ids);
  if (candidates.length === 0) return [unknown(question, 'there are no agents')];
  let tried = [survey.brackets, !survey.brackets];
  for (const agent of candidates.slice(0, MAX_AGENTS)) {
    for (const brackets of tried) {
      const records = recordsOf(await list(survey, { agent, notation: { brackets } }));
      if (records.length === 0) continue;
      if (records.length > survey.records.length) Object.assign(survey, { agent, records });
      tried = [brackets];
      break;
    }
    if (survey.records.length >= ENOUGH_RECORDS) break;
  }
  const [found = true, other] = tried;
  if (other !== undefined)
    return [unknown(question, `none of ${Math.min(MAX_AGENTS, candidates.length)} agents has a transaction`)];
  const others = recordsOf(await list(survey, { agent: unusedNrdsIds[0], notation: { brackets: found } }));
  if (others.length > 0) return [uncovered(question, 'a filter for an agent is ignored, in either notation')];
  survey.brackets = found;
  return [suits(question, 'UPSTREAM_FILTER_BRACKETS', found ? 'on' : 'off')];
}

const { propertyType, propertyStatus, transactionType } = compileKinds({ timeZone: 'UTC' });
const codeFilters = [
  { column: 'propertyType', kind: propertyType, name: 'propertyTypes' },
  { column: 'propertyStatus', kind: propertyStatus, name: 'statuses' },
  { column: 'transactionType', kind: transactionType, name: 'types' },
] as const;

/** The codes in an agent's records by column, but for a lease, by which lists cannot be filtered (2.5). `count` has all values, blanks too. */
function codesOf({ records }: Survey) {
  return codeFilters.map(({ column, kind, name }) => {
    const read = (record: FlatRecord) => kind.parse(record[column]);
    const values = new Set(records.map(read));
    const codes = [...values].filter((code) => typeof code === 'string' && code !== 'LEASE_RENTAL');
    return { name, read, codes, count: values.size };
  });
}

const NONE_DIFFER = 'no two transactions of an agent differ in type or status';

/** A second condition, on a column whose values differ, must leave only records that match it. */
export async function checkSeparator(survey: Survey): Promise<Finding[]> {
  const question = questions.separator;
  const differing = codesOf(survey).find(({ codes, count }) => codes.length > 0 && count > 1);
  if (differing === undefined) return [unknown(question, NONE_DIFFER)];
  const { name, read, codes } = differing;
  const filter = { [name]: codes.slice(0, 1) } as TransactionFilter;
  const configured = survey.configured.UPSTREAM_FILTER_SEPARATOR;
  for (const separator of configuredFirst(configured, [', ', ',', ';', '&'] as const)) {
    const records = recordsOf(await list(survey, { filter, notation: { separator } }));
    if (records.length === 0 || records.some((record) => read(record) !== codes[0])) continue;
    survey.separator = separator;
    return [suits(question, 'UPSTREAM_FILTER_SEPARATOR', separator)];
  }
  return [uncovered(question, 'no separator joins two conditions, so filters of clients fail')];
}

/** A condition with two codes must leave only records with those two, and both of them. */
export async function checkSeveralCodes(survey: Survey): Promise<Finding[]> {
  const question = questions.severalCodes;
  if (survey.separator === null) return [unknown(question, 'no two conditions can be joined')];
  const differing = codesOf(survey).find(({ codes }) => codes.length > 1);
  if (differing === undefined) return [unknown(question, NONE_DIFFER)];
  const { name, read, codes } = differing;
  const two = codes.slice(-2);
  const listed = recordsOf(await list(survey, { filter: { [name]: two } })).map(read);
  const isRead = two.every((code) => listed.includes(code)) && listed.every((code) => two.includes(code));
  return [
    isRead ? assumed(question) : uncovered(question, 'a filter by several codes does not list what each of them does'),
  ];
}

/** A range around the day of one record must keep that record, and leave out those of other weeks. */
export async function checkRange(survey: Survey): Promise<Finding[]> {
  const question = questions.range;
  if (survey.separator === null || survey.dates === null) return [unknown(question, 'no filter by a day works')];
  const closings = survey.records.map((record) => instantOf(record['projectedClosingDate'], survey));
  const middle = closings.find(
    (at) => at !== null && closings.some((other) => other !== null && Math.abs(other - at) > 7 * DAY_MS),
  );
  if (middle == null) return [unknown(question, 'no two transactions of an agent have closing dates a week apart')];
  const day = (days: number) => new Date(middle + days * DAY_MS).toISOString().slice(0, 10);
  const closingDateRange = { from: day(-1), to: day(1) };
  const ranges = { spaced: ' - ', tight: '-' } as const;
  for (const name of configuredFirst(survey.configured.UPSTREAM_FILTER_RANGE, ['spaced', 'tight'] as const)) {
    const answer = await list(survey, { filter: { closingDateRange }, notation: { range: ranges[name] } });
    const found = recordsOf(answer).map((record) => instantOf(record['projectedClosingDate'], survey));
    if (found.length === 0 || found.some((at) => at === null || Math.abs(at - middle) > 5 * DAY_MS)) continue;
    survey.range = ranges[name];
    return [suits(question, 'UPSTREAM_FILTER_RANGE', name)];
  }
  return [uncovered(question, 'a range of closing dates selects nothing in either form')];
}
