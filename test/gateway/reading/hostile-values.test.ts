// No text breaks out of a filter. `npm run fuzz -- filters` runs the same check for longer.

import { defaultNotation } from '@realty-forms/contract/calls/filter.ts';
import { expect, test } from 'vitest';
import { problemWith, sendHostileTexts } from './hostile-values.ts';

test('3,000 hostile texts are each rejected or read back unchanged, together with exactly one agent', async () => {
  const { rejected, sent, escaped } = await sendHostileTexts(3_000, 4);
  expect(escaped.slice(0, 3)).toEqual([]);
  expect(rejected).toBeGreaterThan(600);
  expect(sent).toBeGreaterThan(180);
});

test.each([
  ['another agent than intended', 'NRDSID=<801>,realtorName=<x>'],
  ['a second agent', 'NRDSID=<800>,NRDSID=<801>,realtorName=<x>'],
  ['another value than intended', 'NRDSID=<800>,realtorName=<y>'],
  ['an extra condition', 'NRDSID=<800>,realtorName=<x>,propertyType=<R>'],
])('detects a filter with %s', (_, text) => {
  const expected = { NRDSID: '800', realtorName: 'x' };
  expect(problemWith({ text, expected, target: 'transactions', notation: defaultNotation })).not.toBeNull();
});
