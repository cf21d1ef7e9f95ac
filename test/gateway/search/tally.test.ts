// The function of SQLite that counts codes.
import { IN_MEMORY, openSqlite } from '@realty-forms/platform/stores/sqlite.ts';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { functions, MAX_CODES, TALLIED_FROM } from '../../../src/gateway/search/store/tally.ts';

test('a tally has how many times each code is there', () => {
  const database = openSqlite(IN_MEMORY, functions);
  onTestFinished(database.close);
  const statement = database.prepare(
    `select tally(group_concat(value + ${TALLIED_FROM})) as amounts from json_each($codes)`,
  );
  const code = fc.oneof(fc.constantFrom(0, 1, MAX_CODES - 1), fc.integer({ min: 0, max: MAX_CODES - 1 }));
  fc.assert(
    fc.property(fc.array(code), (codes) => {
      const [row] = statement.all([{ $codes: JSON.stringify(codes) }]) as { readonly amounts: string }[];
      const expected = [...Map.groupBy(codes, String)].map(([each, { length }]) => [each, length]);
      expect(JSON.parse(row?.amounts ?? '')).toEqual(Object.fromEntries(expected));
    }),
  );
});
