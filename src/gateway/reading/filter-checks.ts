/**
 * Checks that lists match their filters and are in the requested order, as far as their records show it (4.4, 4.8). A service may not
 * understand the notation, and ignore a condition. It may compare several codes, such as A|P, with a record's code as if they were one. An
 * exact day stands for the whole day, but a service may compare it with times of day, and then list only what happened at midnight.
 */
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { type FilterKey, type OpenRange, transactionFilterKeys } from '@realty-forms/contract/calls/filter.ts';
import {
  columnOfCategory,
  type SortCategory,
  type TransactionFilter,
  type TransactionOrder,
} from '@realty-forms/contract/calls/requests.ts';
import { transactionFields } from '@realty-forms/contract/columns/fields.ts';
import type { TransactionRecord } from '@realty-forms/contract/columns/records.ts';
import { HOUR_MS } from '@realty-forms/platform/clock.ts';
import { invalidAnswer } from '../../upstream/faults.ts';
import type { Parts } from '../parts.ts';

/** Whether a transaction matches the filter, as far as its columns were read. */
export function filterChecks(filter: TransactionFilter): ((transaction: Partial<TransactionRecord>) => boolean)[] {
  return [...codeChecks(filter), ...timeChecks(filter)];
}

/** A day may be meant in any time zone, and an hour occurs twice when clocks are set back. */
const TOLERANCE_MS = 26 * HOUR_MS;
const MINUTE_MS = 60_000;

/** The keys of filters by times: their names in the graph, whether they match what is later too, and where a record has the time. */
const timeKeys = Object.entries<FilterKey>(transactionFilterKeys)
  .filter(([, { value }]) => value === 'timestamp' || value === 'range')
  .map(([key, { name }]) => {
    const column = columnOfCategory(key.replace(/_(min|since|range)$/, '') as SortCategory);
    const path = transactionFields.find(({ upstreamName }) => upstreamName === column)?.path ?? [];
    return { name: name as keyof TransactionFilter, isOpen: /_(min|since)$/.test(key), path };
  });

/** Whether a transaction is in the periods that the filter asks for, as far as its times were read. */
function timeChecks(filter: TransactionFilter): ((transaction: Partial<TransactionRecord>) => boolean)[] {
  return timeKeys.flatMap(({ name, isOpen, path }) => {
    const asked = filter[name] as string | Partial<OpenRange> | null | undefined;
    if (asked == null) return [];
    const { from, to } = typeof asked === 'string' ? { from: asked, to: isOpen ? null : asked } : asked;
    const first = from == null ? Number.NEGATIVE_INFINITY : Date.parse(from) - TOLERANCE_MS;
    const last = to == null ? Number.POSITIVE_INFINITY : Date.parse(to) + 2 * TOLERANCE_MS;
    return (transaction: Partial<TransactionRecord>) => {
      const time = path.reduce<unknown>(
        (value, step) => (value as Record<string, unknown> | null)?.[step],
        transaction,
      );
      if (typeof time !== 'string') return true;
      const at = Date.parse(time);
      return at >= first && at <= last;
    };
  });
}

/** The times that can be filtered by an exact day, each with the filter for its lower bound and the order by it. */
const times = {
  insertDate: { since: 'insertDateMin', order: 'INSERT_DATE' },
  lastUpdateDate: { since: 'lastUpdateDateSince', order: 'LAST_UPDATE_DATE' },
} as const satisfies Partial<Record<keyof TransactionRecord, { since: string; order: TransactionOrder['field'] }>>;
const timeNames = Object.keys(times) as TimeName[];

type TimeName = keyof typeof times;
type Filter = { readonly [Name in TimeName | (typeof times)[TimeName]['since']]?: string | null };
type WithTimes = { readonly [Name in TimeName]?: string | null };

/**
 * Whether a list is in the requested order, as far as its times show it. If each call returned another order, pages would repeat some
 * records and skip others.
 */
export function isInTimeOrder(transactions: readonly WithTimes[], { field, direction }: TransactionOrder): boolean {
  const name = timeNames.find((each) => times[each].order === field);
  if (name === undefined) return true;
  let before: string | null = null;
  for (const { [name]: time } of transactions) {
    if (time == null) continue;
    const [earlier, later] = direction === 'DESC' ? [time, before ?? time] : [before ?? time, time];
    // Most times have the same notation, and need not be parsed.
    if (later < earlier && Date.parse(earlier) - Date.parse(later) > TOLERANCE_MS) return false;
    before = time;
  }
  return true;
}

/** Reads some records that match the filter, the first ones in this order. */
type ReadFirst<F> = (filter: F, order: TransactionOrder) => Promise<readonly WithTimes[]>;

