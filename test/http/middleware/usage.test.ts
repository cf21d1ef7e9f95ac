// A caller's minute, measured by a monotonic clock, and how many callers are known.
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { Principal } from '../../../src/gateway/callers/principal.ts';
import { createUsage } from '../../../src/http/middleware/usage.ts';

const request = {} as IncomingMessage;
const arrival = { principal: null, request };
const usageAt = (now: () => number) => createUsage(() => '192.0.2.1', now);

test('a minute begins with a caller’s first request, lasts a minute, and leaves what is in flight', () => {
  let at = 1_000;
  const usageOf = usageAt(() => at);
  Object.assign(usageOf(arrival), { inFlight: 1, minute: 2 });
  at += 59_999;
  expect(usageOf(arrival)).toEqual({ inFlight: 1, minute: 2, streams: 0, until: 61_000 });
  at += 1;
  expect(usageOf(arrival)).toEqual({ inFlight: 1, minute: 0, streams: 0, until: 121_000 });
});

test('of more than 50,000 callers, the one whose minute began the longest ago is forgotten', () => {
  const usageOf = usageAt(() => 0);
  const of = (subject: number) => usageOf({ principal: { subject: `${subject}` } as Principal, request });
  const [first, second] = Array.from({ length: 50_000 }, (_, at) => of(at));
  expect(of(0)).toBe(first);
  of(50_000);
  expect(of(1)).toBe(second);
  expect(of(0)).not.toBe(first);
});
