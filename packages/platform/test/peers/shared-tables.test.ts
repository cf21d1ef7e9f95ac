// What one process keeps for all others: no longer than it can matter to them.
import { expect, test } from 'vitest';
import { createManualClock } from '../../../../test/support/held-clock.ts';
import { createCountTable } from '../../src/peers/shared-tables.ts';

test('a count is forgotten two minutes after it began, whatever was added meanwhile', () => {
  const clock = createManualClock();
  const { add } = createCountTable(clock);
  const total = (by: number) => add([{ name: 'a', by }]).totals[0];
  expect(total(2)).toBe(2);
  clock.advance(119_999);
  expect(total(1)).toBe(3);
  clock.advance(1);
  expect(total(1)).toBe(1);
});
