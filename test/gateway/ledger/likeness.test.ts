// Whether something was inserted by a write, as far as its insertDate tells.
import { expect, test } from 'vitest';
import { ageOf } from '../../../src/gateway/ledger/likeness.ts';

const LATEST_MS = 15 * 60_000;
const age = (insertDate: string | null, sentAt: string) => ageOf(insertDate, Date.parse(sentAt), LATEST_MS);

test.each([
  ['in Denver, where it is still the evening before', '2026-03-02T03:00:00Z'],
  ['at UTC-12, where the day ends last', '2026-03-02T12:00:00Z'],
  ['there, by a clock that is late', '2026-03-02T12:02:00Z'],
  ['at UTC+14, where the day begins first', '2026-02-28T10:00:00Z'],
  ['there, a quarter of an hour after it was sent, by a clock that is early', '2026-02-28T09:43:00Z'],
])('a day may be that of a write which was sent %s', (_, sentAt) => {
  expect(age('2026-03-01', sentAt)).toBe('UNCLEAR');
});

test.each([
  ['over', '2026-03-02T12:02:01Z'],
  ['still to come', '2026-02-28T09:42:59Z'],
])('a day that is %s wherever one looks is another’s', (_, sentAt) => {
  expect(age('2026-03-01', sentAt)).toBe('OUTSIDE');
});

test('a moment is told to two minutes, whatever its offset', () => {
  expect(age('2026-03-01T19:58:00-07:00', '2026-03-02T03:00:00Z')).toBe('INSIDE');
  expect(age('2026-03-01T19:57:59-07:00', '2026-03-02T03:00:00Z')).toBe('OUTSIDE');
  expect(age('2026-03-01T20:17:00-07:00', '2026-03-02T03:00:00Z')).toBe('INSIDE');
  expect(age('2026-03-01T20:17:01-07:00', '2026-03-02T03:00:00Z')).toBe('OUTSIDE');
});

test('no date may be any', () => {
  expect(age(null, '2026-03-02T03:00:00Z')).toBe('UNCLEAR');
});
