import { transactionFilterKeys } from '@realty-forms/contract/calls/filter.ts';
import { sortCategories } from '@realty-forms/contract/calls/requests.ts';
import { type Compilable, CompiledQuery } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readFilter, readSort } from '../../src/handlers/listing.ts';
import { openStore, withoutIndexes, withWriteLock } from '../../src/store/database.ts';
import type { Store } from '../../src/store/tables.ts';
import { matchCount, orderedIds } from '../../src/store/transactions.ts';
import { temporaryDir, valueIn } from '../running.ts';

async function openEmpty(): Promise<Store> {
  const store = await openStore(temporaryDir(), async () => {});
  onTestFinished(() => store.destroy());
  return store;
}

/** The steps of a query's plan, in the database's own words. */
async function explain(store: Store, query: Compilable): Promise<readonly string[]> {
  const { sql, parameters } = query.compile();
  const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await store.executeQuery<{ readonly detail: string }>(explained);
  return rows.map(({ detail }) => detail);
}

const window = { offset: 0, limit: 100 };
const agent = 'NRDSID=<999000001>';

const byAgentsIndex = /SEARCH transactions USING (COVERING )?INDEX \w+ \(agent_nrds_id=\?/;
const wholeTable = /SCAN transactions/;

test('indexes that were dropped for a bulk insert are recreated unchanged', async () => {
  const dataDir = temporaryDir();
  const definitions =
    "select group_concat(sql, ' ') from (select sql from sqlite_master where tbl_name = 'transactions' order by name)";
  const store = await openStore(dataDir, async () => {});
  onTestFinished(() => store.destroy());
  const before = String(valueIn(dataDir, definitions));
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
  expect(valueIn(dataDir, definitions)).toBe(before);
});

describe('a list', () => {
  test.each(sortCategories)('finds one agent’s rows in the order of %s with an index', async (category) => {
    const store = await openEmpty();
    for (const sort of [category, `${category}:desc`]) {
      const query = { ...readFilter(agent, 'UTC'), sort: readSort(sort), window, fullDetails: true };
      const plan = (await explain(store, orderedIds(store, query))).join('\n');
      expect(plan).toMatch(byAgentsIndex);
      expect(plan).not.toMatch(wholeTable);
      if (sort === category) expect(plan).not.toMatch(/TEMP B-TREE/);
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
