// What a process may use of the service in all, calls under way and calls per minute, in simulated time.

import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairQueue, type FairQueueOptions } from '../../../src/upstream/resilience/fair-queue.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

type CallGroup = 'reads' | 'feeds' | 'index' | 'writes' | 'downloads';

function start(budget: FairQueueOptions['budget']) {
  const metrics = createMetrics();
  const { enter, leave, close } = createFairQueue({ connections: 100, budget }, metrics);
  const begun: number[] = [];
  const failures: string[] = [];
  let underWay = 0;
  let most = 0;
  let done = 0;
  async function call(group: CallGroup, { caller = 'ann', ms = 300, deadlineMs = 10 * SECOND } = {}): Promise<void> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort('deadline'), deadlineMs);
    try {
      await enter(group, 'getAccount', caller, deadline.signal);
      begun.push(Date.now());
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, ms));
      underWay -= 1;
      done += 1;
      leave(group, 'getAccount', caller);
    } catch (error) {
      failures.push((error as { code: string }).code);
    }
    clearTimeout(timer);
  }
  return {
    call,
    close,
    failures,
    done: () => done,
    underWay: () => underWay,
    most: () => most,
    /** The most calls within any minute. */
    mostPerMinute: () =>
      Math.max(0, ...begun.map((from) => begun.filter((at) => at >= from && at < from + MINUTE).length)),
    begun: () => begun.length,
    /** So many callers read again and again. */
    demand(callers: number, ms: number): void {
      for (let at = 0; at < callers; at += 1)
        void (async () => {
          for (;;) {
            await call('reads', { caller: `caller ${at}`, ms });
            await new Promise((resolve) => setTimeout(resolve, 1));
          }
        })();
    },
    shares: async () => (await metrics.upstreamShare.get()).values.map(({ labels, value }) => [labels.of, value]),
  };
}

test('reads leave a tenth of the calls under way to writes, and files from other hosts count as none', async () => {
  const { call, underWay, most, done, shares } = start({ connections: 30 });
  for (let at = 0; at < 40; at += 1)
    for (const group of ['reads', 'downloads'] as const) void call(group, { caller: `${at}` });
  await pass(100);
  expect(underWay()).toBe(27 + 40);
  for (let at = 0; at < 40; at += 1) void call('writes', { caller: `caller ${at}` });
  await pass(100);
  expect(underWay()).toBe(30 + 40);
  await pass(MINUTE);
  expect([done(), most(), underWay()]).toEqual([120, 70, 0]);
  expect(await shares()).toEqual([['connections', 30]]);
});

test('live updates and reads take turns at what becomes free', async () => {
  const { call, done, demand } = start({ connections: 3 });
  demand(50, 100);
  await pass(SECOND);
  const before = done();
  const feed = call('feeds', { caller: 'feed', ms: 10 });
  await pass(SECOND);
  await feed;
  expect(done() - before).toBeGreaterThan(10);
});

test('the filling of the index begins a call only while half of them are free and nobody else waits', async () => {
  const { call, underWay, demand, done } = start({ connections: 10 });
  for (let at = 0; at < 5; at += 1) void call('reads', { caller: `${at}`, ms: SECOND });
  for (let at = 0; at < 10; at += 1) void call('index', { caller: 'index', ms: 300 });
  await pass(100);
  expect(underWay()).toBe(5);
  await pass(SECOND);
  expect(underWay()).toBe(1);
  await pass(MINUTE);
  expect(done()).toBe(15);
  demand(50, 100);
  await pass(SECOND);
  let hasBegun = false;
  void call('index', { caller: 'index', deadlineMs: MINUTE }).then(() => {
    hasBegun = true;
  });
  await pass(10 * SECOND);
  expect(hasBegun).toBe(false);
});

test('the filling of the index leaves half of the calls per minute to calls that come at once', async () => {
  const { call, begun, mostPerMinute } = start({ callsPerMinute: 120 });
  for (let at = 0; at < 200; at += 1) void call('index', { caller: 'index', ms: 10, deadlineMs: 10 * MINUTE });
  await pass(MINUTE);
  const before = begun();
  expect(before).toBeGreaterThan(80);
  for (let at = 0; at < 8; at += 1) void call('reads', { caller: `${at}`, ms: 10 });
  await pass(10);
  expect(begun() - before).toBeGreaterThanOrEqual(8);
  await pass(2 * MINUTE);
  expect(mostPerMinute()).toBeLessThanOrEqual(120);
});

test('no minute, whenever it begins, has more calls than allowed, and hardly fewer while there is demand', async () => {
  const { demand, mostPerMinute, begun, shares } = start({ callsPerMinute: 240 });
  demand(20, 50);
  await pass(5 * MINUTE);
  expect(mostPerMinute()).toBeLessThanOrEqual(240);
  expect(begun()).toBeGreaterThan(5 * 190);
  expect(await shares()).toEqual([['calls', 240]]);
});

test('writes come first when the calls of the minute are used up', async () => {
  const { call, demand, done, mostPerMinute } = start({ callsPerMinute: 120 });
  demand(50, 50);
  await pass(MINUTE);
  const before = done();
  const write = call('writes', { ms: 10 });
  await pass(50);
  await write;
  expect(done() - before).toBeLessThanOrEqual(2);
  expect(mostPerMinute()).toBeLessThanOrEqual(120);
});

test('reads wait for a call of the minute until their deadline, and then fail because the calls are spent', async () => {
  const { call, failures, begun } = start({ callsPerMinute: 12 });
  await pass(MINUTE);
  const reads = Array.from({ length: 5 }, (_, at) => call('reads', { caller: `caller ${at}`, deadlineMs: 5 * SECOND }));
  await pass(4 * SECOND);
  expect(failures).toEqual([]);
  await pass(2 * SECOND);
  await Promise.all(reads);
  expect(failures).toEqual(['UPSTREAM_CALLS_SPENT', 'UPSTREAM_CALLS_SPENT', 'UPSTREAM_CALLS_SPENT']);
  expect(begun()).toBe(2);
});

test('callers share the calls of the minute, however many one of them makes', async () => {
  const { call, failures } = start({ callsPerMinute: 60 });
  await pass(MINUTE);
  for (let at = 0; at < 50; at += 1) void call('reads', { caller: 'ann', ms: 10 });
  await pass(SECOND);
  const other = call('reads', { caller: 'ben', ms: 10, deadlineMs: 3 * SECOND });
  await pass(3 * SECOND);
  await other;
  expect(failures).toEqual([]);
});
