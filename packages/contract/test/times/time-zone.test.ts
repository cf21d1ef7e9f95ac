// The table of a zone's changes of clocks, compared with Temporal, which takes several microseconds for what the table answers at once.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TimeZone, timeZoneOf } from '../../src/times/time-zone.ts';
import { offsetText } from './local-offsets.ts';

/** The offset of a local time, as it is printed where there is no fraction. */
function printedAt(table: TimeZone, second: number): string | null {
  const [codes] = table.offsetAt(second).printed ?? [];
  return codes === undefined ? null : String.fromCharCode(...codes);
}

describe('the table of a zone', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  /** A third of the zones of America, where the service is, and fewer of the others, whose changes take as long to walk through. */
  const walked = zones.filter((zone, at) => at % (zone.startsWith('America/') ? 3 : 12) === 0);
  const end = Temporal.Instant.from('2200-01-01T00:00:00Z');
  /** Seconds before and after a change: clocks are moved by half an hour, an hour, or a day. */
  const moments = [-86_401, -3_601, -3_600, -1, 0, 1_799, 1_800, 3_599, 3_600, 86_400];

  test('has the offset that Temporal chooses around every change of clocks from 1900 to 2200', () => {
    let changes = 0;
    for (const zone of walked) {
      const table = timeZoneOf(zone);
      let change = Temporal.Instant.from('1899-12-31T00:00:00Z').toZonedDateTimeISO(zone);
      for (let number = 0; ; number += 1) {
        const next = change.getTimeZoneTransition('next');
        if (next === null || next.epochNanoseconds >= end.epochNanoseconds) break;
        change = next;
        changes += 1;
        // Each moment comes up in spring and in autumn. After 2040, zones repeat one rule for each.
        const share = change.year > 2040 ? moments.length : 4;
        for (const [at, moment] of moments.entries())
          if ((at + (number >> 1)) % share === 0) checkMoment(table, zone, change, moment);
      }
    }
    expect(changes).toBeGreaterThan(4_000);
  });

  function checkMoment(table: TimeZone, zone: string, change: Temporal.ZonedDateTime, moment: number): void {
    const instant = Math.floor(change.epochMilliseconds / 1_000) + moment;
    const there = Temporal.Instant.fromEpochMilliseconds(instant * 1_000).toZonedDateTimeISO(zone);
    // A plain comparison, since `expect` would take most of the time.
    if (table.offsetOf(instant).seconds * 1e9 !== there.offsetNanoseconds) throw new Error(`${zone} at ${there}`);
    const local = change.toPlainDateTime().add({ seconds: moment });
    const second = instant + change.offsetNanoseconds / 1e9;
    if (printedAt(table, second) !== offsetText(local, zone)) throw new Error(`${zone}, local ${local}`);
  }

  test('has the offset that Temporal chooses at any time', () => {
    const seconds = fc.integer({ min: Date.parse('1900-01-01') / 1_000, max: Date.parse('2200-01-01') / 1_000 });
    fc.assert(
      fc.property(seconds, fc.constantFrom(...zones), (second, zone) => {
        const instant = Temporal.Instant.fromEpochMilliseconds(second * 1_000);
        const local = instant.toZonedDateTimeISO('UTC').toPlainDateTime();
        const table = timeZoneOf(zone);
        expect(table.offsetOf(second).seconds * 1e9).toBe(instant.toZonedDateTimeISO(zone).offsetNanoseconds);
        expect(printedAt(table, second)).toBe(offsetText(local, zone));
      }),
      { numRuns: 500 },
    );
  });
});
