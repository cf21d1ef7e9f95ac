// Whether a record can have been inserted by a write, judged by its insertDate.
import { expect, test } from 'vitest';
import { matchInsertDate } from '../../../../src/gateway/ledger/recovery/matching.ts';

const LATEST_MS = 15 * 60_000;
const age = (insertDate: string | null, sentAt: string) => matchInsertDate(insertDate, Date.parse(sentAt), LATEST_MS);

test.each([
  ['in Denver, where it is still the evening before', '2026-03-02T03:00:00Z'],
  ['at UTC-12, where the day ends last', '2026-03-02T12:00:00Z'],
  ['at UTC-12, two minutes after the day ended, as clocks may differ', '2026-03-02T12:02:00Z'],
  ['at UTC+14, where the day begins first', '2026-02-28T10:00:00Z'],
  [
    'at UTC+14, 17 minutes before the day begins, as it may be inserted late and clocks may differ',
    '2026-02-28T09:43:00Z',
  ],
])('a date without a time is UNCLEAR for a write that was sent %s', (_, sentAt) => {
  expect(age('2026-03-01', sentAt)).toBe('UNCLEAR');
});

test.each([
  ['over', '2026-03-02T12:02:01Z'],
  ['still to come', '2026-02-28T09:42:59Z'],
])('a day that is %s in every time zone is OUTSIDE', (_, sentAt) => {
  expect(age('2026-03-01', sentAt)).toBe('OUTSIDE');
});

test('a date-time with any offset is compared with a margin of two minutes', () => {
  expect(age('2026-03-01T19:58:00-07:00', '2026-03-02T03:00:00Z')).toBe('INSIDE');
  expect(age('2026-03-01T19:57:59-07:00', '2026-03-02T03:00:00Z')).toBe('OUTSIDE');
  expect(age('2026-03-01T20:17:00-07:00', '2026-03-02T03:00:00Z')).toBe('INSIDE');
  expect(age('2026-03-01T20:17:01-07:00', '2026-03-02T03:00:00Z')).toBe('OUTSIDE');
});

test('a missing date is UNCLEAR', () => {
  expect(age(null, '2026-03-02T03:00:00Z')).toBe('UNCLEAR');
});
