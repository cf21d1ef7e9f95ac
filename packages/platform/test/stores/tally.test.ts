// The function of SQLite that counts the numbers of a text.
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { IN_MEMORY, openSqlite } from '../../src/stores/sqlite.ts';
import { amountsIn, FIRST_TALLIED, TALLIED } from '../../src/stores/tally.ts';

test('a tally has how many times each number is there, and so have several tallies together', () => {
  const database = openSqlite(IN_MEMORY);
  onTestFinished(database.close);
  const statement = database.prepare('select tally(group_concat(value)) as tally from json_each($numbers)');
  const tallied = (numbers: readonly number[]) =>
    (statement.all([{ $numbers: JSON.stringify(numbers) }])[0] as { readonly tally: string | null }).tally;
  const number = fc.oneof(
    fc.constantFrom(FIRST_TALLIED, FIRST_TALLIED + 1, FIRST_TALLIED + TALLIED - 1),
    fc.integer({ min: FIRST_TALLIED, max: FIRST_TALLIED + TALLIED - 1 }),
  );
  fc.assert(
    fc.property(fc.array(number), fc.array(number, { minLength: 1 }), (one, other) => {
      const both = [tallied(one), tallied(other)].filter((tally) => tally !== null).join();
      const expected = [...Map.groupBy([...one, ...other], (each) => each)].map(([each, { length }]) => [each, length]);
      expect([...amountsIn(both)]).toEqual(expected.sort(([a], [b]) => Number(a) - Number(b)));
    }),
  );
  expect(tallied([])).toBeNull();
});
