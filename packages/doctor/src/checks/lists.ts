/** How lists behave: their bounds, their order, the counts in their meta, and batches beyond their end (2.1, 4.4). */

import { outerObject } from '@realty-forms/contract/answers/envelope.ts';
import { isJsonObject, readNumber } from '@realty-forms/contract/answers/json.ts';
import type { TransactionOrder } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { Asked } from '../asker.ts';
import { alike, assumed, type Finding, uncovered, understood, unknown } from '../findings.ts';
import { questions } from '../questions.ts';
import { BATCH, isDate, isNone, list, recordsOf, type Survey, textOf, timeOf } from '../survey.ts';
import { describeFault } from './access.ts';
import { pivotOf } from './filter-times.ts';

const MINUTE_MS = 60_000;

/** A time taken from a record and sent back as a bound should include that record. */
export async function checkBounds(survey: Survey): Promise<Finding[]> {
  const question = questions.bounds;
  const pivot = pivotOf(survey);
  if (survey.form === null || pivot === null) return [unknown(question, 'no filter by an instant works')];
  const bounds: (readonly [string, Bound | null])[] = [];
  for (const name of ['insertDateMin', 'lastUpdateDateSince'] as const)
    bounds.push([name, await boundAt(survey, pivot.record, name)]);
  const named = (bound: Bound) => bounds.flatMap(([name, found]) => (found === bound ? [name] : [])).join(' and ');
  if (named('exclusive') !== '') {
    const excludes = named('exclusive').includes(' and ') ? 'exclude' : 'excludes';
    const consequence = 'what happened at exactly that time, so clients should ask from a moment earlier';
    return [uncovered(question, `${named('exclusive')} ${excludes} ${consequence}`)];
  }
  const why = 'the list does not begin at the time that is sent, perhaps because the zone has another offset then';
  if (named('inclusive') === '') return [unknown(question, why)];
  return [assumed(question, named('elsewhere') === '' ? '' : `unknown for ${named('elsewhere')}: ${why}`)];
}

/** What a bound at a record's time does. `elsewhere`: the list does not begin there, so the time sent is not the record's. */
type Bound = 'inclusive' | 'exclusive' | 'elsewhere';

const boundColumns = {
  insertDateMin: { column: 'insertDate', field: 'INSERT_DATE' },
  lastUpdateDateSince: { column: 'lastUpdateDate', field: 'LAST_UPDATE_DATE' },
} as const;

/** Null if the record has no such time. A bound a minute away shows whether the list begins at the record's time. */
async function boundAt(survey: Survey, record: FlatRecord, name: keyof typeof boundColumns): Promise<Bound | null> {
  const { column, field } = boundColumns[name];
  const time = timeOf(record[column], survey);
  if (time === null || isDate(time)) return null;
  const includes = async (bound: string) => {
    const found = recordsOf(await list(survey, { filter: { [name]: bound }, order: { field, direction: 'ASC' } }));
    return found.some((each) => each[column] === record[column]);
  };
  const minutesLater = (minutes: number) => new Date(Date.parse(time) + minutes * MINUTE_MS).toISOString();
  if (await includes(time)) return (await includes(minutesLater(1))) ? 'elsewhere' : 'inclusive';
  return (await includes(minutesLater(-1))) ? 'exclusive' : 'elsewhere';
}

/** Past the end of any agent's list. */
const FAR_BATCH = 100_000;
const byStatus: TransactionOrder = { field: 'STATUS', direction: 'ASC' };
const idOf = ({ transId }: FlatRecord) => textOf(transId);

/** Equal values may be in any order, as long as it is the same for every batch. */
export async function checkOrder(survey: Survey): Promise<Finding[]> {
  const [order, max, next, end] = [questions.order, questions.max, questions.nextBatch, questions.pastTheEnd];
  if (survey.records.length < 2) {
    const why = 'no agent has two transactions';
    return [order, max, next, end].map((question) => unknown(question, why));
  }
  const whole = await list(survey, { order: byStatus });
  const size = Math.ceil(recordsOf(whole).length / 2);
  const first = await list(survey, { order: byStatus, size, number: 1 });
  const second = await list(survey, { order: byStatus, size, number: 2 });
  const last = await lastBatch(survey, whole);
  return [
    await judgeOrder(survey, recordsOf(whole), [...recordsOf(first), ...recordsOf(second)]),
    judgeMax([whole, first], last),
    judgeNextBatch(last),
    await checkPastTheEnd(survey, last),
  ];
}

