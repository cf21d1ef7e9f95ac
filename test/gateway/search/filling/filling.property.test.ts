// Whatever is inserted, changed and deleted behind the gateway is reflected in the index after a while, and nothing else is removed.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillingUnderTest, MINUTE, pass, SECOND, simulateTime } from './filling-under-test.ts';

const writes = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 4 * MINUTE }),
    kind: fc.constantFrom('insert', 'edit', 'edit', 'delete'),
    which: fc.nat(200),
    content: fc.nat(4),
    late: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 15 },
);
/** Long enough for all that is due. */
const ROUNDS_MS = 8 * SECOND;
const traits = fc.record({
  times: fc.constantFrom('milliseconds', 'seconds', 'days'),
  excludesSince: fc.boolean(),
  comparesDays: fc.boolean(),
});

beforeEach(simulateTime);
afterEach(() => void vi.useRealTimers());

test('after the writes have ended, the index has what the service has, and each deletion was told once', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 130 }), traits, writes, async (length, own, all) => {
      const under = await fillingUnderTest({ 111: length }, own as never);
      const { filling } = under.create();
      for (const { afterMs, ...write } of all) {
        await pass(Math.min(afterMs, ROUNDS_MS));
        vi.setSystemTime(Date.now() + Math.max(0, afterMs - ROUNDS_MS));
        under.write('111', write as never);
        // What was told as deleted is not shown any more.
        const shown = await under.rows('111');
        for (const each of under.deleted) expect(shown.has(each.slice(4))).toBe(false);
      }
      const before = new Set((await under.rows('111')).keys());
      // What is late becomes visible; a poll, and a count; or else the daily reading of all. What lists lack is read twice.
      for (let rounds = 0; rounds < 4; rounds += 1) {
        await pass(ROUNDS_MS);
        vi.setSystemTime(Date.now() + 11 * MINUTE);
      }
      vi.setSystemTime(Date.now() + 26 * 60 * MINUTE);
      await pass(ROUNDS_MS);
      vi.setSystemTime(Date.now() + 11 * MINUTE);
      await pass(ROUNDS_MS);
      await filling.close();
      const there = under.serviceOf('111').rows();
      expect([...(await under.rows('111'))].sort()).toEqual([...there].sort());
      expect(new Set(under.deleted).size).toBe(under.deleted.length);
      for (const each of under.deleted) expect(there.has(each.slice(4))).toBe(false);
      for (const each of before) if (!there.has(each)) expect(under.deleted).toContain(`111 ${each}`);
    }),
    { numRuns: 12 },
  ));