export function createDayFilters(endpoint: EndpointName, { clock, notation }: Pick<Parts, 'clock' | 'notation'>) {
  const zones = ['UTC', notation.timestamps?.timeZone ?? 'UTC'];
  /** Whether a list has shown that the service reads an exact day as the whole day. */
  let areDaysUnderstood = false;
  /** When an empty list was last checked: each check takes a call, and one operation may select a hundred empty lists. */
  let checkedAt = Number.NEGATIVE_INFINITY;

  /** Whether a time is on this day both in UTC and in the configured zone, and not at the day's beginning. */
  const isWithin = (time: string | null | undefined, day: string): boolean =>
    time?.includes('T') === true &&
    zones.every((zone) => {
      const local = Temporal.Instant.from(time).toZonedDateTimeISO(zone);
      return local.toPlainDate().toString() === day && !local.equals(local.startOfDay());
    });

  return {
    /** Throws UPSTREAM_INVALID if a list for a day is empty although there are records of that day. */
    async check<F extends Filter>(
      filter: F,
      { nodes, totalCount }: { readonly nodes: readonly WithTimes[]; readonly totalCount: number },
      readFirst: ReadFirst<F>,
    ): Promise<void> {
      for (const name of timeNames) {
        const day = filter[name];
        const { since, order } = times[name];
        if (areDaysUnderstood || day == null || day.includes('T')) continue;
        const showsDay = (shown: readonly WithTimes[]) => shown.some((each) => isWithin(each[name], day));
        areDaysUnderstood = showsDay(nodes);
        const readAt = clock.now();
        if (totalCount > 0 || Math.abs(readAt - checkedAt) < MINUTE_MS || mayExcludePart(day, filter[since])) continue;
        checkedAt = readAt;
        const earliest = await readFirst({ ...filter, [name]: null, [since]: day }, { field: order, direction: 'ASC' });
        // A record from a moment ago may not have existed when the list was read.
        const earlier = earliest.filter((each) => Date.parse(each[name] ?? '') < readAt - MINUTE_MS);
        if (!showsDay(earlier)) continue;
        // If the service counts days in another zone, it has them on the day before or after.
        const around = await Promise.all([
          readFirst({ ...filter, [name]: dayFrom(day, -1), [since]: null }, { field: order, direction: 'DESC' }),
          readFirst({ ...filter, [name]: dayFrom(day, 1), [since]: null }, { field: order, direction: 'ASC' }),
        ]);
        areDaysUnderstood = around.some(showsDay);
        if (areDaysUnderstood) continue;
        checkedAt = Number.NEGATIVE_INFINITY;
        throw invalidAnswer(endpoint, 'a filter by a day leaves out what happened on that day');
      }
    },
  };
}

const dayFrom = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** Whether a bound of the same filter may match only part of the day, or none of it. */
function mayExcludePart(day: string, bound: string | null | undefined): boolean {
  return bound != null && (bound.includes('T') || bound > day);
}

const codeFilters = [
  ['statuses', 'status'],
  ['types', 'type'],
  ['propertyTypes', 'propertyType'],
] as const;

type WithCodes = Partial<Pick<TransactionRecord, (typeof codeFilters)[number][1]>>;

/** A filter's conditions for codes: a column, and the codes of which it must have one. */
function conditionsOf(filter: TransactionFilter) {
  return codeFilters.flatMap(([name, field]) => {
    const codes: readonly string[] | null | undefined = filter[name];
    return codes == null ? [] : [{ codes, codeIn: (transaction: WithCodes) => transaction[field] }];
  });
}

/** Whether a transaction has the codes that the filter asks for, as far as its columns were read. */
function codeChecks(filter: TransactionFilter): ((transaction: WithCodes) => boolean)[] {
  return conditionsOf(filter).map(({ codes, codeIn }) => (transaction) => {
    const code = codeIn(transaction);
    return code == null || codes.includes(code);
  });
}

/** Transactions from a list, and the length of the list. */
interface Listed {
  readonly nodes: readonly WithCodes[];
  readonly totalCount: number;
}

export function createCodeFilters() {
  /** Whether a list has shown that the service understands several codes in one condition. */
  let areSeveralUnderstood = false;
  return {
    /**
     * Throws UPSTREAM_INVALID if a list for several codes lacks transactions that should be in it. `readOthers` reads the beginning of the
     * same list without conditions for codes, and shows them.
     */
    async check(filter: TransactionFilter, listed: Listed, readOthers: () => Promise<Listed>): Promise<void> {
      if (areSeveralUnderstood) return;
      const conditions = conditionsOf(filter);
      if (conditions.every(({ codes }) => codes.length < 2)) return;
      const showsSeveral = ({ nodes }: Listed): boolean =>
        conditions.some(
          ({ codes, codeIn }) => codes.filter((each) => nodes.map(codeIn).includes(each as never)).length > 1,
        );
      areSeveralUnderstood = showsSeveral(listed);
      if (areSeveralUnderstood) return;
      const others = await readOthers();
      const hasCodes = (each: WithCodes) => conditions.every(({ codes, codeIn }) => codes.includes(codeIn(each) ?? ''));
      const matching = others.nodes.filter(hasCodes);
      if (matching.length > listed.totalCount)
        throw invalidAnswer('listTrans', 'a filter by several codes leaves out transactions that have one of them');
      areSeveralUnderstood = showsSeveral({ ...others, nodes: matching }) && others.totalCount <= others.nodes.length;
    },
  };
}

/** The filter without its codes. */
export function withoutCodes(filter: TransactionFilter): TransactionFilter {
  return { ...filter, ...Object.fromEntries(codeFilters.map(([name]) => [name, null])) };
}
