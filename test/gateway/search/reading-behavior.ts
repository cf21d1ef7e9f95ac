// What reads the index, in either kind of database, compared with a filter and a sort in memory.
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { codeTables } from '@realty-forms/contract/columns/codes.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexedWords, searchedWords } from '../../../src/gateway/search/fold.ts';
import type { SearchIndex } from '../../../src/gateway/search/index.ts';
import { type DeadlineKind, decimalKey, keyOf, type RowColumn } from '../../../src/gateway/search/rows.ts';
import type { FacetColumn, FoundPage, SearchQuery, Window } from '../../../src/gateway/search/store/query.ts';
import { idOf } from '../../../src/gateway/search/store/saving.ts';
import type { ReadingBounds } from '../../../src/gateway/search/store/searches.ts';
import { load, row } from './index-under-test.ts';

const agents = ['111', '222', '333'];
const dates = [
  '2026-02-27',
  '2026-02-28',
  '2026-03-01',
  '2026-03-01T23:30:00-05:00',
  '2026-03-02T04:00:00Z',
  'soon',
  '',
];
const places = ['Łódź', 'lodz', 'São Paulo', 'Straße', 'STRASSE', "O'Brien", '', 'New York'];

const record = fc.record({
  transName: fc.constantFrom(...places, 'Elm Street', 'elm'),
  streetAddress: fc.constantFrom('1 Elm Street', '12 Oak Ave', '', '12-A Straße'),
  City: fc.constantFrom(...places),
  State: fc.constantFrom('CA', 'ca', ' Oregon ', '', 'TX'),
  sellerParty1Name: fc.constantFrom('Ann Obrien', 'Łukasz Elm', ''),
  escrowCompanyName: fc.constantFrom('Oakenshield Escrow', ''),
  propertyStatus: fc.constantFrom('A', 'P', 'X', '', '?'),
  transactionType: fc.constantFrom('P', 'L', '', 'unknown'),
  propertyType: fc.constantFrom('R', 'C', ''),
  listingPrice: fc.constantFrom('', '100', '99.5', '-3', 'cheap', '100.0', '1000000000000000000000'),
  purchasePrice: fc.constantFrom('', '', '100.01', 'n/a'),
  lastUpdateDate: fc.constantFrom(...dates),
  dueDiligenceDate: fc.constantFrom(...dates),
  projectedClosingDate: fc.constantFrom(...dates),
}) satisfies fc.Arbitrary<FlatRecord>;

/** What a row of the model is sorted, filtered and counted by. */
interface Model extends Record<string, unknown> {
  readonly nrdsId: string;
  readonly transId: string;
  readonly words: readonly string[];
  readonly heading: readonly string[];
  /** Its place among all rows, in the order in which they are saved. */
  readonly saved: number;
}

type Generated = typeof record extends fc.Arbitrary<infer T> ? T : never;

/** Read again by hand, without the codecs. */
function modelOf(nrdsId: string, transId: string, saved: number, given: Generated): Model {
  const named = (table: readonly { code: string; name: string }[], code: string) =>
    table.find((each) => each.code === code)?.name ?? '';
  // The zone of the index is New York: the fourth is on the first of March there, the fifth too.
  const dateKeyOf = (text: string) => {
    if (text === 'soon' || text === '') return '';
    return text.length === 10 ? text : `2026-03-01T${5e14 + Date.parse(text)}`;
  };
  const isNumber = (text: string) => /^-?[\d.]+$/.test(text);
  const price = isNumber(given.purchasePrice)
    ? given.purchasePrice
    : isNumber(given.listingPrice)
      ? given.listingPrice
      : '';
  const wordsOf = (...texts: string[]) => texts.flatMap((text) => [...indexedWords(text)]);
  const heading = wordsOf(given.transName, given.streetAddress, given.City, given.State);
  return {
    nrdsId,
    transId,
    saved,
    heading,
    words: [...heading, ...wordsOf(given.sellerParty1Name, given.escrowCompanyName)],
    status: named(codeTables.propertyStatus, given.propertyStatus),
    type: named(codeTables.transactionType, given.transactionType),
    property_type: named(codeTables.propertyType, given.propertyType),
    state_key: keyOf(given.State),
    city_key: keyOf(given.City),
    name_key: keyOf(given.transName),
    price_key: price === '' ? '' : decimalKey(price),
    last_update_date: dateKeyOf(given.lastUpdateDate),
    due_diligence_date: dateKeyOf(given.dueDiligenceDate),
    projected_closing_date: dateKeyOf(given.projectedClosingDate),
  };
}

const hasWords = (of: readonly string[], words: readonly string[]) =>
  words.every((word, at) => of.some((each) => (at === words.length - 1 ? each.startsWith(word) : each === word)));