async function judgeOrder(
  survey: Survey,
  whole: readonly FlatRecord[],
  halves: readonly FlatRecord[],
): Promise<Finding> {
  const question = questions.order;
  const ids = whole.map(idOf);
  if (ids.includes(null))
    return uncovered(question, 'transactions of a list have no transId, so they have no id either');
  if (halves.slice(0, ids.length).some((record, at) => idOf(record) !== ids[at]))
    return uncovered(
      question,
      'batches of different sizes have different orders, so pages may repeat or skip transactions',
    );
  const statuses = whole.map(({ propertyStatus }) => String(propertyStatus));
  const runs = statuses.filter((status, at) => status !== statuses[at - 1]);
  if (new Set(runs).size !== runs.length) return uncovered(question, 'the requested order is ignored');
  const steps = ids.flatMap((id, at) =>
    at > 0 && statuses[at] === statuses[at - 1] ? [Number(id) - Number(ids[at - 1])] : [],
  );
  const cheapest = recordsOf(await list(survey, { order: { field: 'LISTING_PRICE', direction: 'ASC' } }));
  const hasNoPrice = (record: FlatRecord | undefined) => isNone('decimal', record?.['listingPrice']);
  const areBlanksLast = hasNoPrice(cheapest.at(-1)) && !hasNoPrice(cheapest[0]);
  const hasBlanks = whole.some(hasNoPrice);
  return alike(question, [
    ...(steps.every((step) => step > 0)
      ? []
      : [steps.every((step) => step < 0) ? 'ties by transId descending' : 'ties in another order']),
    ...(areBlanksLast || (hasBlanks && !hasNoPrice(cheapest[0])) ? ['blanks above every value'] : []),
  ]);
}

interface LastBatch {
  readonly asked: Asked<'listTrans'>;
  readonly number: number;
  /** How many records a full batch has: some services send fewer than requested. */
  readonly size: number;
  /** The number of all records; null if there are more than the meta says, so that this batch is not the last one. */
  readonly length: number | null;
}

/** The last batch according to the meta, or the previous one if it is empty. */
async function lastBatch(survey: Survey, whole: Asked<'listTrans'>): Promise<LastBatch> {
  const size = recordsOf(whole).length;
  const max = whole.value?.max ?? 0;
  if (size === 0 || (size < BATCH && max <= size)) return { asked: whole, number: 1, size, length: size };
  const number = Math.max(2, Math.ceil(max / size));
  const asked = await list(survey, { order: byStatus, number, size });
  const { length } = recordsOf(asked);
  const known = (number - 1) * size + length;
  if (length === 0) return { asked: whole, number: number - 1, size, length: number === 2 ? size : null };
  survey.batch = size;
  return { asked, number, size, length: length < size || known === max ? known : null };
}

function judgeMax([whole, half]: readonly Asked<'listTrans'>[], last: LastBatch): Finding {
  const question = questions.max;
  const [max, halfMax] = [whole?.value?.max ?? null, half?.value?.max ?? null];
  if (max === null || halfMax === null)
    return uncovered(question, 'lists do not say how long they are, so they cannot be read');
  const least = last.length ?? (last.number - 1) * last.size + 1;
  if (Math.min(max, halfMax) < least)
    return uncovered(
      question,
      'it counts less than what matches, so totalCount is the number of records seen so far, with a warning',
    );
  if (last.length === null || Math.max(max, halfMax) > last.length)
    return uncovered(
      question,
      'it counts more than what matches, so totalCount is too high until the last page is read',
    );
  return assumed(question);
}

function judgeNextBatch({ asked, length }: LastBatch): Finding {
  const question = questions.nextBatch;
  const meta = outerObject(asked.json)?.['meta'];
  if (length === null || !isJsonObject(meta)) return unknown(question, 'it is not clear which batch is the last one');
  const next = meta['next_batch_no'];
  if (next === null) return assumed(question);
  const shown = next === undefined ? 'absent' : readNumber(next) === null ? 'text' : 'a number';
  return understood(question, `${shown}; never relied on`);
}

/** A list that becomes shorter while a client pages through it leads there. */
async function checkPastTheEnd(survey: Survey, { number, size, length }: LastBatch): Promise<Finding> {
  const question = questions.pastTheEnd;
  const asked = await list(survey, { order: byStatus, size, number: length === null ? FAR_BATCH : number + 1 });
  if (recordsOf(asked).length > 0)
    return uncovered(question, 'it repeats records, so a list that becomes shorter may show some twice');
  return judgeEmpty(question, asked, 'a page past the end of a list that became shorter is an error');
}

/** A condition that nothing matches. */
export async function checkEmptyList(survey: Survey): Promise<Finding[]> {
  const question = questions.emptyList;
  if (survey.agent === null) return [unknown(question, 'no agent has a transaction')];
  if (survey.separator === null) return [unknown(question, 'no two conditions can be joined')];
  const asked = await list(survey, { filter: { realtorName: 'Nobody of this name 7f3a' } });
  if (recordsOf(asked).length > 0) return [uncovered(question, 'a filter by realtorName is ignored')];
  return [judgeEmpty(question, asked, 'clients get an error instead of an empty list')];
}

function judgeEmpty(question: Finding['question'], asked: Asked<'listTrans'>, consequence: string): Finding {
  if (asked.fault !== null) return uncovered(question, `${consequence} (${describeFault(asked.fault)})`);
  const outer = outerObject(asked.json);
  const isPage = outer !== null && isJsonObject(outer['meta']) && Array.isArray(outer['data']);
  if (isPage) return assumed(question);
  if (asked.status === 204) return understood(question, 'status 204 without content');
  if (asked.status >= 400 || (outer !== null && !Object.hasOwn(outer, 'data')))
    return understood(question, 'an error that says so');
  return understood(question, outer === null ? 'an empty list' : 'data is null');
}
