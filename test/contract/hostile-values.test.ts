// No text breaks out of a filter. `npm run fuzz -- filters` is the long run of the same.
import { expect, test } from 'vitest';
import { defaultNotation } from '../../src/contract/filter.ts';
import { complaintAbout, sendHostileTexts } from './hostile-values.ts';

test('5,000 hostile texts are refused, or read back as themselves beside exactly one agent', async () => {
  const { refused, sent, brokenOut } = await sendHostileTexts(5_000, 4);
  expect(brokenOut.slice(0, 3)).toEqual([]);
  expect(refused).toBeGreaterThan(1_000);
  expect(sent).toBeGreaterThan(300);
});

test.each([
  ['another agent', 'NRDSID=<801>,realtorName=<x>'],
  ['a second agent', 'NRDSID=<800>,NRDSID=<801>,realtorName=<x>'],
  ['another value', 'NRDSID=<800>,realtorName=<y>'],
  ['one condition more', 'NRDSID=<800>,realtorName=<x>,propertyType=<R>'],
])('a filter that says %s than it is to say is found', (_, text) => {
  const expected = { NRDSID: '800', realtorName: 'x' };
  expect(complaintAbout({ text, expected, of: 'transactions', notation: defaultNotation })).not.toBeNull();
});
