// Processes that come, go and die use no more of a service together than they may, in simulated time.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMetrics } from '../../../src/platform/observing/metrics.ts';
import { noPeers } from '../../../src/platform/peers/peers.ts';
import { SimpleAbortSignal } from '../../../src/upstream/connections/abort-signal.ts';
import { createGates, type Gates } from '../../../src/upstream/resilience/gates.ts';
import { startBudget } from '../../../src/upstream/resilience/shared-budget.ts';
import { captureLog } from '../../support/caught-log.ts';
import { simulatedPeers } from '../../support/simulated-peers.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** A service that counts the calls under way, and when each has begun. */
function countingService() {
  const begun: number[] = [];
  const service = {
    underWay: 0,
    most: 0,
    begun,
    async call(ms: number): Promise<void> {
      begun.push(Date.now());
      service.underWay += 1;
      service.most = Math.max(service.most, service.underWay);
      await new Promise((resolve) => setTimeout(resolve, ms));
      service.underWay -= 1;
    },
    /** The most calls within any minute. */
    mostPerMinute(): number {
      let most = 0;
      for (let from = 0, to = 0; to < begun.length; to += 1) {
        while ((begun[to] ?? 0) - (begun[from] ?? 0) >= MINUTE) from += 1;
        most = Math.max(most, to - from + 1);
      }
      return most;
    },
  };
  return service;
}

interface Limits {
  readonly connections?: number;
  readonly callsPerMinute?: number;
}

function processesUnderTest(limits: Limits) {
  const hub = simulatedPeers();
  hub.answerMs = 2;
  const service = countingService();
  const { log, lines } = captureLog();
  const metrics = createMetrics();
  function create(peers = hub.join()) {
    const budget = startBudget({ ...limits, service: 'api.vendor.example', peers: peers.peers }, log, metrics);
    const gates = createGates({ connections: 100 }, log, metrics, budget);
    let isRunning = true;
    let done = 0;
    const failures: string[] = [];
    const one = async (group: keyof Gates, caller: string, ms: number, deadlineMs: number): Promise<void> => {
      const signal = new SimpleAbortSignal();
      const timer = setTimeout(() => signal.abort('deadline'), deadlineMs);
      try {
        await gates[group].run(group === 'writes' ? 'addTrans' : 'getAccount', caller, signal, () => service.call(ms));
        done += 1;
      } catch (error) {
        failures.push((error as { code: string }).code);
      }
      clearTimeout(timer);
    };
    return {
      call: (group: keyof Gates, { caller = 'ann', ms = 300, deadlineMs = 10 * SECOND } = {}) =>
        one(group, caller, ms, deadlineMs),
      /** So many callers call again and again. */
      demand(callers: number, ms: number): void {
        for (let at = 0; at < callers; at += 1)
          void (async () => {
            while (isRunning) {
              await one('reads', `caller ${at}`, ms, 10 * SECOND);
              await new Promise((resolve) => setTimeout(resolve, 1));
            }
          })();
      },
      done: () => done,
      failures,
      kill(): void {
        isRunning = false;
        peers.kill();
      },
      async stop(): Promise<void> {
        isRunning = false;
        await pass(SECOND);
        budget.close();
      },
    };
  }
  const alone = () => create({ peers: noPeers, kill: () => {} });
  const shareOf = async (of: string) => {
    const { values } = await metrics.upstreamShare.get();
    return values.find(({ labels }) => labels.of === of)?.value;
  };
  return { hub, service, create, alone, lines, shareOf };
}

