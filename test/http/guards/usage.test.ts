// A caller's minute, measured by a monotonic clock, and how many callers are known.
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { Principal } from '../../../src/gateway/callers/principal.ts';
import { createUsage } from '../../../src/http/guards/usage.ts';

const request = { socket: { remoteAddress: '192.0.2.1' } } as IncomingMessage;
const arrival = () => ({ principal: null, request, usage: undefined });

test('a minute begins with a caller’s first request, and lasts a minute', () => {
  let at = 1_000;
  const usage = createUsage(undefined, () => at);
  const count = () => {
    const caller = usage.of(arrival());
    return { msLeft: usage.count(caller), requests: caller.minute };
  };
  expect(count()).toEqual({ msLeft: 60_000, requests: 1 });
  at += 59_999;
  expect(count()).toEqual({ msLeft: 1, requests: 2 });
  at += 1;
  expect(count()).toEqual({ msLeft: 60_000, requests: 1 });
});

test('a caller whose minute is over keeps what it has in progress', () => {
  let at = 0;
  const usage = createUsage(undefined, () => at);
  usage.of(arrival()).requests += 1;
  at += 60_000;
  expect(usage.of(arrival())).toMatchObject({ requests: 1, minute: 0 });
});

test('of more than 50,000 callers, the one whose minute began the longest ago is forgotten', () => {
  const usage = createUsage(undefined, () => 0);
  const of = (subject: number) =>
    usage.of({ principal: { subject: `${subject}` } as Principal, request, usage: undefined });
  const [first, second] = Array.from({ length: 50_000 }, (_, at) => of(at));
  expect(of(0)).toBe(first);
  of(50_000);
  expect(of(1)).toBe(second);
  expect(of(0)).not.toBe(first);
});
