import { transactionFilterKeys } from '@realty-forms/contract/calls/filter.ts';
import { sortCategories } from '@realty-forms/contract/calls/sorting.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { explain } from '../../../../bench/reference-plans.ts';
import { locationOf, onPostgresql, valueIn } from '../../../../test/support/postgresql/databases.ts';
import { readFilter, readSort } from '../../src/handlers/listing.ts';
import { openStore } from '../../src/store/database.ts';
import { withoutIndexes, withWriteLock } from '../../src/store/dialect.ts';
import type { Store } from '../../src/store/tables.ts';
import { matchCount, orderedIds } from '../../src/store/transactions.ts';
import { temporaryDir } from '../running.ts';

// PostgreSQL would scan an empty table sequentially; the tests are about what the indexes allow.
const indexesOnly = '&options=-c%20enable_seqscan%3Doff';

async function openEmpty(): Promise<Store> {
  const { dataDir, databaseUrl } = locationOf(temporaryDir());
  const location = databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl: databaseUrl + indexesOnly };
  const store = await openStore(location, 0, async () => {});
  onTestFinished(() => store.destroy());
  return store;
}

const window = { offset: 0, limit: 100 };
const agent = 'NRDSID=<999000001>';

const byAgentsIndex = onPostgresql()
  ? /Index Cond: \(\(?\(?agent_nrds_id = /
  : /SEARCH transactions USING (COVERING )?INDEX \w+ \(agent_nrds_id=\?/;
const wholeTable = onPostgresql() ? /Seq Scan on transactions/ : /SCAN transactions/;
const sorting = onPostgresql() ? /Sort Key/ : /TEMP B-TREE/;
/** Its values may be too long for an index of PostgreSQL. */
const isSorted = (category: string) => onPostgresql() && category === 'transName';

test('indexes that were dropped for a bulk insert are recreated unchanged', async () => {
  const location = locationOf(temporaryDir());
  const definitions = onPostgresql()
    ? "select string_agg(indexdef, ' ' order by indexname) from pg_indexes where tablename = 'transactions'"
    : "select group_concat(sql, ' ') from (select sql from sqlite_master where tbl_name = 'transactions' order by name)";
  const store = await openStore(location, 0, async () => {});
  onTestFinished(() => store.destroy());
  const before = String(valueIn(location, definitions));
  expect(before).toContain('transactions_by_closing_date');
  await withWriteLock(store, (connection) =>
    withoutIndexes(connection, 'transactions', async () => {
      const found = await explain(
        connection,
        connection.selectFrom('transactions').select('closing_date').where('agent_nrds_id', '=', '1'),
      );
      expect(found.join()).not.toContain('transactions_by');
    }),
  );
  expect(valueIn(location, definitions)).toBe(before);
});

describe('a list', () => {
  test.each(sortCategories)('finds one agent’s rows in the order of %s with an index', async (category) => {
    const store = await openEmpty();
    for (const sort of [category, `${category}:desc`]) {
      const query = { ...readFilter(agent, 'UTC'), sort: readSort(sort), window, fullDetails: true };
      const plan = (await explain(store, orderedIds(store, query))).join('\n');
      expect(plan).toMatch(byAgentsIndex);
      expect(plan).not.toMatch(wholeTable);
      if (sort === category && !isSorted(category)) expect(plan).not.toMatch(sorting);
    }
  });

  test.each([
    ['realtorName', 'Sample Person'],
    ['propertyType', 'R|C'],
    ['transactionType', 'A'],
    ['propertyStatus', 'A|P|X'],
    ['closingDate_range', '2026-01-01 - 2026-02-01'],
    ...Object.entries(transactionFilterKeys)
      .filter(([, { value }]) => value === 'timestamp')
      .map(([key]) => [key, '2026-01-01']),
  ])('finds and counts one agent’s rows filtered by %s with an index', async (key, value) => {
    const store = await openEmpty();
    const query = { ...readFilter(`${agent},${key}=<${value}>`, 'UTC'), sort: readSort(undefined), window };
    for (const asked of [orderedIds, matchCount]) {
      const plan = (await explain(store, asked(store, { ...query, fullDetails: true }))).join('\n');
      expect(plan).toMatch(byAgentsIndex);
      expect(plan).not.toMatch(wholeTable);
    }
  });
});