describe('all processes together', () => {
  test('have no more calls under way than the total, as they go from one to four to two', async () => {
    const { service, create } = processesUnderTest({ connections: 24 });
    const first = create();
    first.demand(60, 700);
    await pass(10 * SECOND);
    expect(service.underWay).toBeGreaterThan(18);
    const others = [create(), create(), create()];
    for (const each of others) each.demand(60, 700);
    await pass(2 * SECOND);
    // The first has given up what is theirs as soon as its calls have ended.
    for (const each of others) expect(each.done()).toBeGreaterThan(0);
    await pass(10 * SECOND);
    const [second, third] = others;
    second?.kill();
    await third?.stop();
    await pass(50 * SECOND);
    expect(service.most).toBeLessThanOrEqual(24);
    // Two are left, with nearly all of it: a tenth is for writes.
    expect(service.underWay).toBeGreaterThanOrEqual(20);
  });

  test('make no more calls in any minute than the total, as they go from one to four to two', async () => {
    const { service, create } = processesUnderTest({ callsPerMinute: 240 });
    const first = create();
    first.demand(60, 50);
    await pass(2 * MINUTE);
    const others = [create(), create(), create()];
    for (const each of others) each.demand(60, 50);
    await pass(2 * MINUTE);
    const [second, third] = others;
    second?.kill();
    await third?.stop();
    await pass(3 * MINUTE);
    expect(service.mostPerMinute()).toBeLessThanOrEqual(240);
    const inLastMinute = service.begun.filter((at) => at > Date.now() - MINUTE);
    expect(inLastMinute.length).toBeGreaterThan(180);
  });

  test.each([
    ['stopped', 'stop', 24],
    ['died', 'kill', 12],
  ] as const)('get the share of one that has %s, sooner if it could give it back', async (_, end, after25Seconds) => {
    const { create, shareOf } = processesUnderTest({ connections: 24 });
    const [one] = [create(), create()];
    await pass(10 * SECOND);
    expect(await shareOf('connections')).toBe(12);
    await one?.[end]();
    await pass(25 * SECOND);
    expect(await shareOf('connections')).toBe(after25Seconds);
    await pass(15 * SECOND);
    expect(await shareOf('connections')).toBe(24);
  });

  test('each get what they need at least, even if the total does not suffice', async () => {
    const { service, create } = processesUnderTest({ connections: 3 });
    const all = [create(), create(), create()];
    for (const each of all) each.demand(10, 300);
    await pass(20 * SECOND);
    for (const each of all) expect(each.done()).toBeGreaterThan(10);
    expect(service.most).toBeLessThanOrEqual(6);
  });

  test('keep their shares while they cannot reach each other, and say so once', async () => {
    const { service, create, hub, lines, shareOf } = processesUnderTest({ connections: 24 });
    const all = [create(), create()];
    for (const each of all) each.demand(60, 300);
    await pass(10 * SECOND);
    hub.isAway = true;
    await pass(MINUTE);
    expect(await shareOf('connections')).toBe(12);
    hub.isAway = false;
    await pass(10 * SECOND);
    expect(service.most).toBeLessThanOrEqual(24);
    expect(lines.map(({ msg }) => msg)).toEqual(
      [
        'other processes cannot be reached; each keeps its share of the POST API',
        'other processes can be reached again',
      ].flatMap((line) => all.map(() => line)),
    );
  });

  test('a process that has never reached the others begins as if it were alone', async () => {
    const { create, hub, shareOf } = processesUnderTest({ connections: 24, callsPerMinute: 600 });
    hub.isAway = true;
    const only = create();
    const call = only.call('reads');
    await pass(2 * SECOND);
    expect(await shareOf('connections')).toBeUndefined();
    await pass(3 * SECOND);
    await call;
    expect(only.done()).toBe(1);
    expect([await shareOf('connections'), await shareOf('calls')]).toEqual([24, 600]);
  });
});

describe('one process', () => {
  test('has all of it at once', async () => {
    const { alone, service } = processesUnderTest({ connections: 10 });
    const only = alone();
    for (let at = 0; at < 20; at += 1) void only.call('reads', { caller: `caller ${at}` });
    await pass(100);
    expect(service.underWay).toBe(9);
    for (let at = 0; at < 20; at += 1) void only.call('writes', { caller: `caller ${at}` });
    expect(service.underWay).toBe(10);
    await pass(MINUTE);
    expect([only.done(), service.most, service.underWay]).toEqual([40, 10, 0]);
  });

  test('sends its writes first when the calls are used up', async () => {
    const { alone, service } = processesUnderTest({ callsPerMinute: 120 });
    const only = alone();
    only.demand(50, 50);
    await pass(MINUTE);
    const before = only.done();
    const write = only.call('writes', { ms: 10 });
    await pass(50);
    await write;
    expect(only.done() - before).toBeLessThanOrEqual(2);
    expect(service.mostPerMinute()).toBeLessThanOrEqual(120);
  });

  test('has reads wait for a call of the minute until their deadline, and then says that the calls are spent', async () => {
    const { alone, service } = processesUnderTest({ callsPerMinute: 12 });
    const only = alone();
    await pass(MINUTE);
    const reads = Array.from({ length: 5 }, (_, at) =>
      only.call('reads', { caller: `caller ${at}`, deadlineMs: 5 * SECOND }),
    );
    await pass(4 * SECOND);
    expect(only.failures).toEqual([]);
    await pass(2 * SECOND);
    await Promise.all(reads);
    expect(only.failures).toEqual(['UPSTREAM_CALLS_SPENT', 'UPSTREAM_CALLS_SPENT', 'UPSTREAM_CALLS_SPENT']);
    expect(service.begun).toHaveLength(2);
  });

  test('shares the calls of the minute among its callers, however many one of them makes', async () => {
    const { alone } = processesUnderTest({ callsPerMinute: 60 });
    const only = alone();
    await pass(MINUTE);
    for (let at = 0; at < 50; at += 1) void only.call('reads', { caller: 'ann', ms: 10 });
    await pass(SECOND);
    const other = only.call('reads', { caller: 'ben', ms: 10, deadlineMs: 3 * SECOND });
    await pass(3 * SECOND);
    await other;
    expect(only.failures).toEqual([]);
    await pass(MINUTE);
  });
});