function answer(rows: readonly Model[], query: SearchQuery) {
  const { words, values, ranges, sort } = query;
  const matched = rows.filter(
    (each) =>
      query.agents.includes(each.nrdsId) &&
      (words.length === 0 || hasWords(each.words, words)) &&
      values.every(({ column, anyOf }) => anyOf.includes(each[column] as string)) &&
      ranges.every(({ column, from, to }) => {
        const value = each[column] as string;
        const end = column.endsWith('date') ? value.slice(0, 10) : value;
        return value !== '' && (from === null || value >= from) && (to === null || end <= to);
      }),
  );
  const keyIn = (each: Model): string => {
    if (sort.column !== 'relevance') return each[sort.column] as string;
    if (words.length === 0) return each['last_update_date'] as string;
    // Of those of one day, the one that was saved later.
    const day = (each['last_update_date'] as string).slice(0, 10).padEnd(10, ' ');
    return (hasWords(each.heading, words) ? '1' : '0') + day + String(each.saved).padStart(5);
  };
  const compared = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
  const sorted = matched.toSorted(
    (one, other) =>
      (sort.isDescending ? -1 : 1) *
      (compared(keyIn(one), keyIn(other)) ||
        compared(one.transId, other.transId) ||
        compared(one.nrdsId, other.nrdsId)),
  );
  const count = (column: string) =>
    [...Map.groupBy(matched, (each) => each[column] as string)]
      .flatMap(([value, { length }]) => (value === '' ? [] : [[value, length] as const]))
      .sort();
  return { sorted: sorted.map(({ nrdsId, transId }) => `${nrdsId} ${transId}`), count };
}

const texts = [
  '',
  'elm',
  'el',
  'straße',
  'STRASSE e',
  'lodz',
  'łukasz',
  "o'br",
  'obrien',
  'new y',
  '12 a',
  'ca',
  'oakenshi',
  'oakenshield e',
  'nothing',
];
const sortable = [
  'relevance',
  'name_key',
  'city_key',
  'price_key',
  'status',
  'last_update_date',
  'due_diligence_date',
] as const;
const facets: readonly FacetColumn[] = ['status', 'type', 'property_type', 'agent', 'due_diligence_date'];

const queries: fc.Arbitrary<Omit<SearchQuery, 'window' | 'isCounted' | 'facets'>> = fc.record({
  // Possibly one of them twice.
  agents: fc.array(fc.constantFrom(...agents), { maxLength: 4 }),
  words: fc.constantFrom(...texts).map((text) => searchedWords(text)),
  values: fc.subarray(
    [
      { column: 'status', anyOf: ['ACTIVE', 'PENDING'] },
      { column: 'type', anyOf: ['LEASE_RENTAL', 'PURCHASE'] },
      { column: 'state_key', anyOf: ['ca', 'oregon'] },
      { column: 'city_key', anyOf: ['lodz', 'strasse', 'sao paulo'] },
    ] satisfies SearchQuery['values'],
    { maxLength: 2 },
  ),
  ranges: fc
    .array(
      fc.oneof(
        fc.record({
          column: fc.constantFrom<RowColumn>('last_update_date', 'due_diligence_date'),
          from: fc.constantFrom(null, '2026-02-28', '2026-03-01'),
          to: fc.constantFrom(null, '2026-02-28', '2026-03-01'),
        }),
        fc.record({
          column: fc.constant<RowColumn>('price_key'),
          from: fc.constantFrom(null, decimalKey('-10'), decimalKey('100')),
          to: fc.constantFrom(null, decimalKey('100'), decimalKey('100.005')),
        }),
      ),
      { maxLength: 2 },
    )
    .map((ranges) => ranges.filter(({ from, to }) => from !== null || to !== null)),
  sort: fc.record({ column: fc.constantFrom(...sortable), isDescending: fc.boolean() }),
});

const whole: Window = { from: 'start', take: 100, after: null, before: null };

/** With the second ones, the few rows and agents here are read as many are. */
const bounds = [undefined, { soughtAgents: 1, listedAgents: 1, sorted: 2 }] as const;

