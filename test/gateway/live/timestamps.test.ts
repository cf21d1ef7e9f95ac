// The times of records, as feeds compare them: with each other, in all zones and precisions.

import { timeZoneOf } from '@realty-forms/contract/times/time-zone.ts';
import { expect, test } from 'vitest';
import {
  isAfter,
  isNotAfter,
  isTooFarAhead,
  laterOf,
  sinceOf,
  type Timestamp,
  timestampOf,
} from '../../../src/gateway/live/tracking/timestamps.ts';

const OVERLAP = 120_000;
const utc = timeZoneOf('UTC');
const at = (text: string, zone = utc): Timestamp => timestampOf(text, zone)!;

test.each([null, undefined, '', 'soon'])('%j is no timestamp', (text) => expect(timestampOf(text, utc)).toBeNull());

test.each([
  ['2026-03-01T09:30:00Z', '2026-03-01T09:28:00.000Z'],
  ['2026-03-01T02:30:00.500-07:00', '2026-03-01T09:28:00.500Z'],
  ['2026-03-01', '2026-02-27'],
])('after %s, a read begins at %s', (newest, since) => expect(sinceOf(at(newest), OVERLAP).text).toBe(since));

test.each([
  ['2026-03-01T12:00:00Z', '2026-03-01T09:28:00.000Z'],
  ['2026-03-02', '2026-02-27'],
])('if %s was still ahead at the last read, a read begins at %s', (newest, since) => {
  const { text, ms } = sinceOf(at(newest), OVERLAP, Date.parse('2026-03-01T09:30:00Z'));
  expect([text, ms]).toEqual([since, Date.parse(since)]);
});

test.each([
  ['2026-11-01T00:59:59-06:00', '2026-11-01T06:57:59.000Z'],
  ['2026-11-01T01:59:59-06:00', '2026-11-01T06:58:00.000Z'],
  ['2026-11-01T01:00:00-07:00', '2026-11-01T07:58:00.000Z'],
  ['2026-11-01', '2026-10-30'],
])('where clocks are set back at two, a read after %s begins at %s', (newest, since) => {
  expect(sinceOf(at(newest, timeZoneOf('America/Denver')), OVERLAP).text).toBe(since);
});

test.each([
  ['2026-03-01T09:30:00Z', '2026-03-01T10:30:00Z', true],
  ['2026-03-01T09:30:00Z', '2026-03-01T10:30:00+02:00', false],
  ['2026-03-01', '2026-03-02', true],
  ['2026-03-02', '2026-03-01', false],
  // The read would begin at an earlier time than the one before.
  ['2026-03-01T10:00:00Z', '2026-03-02', false],
  ['2026-03-01T10:00:00Z', '2026-03-04', true],
])('%s is followed by %s as the newest time: %s', (newest, candidate, isNewer) => {
  expect(laterOf(at(newest), at(candidate), OVERLAP)).toEqual(at(isNewer ? candidate : newest));
});

test('the first time is the newest one, and a missing one never is', () => {
  expect(laterOf(null, at('2026-03-01'), OVERLAP)).toEqual(at('2026-03-01'));
  expect(laterOf(at('2026-03-01'), null, OVERLAP)).toEqual(at('2026-03-01'));
});

test.each([
  ['2026-03-01T09:00:00Z', '2026-03-01T09:00:01Z', 'not after'],
  ['2026-03-01T09:00:00Z', '2026-03-01T09:00:00Z', 'not after'],
  ['2026-03-01T09:00:00Z', '2026-03-01T09:30:00+01:00', 'after'],
  ['2026-03-02', '2026-03-01', 'after'],
  // Wherever the service is, the day may last until noon of the next one in UTC.
  ['2026-03-01', '2026-03-02T11:59:00Z', 'neither'],
  ['2026-03-01', '2026-03-02T12:01:00Z', 'not after'],
  ['2026-03-02', '2026-03-01T09:00:00Z', 'neither'],
  ['2026-03-03', '2026-03-01T09:00:00Z', 'after'],
  ['2026-03-01T09:00:00Z', '2026-03-02', 'neither'],
  ['2026-02-27T09:00:00Z', '2026-03-01', 'not after'],
  ['2026-03-04T09:00:00Z', '2026-03-01', 'after'],
])('%s is surely, compared with %s: %s', (one, other, expected) => {
  const [after, notAfter] = [isAfter(at(one), at(other)), isNotAfter(at(one), at(other))];
  expect([after, notAfter]).toEqual([expected === 'after', expected === 'not after']);
});

test('a time is impossible if no zone explains how far ahead it is', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  expect(isTooFarAhead(at('2026-03-02T13:59:00Z'), now)).toBe(false);
  expect(isTooFarAhead(at('2026-03-02T14:01:00Z'), now)).toBe(true);
  expect(isTooFarAhead(at('2026-03-02'), now)).toBe(false);
  expect(isTooFarAhead(at('2027-03-02'), now)).toBe(true);
});
