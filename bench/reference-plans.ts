/**
 * The query plans of every sort and filter of listTrans (4.4) on a filled database: none may scan the whole table of
 * transactions. Sorting the rows of one agent is allowed, and reported.
 */

import { readFilter, readSort } from '@realty-forms/reference/handlers/listing.ts';
import { openStore } from '@realty-forms/reference/store/database.ts';
import type { Store } from '@realty-forms/reference/store/tables.ts';
import { matchCount, orderedIds } from '@realty-forms/reference/store/transactions.ts';
import { type Compilable, CompiledQuery } from 'kysely';

export interface Plan {
  readonly asked: string;
  readonly scansTable: boolean;
  readonly sortsRows: boolean;
  readonly steps: readonly string[];
}

export interface ListQuery {
  readonly name: string;
  readonly sort?: string;
  readonly filter: string;
}

const WHOLE_TABLE = /SCAN (transactions|transaction_records)\b/;
const SORTING = /TEMP B-TREE/;

export async function readPlans(dataDir: string, queries: readonly ListQuery[]): Promise<readonly Plan[]> {
  const store = await openStore(dataDir, async () => {});
  try {
    const plans: Plan[] = [];
    for (const { name, sort, filter } of queries) {
      const window = { offset: 0, limit: 100 };
      const query = { ...readFilter(filter, 'UTC'), sort: readSort(sort), window, fullDetails: true };
      const steps = [
        ...(await explain(store, orderedIds(store, query))),
        ...(await explain(store, matchCount(store, query))),
      ];
      const text = steps.join('\n');
      plans.push({ asked: name, scansTable: WHOLE_TABLE.test(text), sortsRows: SORTING.test(text), steps });
    }
    return plans;
  } finally {
    await store.destroy();
  }
}

/** The steps of a query's plan, in the database's own words. */
export async function explain(store: Store, query: Compilable): Promise<readonly string[]> {
  const { sql, parameters } = query.compile();
  const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await store.executeQuery<{ readonly detail: string }>(explained);
  return rows.map(({ detail }) => detail);
}