export function describeReading(name: string, openWith: (bounds?: ReadingBounds) => Promise<SearchIndex>): void {
  describe.each(bounds)(`searching in ${name} with the bounds %o`, (own) => {
    const open = () => openWith(own);
    let index: SearchIndex;
    let rows: readonly Model[];
    let generated: readonly Generated[];
    const rowsOf = (agent: string) =>
      generated.flatMap((each, at) => (agents[at % 3] === agent ? [row(`${Math.floor(at / 2)}`, each)] : []));
    beforeAll(async () => {
      index = await open();
      await index.open('settings');
      generated = fc.sample(fc.array(record, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 7 })[0] ?? [];
      rows = generated.map((each, at) => {
        const agent = at % agents.length;
        return modelOf(agents[agent] as string, `${Math.floor(at / 2)}`, agent * 1_000 + at, each);
      });
      for (const agent of agents) await load(index, agent, rowsOf(agent), Number(agent));
    });
    afterAll(() => index.close());

    /** Ids depend on what else was saved before. */
    const withoutIds = ({ rows: found, ...page }: FoundPage, { sort, words }: SearchQuery) => ({
      ...page,
      rows: found.map((each) =>
        sort.column !== 'relevance' || words.length === 0
          ? each
          : { ...each, place: { ...each.place, key: each.place.key[0] } },
      ),
    });
    const idsOf = (found: Awaited<ReturnType<SearchIndex['search']>>) =>
      found.rows.map(({ nrdsId, place }) => `${nrdsId} ${place.transId}`);

    test('finds, sorts and counts what a filter and a sort in memory do', () =>
      fc.assert(
        fc.asyncProperty(queries, async (given) => {
          const query: SearchQuery = { ...given, window: whole, isCounted: true, facets };
          const { sorted, count } = answer(rows, query);
          const found = await index.search(query);
          expect(idsOf(found)).toEqual(sorted);
          expect(found.total).toBe(sorted.length);
          for (const column of facets) {
            const counted = found.facets.get(column)?.map(({ value, count: number }) => [value, number]);
            const expected =
              column === 'agent'
                ? count('nrdsId')
                : column === 'due_diligence_date'
                  ? [...Map.groupBy(count(column), ([value]) => value.slice(0, 7))].map(
                      ([month, of]) => [month, of.reduce((sum, [, number]) => sum + number, 0)] as const,
                    )
                  : count(column);
            expect(counted?.toSorted()).toEqual(expected.toSorted());
          }
        }),
        { numRuns: 60 },
      ));

    test('pages in either direction lead through all of it once, and know what is around them', () =>
      fc.assert(
        fc.asyncProperty(queries, fc.integer({ min: 1, max: 7 }), fc.boolean(), async (given, take, isForward) => {
          const { sorted } = answer(rows, { ...given, window: whole, isCounted: false, facets: [] });
          const seen: string[] = [];
          for (let window: Window = { ...whole, take, from: isForward ? 'start' : 'end' }; ; ) {
            const page = await index.search({ ...given, window, isCounted: false, facets: [] });
            seen[isForward ? 'push' : 'unshift'](...idsOf(page));
            const [first, last] = [page.rows[0]?.place ?? null, page.rows.at(-1)?.place ?? null];
            const isEnd = seen.length === sorted.length;
            expect(isForward ? page.hasNextPage : page.hasPreviousPage).toBe(!isEnd);
            expect(isForward ? page.hasPreviousPage : page.hasNextPage).toBe(seen.length > page.rows.length);
            if (isEnd || seen.length > sorted.length) break;
            window = isForward ? { ...window, after: last } : { ...window, before: first };
          }
          expect(seen).toEqual(sorted);
        }),
        { numRuns: 25 },
      ));

    test('what belongs to other agents changes nothing, whatever the query and its cursors are', async () => {
      const own = ['222'];
      const alone = await open();
      await alone.open('settings');
      // So that agents have the same numbers in both.
      for (const agent of agents) await load(alone, agent, agent === '222' ? rowsOf('222') : [], Number(agent));
      const place = fc.record({
        key: fc.constantFrom(
          '',
          'elm',
          'lodz',
          'ACTIVE',
          decimalKey('100'),
          ...[0, 1].map((rank) => `${rank}${idOf('2026-03-01', 0, 0)}`),
        ),
        transId: fc.constantFrom('0', '11', '9'),
        agent: fc.constantFrom(1, 2, 3),
      });
      const cursor = fc.option(place);
      await fc.assert(
        fc.asyncProperty(queries, fc.boolean(), cursor, cursor, async (given, isForward, after, before) => {
          const window: Window = { from: isForward ? 'start' : 'end', take: 5, after, before };
          const query: SearchQuery = {
            ...given,
            agents: own,
            window,
            isCounted: true,
            facets: [...facets, 'state_key'],
          };
          expect(withoutIds(await index.search(query), query)).toEqual(withoutIds(await alone.search(query), query));
          const deadlines = { agents: own, window, isCounted: true, from: '2026-02-01', to: '2026-03-31' };
          const all = { ...deadlines, kinds: null, statuses: null };
          expect(await index.deadlines(all)).toEqual(await alone.deadlines(all));
        }),
        { numRuns: 45 },
      );
      await alone.close();
    });

    test('a page between two cursors has what is between them', async () => {
      const query = { agents, words: [], values: [], ranges: [], facets: [], isCounted: false } as const;
      const sort = { column: 'name_key', isDescending: false } as const;
      const all = await index.search({ ...query, sort, window: whole });
      const [after, before] = [all.rows[2]?.place ?? null, all.rows[6]?.place ?? null];
      const between = await index.search({ ...query, sort, window: { ...whole, after, before } });
      expect(idsOf(between)).toEqual(idsOf(all).slice(3, 6));
      expect(between).toMatchObject({ hasNextPage: true, hasPreviousPage: true, total: null });
      const last = await index.search({ ...query, sort, window: { from: 'end', take: 2, after, before } });
      expect(idsOf(last)).toEqual(idsOf(all).slice(4, 6));
    });

    test('states are counted together however they are written, and a record is as it was read', async () => {
      const query = { agents, words: ['elm'], values: [], ranges: [], isCounted: false } as const;
      const sort = { column: 'relevance', isDescending: true } as const;
      const found = await index.search({ ...query, sort, window: whole, facets: ['state_key'] });
      expect(
        found.facets
          .get('state_key')
          ?.map(({ value }) => value)
          .sort(),
      ).toEqual(['CA', 'Oregon', 'TX']);
      for (const { record: read, place } of found.rows) expect(read['transId']).toBe(place.transId);
    });

    test('of too many values, the most frequent ones are counted, and the latest months', async () => {
      const many = await open();
      await many.open('settings');
      const months = Array.from({ length: 125 }, (_, at) => new Date(Date.UTC(2010, at)).toISOString().slice(0, 7));
      const different = months.map((month, at) => row(`${at}`, { State: `S${at}`, dueDiligenceDate: `${month}-01` }));
      const frequent = ['S0', 'Z', 'Z'].map((state, at) => row(`${125 + at}`, { State: state }));
      await load(many, '111', [...different, ...frequent]);
      const { facets: counted } = await many.search({
        ...{ agents: ['111'], words: [], values: [], ranges: [], window: whole, isCounted: false },
        ...{ sort: { column: 'name_key', isDescending: false }, facets: ['state_key', 'due_diligence_date'] },
      });
      await many.close();
      expect(counted.get('state_key')?.slice(0, 2)).toEqual(['S0', 'Z'].map((value) => ({ value, count: 2 })));
      expect(counted.get('due_diligence_date')).toEqual(months.slice(-120).map((value) => ({ value, count: 1 })));
    });

    test('deadlines are sorted by day, and one row can have several', () =>
      fc.assert(
        fc.asyncProperty(
          fc.record({
            agents: fc.subarray(agents),
            from: fc.constantFrom('2026-02-01', '2026-02-28'),
            to: fc.constantFrom('2026-02-28', '2026-03-01'),
            kinds: fc.constantFrom<readonly DeadlineKind[] | null>(null, ['CLOSING'], ['CLOSING', 'DUE_DILIGENCE']),
            statuses: fc.constantFrom<readonly string[] | null>(null, ['ACTIVE']),
          }),
          async (query) => {
            const expected = rows
              .filter((each) => query.agents.includes(each.nrdsId))
              .filter(({ status }) => query.statuses === null || query.statuses.includes(status as string))
              .flatMap((each) =>
                [['CLOSING', 'projected_closing_date'] as const, ['DUE_DILIGENCE', 'due_diligence_date'] as const].map(
                  ([kind, column]) => ({ each, kind, date: (each[column] as string).slice(0, 10) }),
                ),
              )
              .filter(
                ({ kind, date }) => date >= query.from && date <= query.to && (query.kinds?.includes(kind) ?? true),
              )
              .map(({ each, kind, date }) => `${date} ${kind} ${each.transId.padStart(3)} ${each.nrdsId}`);
            const found = await index.deadlines({ ...query, window: whole, isCounted: true });
            const written = found.rows.map(
              ({ place, nrdsId }) => `${place.key} ${place.transId.padStart(3)} ${nrdsId}`,
            );
            expect(written.toSorted()).toEqual(expected.toSorted());
            expect(found.rows.map(({ place }) => place.key)).toEqual(
              found.rows.map(({ place }) => place.key).toSorted(),
            );
            expect(found.total).toBe(expected.length);
          },
        ),
        { numRuns: 30 },
      ));

    test('it is as old as the oldest agent, and complete if all of them are', async () => {
      expect(await index.freshness(['111', '333'])).toEqual({ asOf: 111, isComplete: true });
      expect(await index.freshness(['222', '444'])).toEqual({ asOf: 222, isComplete: false });
      expect(await index.freshness(['444'])).toEqual({ asOf: null, isComplete: false });
    });
  });
}
