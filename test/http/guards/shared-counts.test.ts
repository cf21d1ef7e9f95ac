// Several processes count the requests of a caller together, in simulated time.
import type { IncomingMessage } from 'node:http';
import { createMetrics } from '@realty-forms/platform/observing/metrics.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSharedCounts } from '../../../src/http/guards/shared-counts.ts';
import { createUsage } from '../../../src/http/guards/usage.ts';
import { captureLog } from '../../support/caught-log.ts';
import { simulatedPeers } from '../../support/simulated-peers.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LIMIT = 6_000;
const startOfMinute = Date.parse('2026-11-20T12:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now: startOfMinute }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function processesUnderTest(count: number, limit = LIMIT) {
  const hub = simulatedPeers();
  hub.answerMs = 2;
  const { log, lines } = captureLog();
  const metrics = createMetrics();
  const create = () => {
    const { peers, kill } = hub.join();
    const asked: { readonly name: string; readonly by: number }[][] = [];
    const counts: typeof peers.count = (added) => {
      asked.push([...added]);
      return peers.count(added);
    };
    const shared = createSharedCounts({
      peers: { count: counts },
      secret: 'secret',
      perMinute: limit,
      log,
      metrics,
    });
    const usage = createUsage(undefined, shared);
    const of = (address: string) =>
      usage.of({
        principal: null,
        request: { socket: { remoteAddress: address } } as IncomingMessage,
        usage: undefined,
      });
    return {
      kill,
      close: shared.close,
      asked,
      /** Whether a request is admitted. */
      send(address = '192.0.2.1') {
        const caller = of(address);
        usage.count(caller);
        return caller.minute <= limit;
      },
      /** What it knows of a caller's requests. */
      known: (address = '192.0.2.1') => of(address).minute,
    };
  };
  const isReached = async () => (await metrics.registry.getSingleMetricAsString('peers_reached')).endsWith(' 1');
  return { hub, lines, isReached, processes: Array.from({ length: count }, create), create };
}

type Process = ReturnType<ReturnType<typeof processesUnderTest>['create']>;

/** Sends so many requests per second to each process for a while. How many are admitted. */
async function load(processes: readonly Process[], perSecond: number, ms: number): Promise<number> {
  let admitted = 0;
  let owed = 0;
  for (let at = 0; at < ms; at += 10) {
    owed += perSecond / 100;
    for (; owed >= 1; owed -= 1) for (const process of processes) admitted += Number(process.send());
    await pass(10);
  }
  return admitted;
}

describe('processes that count together', () => {
  test.each([
    ['a minute', 100, 60],
    ['ten seconds', 600, 10],
    ['two seconds', 3_000, 2],
  ])(
    'admit at most a twentieth more than the limit if a caller sends three times as much within %s',
    async (_, perSecond, seconds) => {
      const { processes } = processesUnderTest(3);
      await pass(100);
      const admitted = await load(processes, perSecond, seconds * SECOND - 200);
      expect(admitted).toBeGreaterThanOrEqual(LIMIT);
      expect(admitted).toBeLessThanOrEqual(LIMIT * 1.05);
    },
  );

  test('ask once per second, and more often only for a caller that is near its limit or in a hurry', async () => {
    const { processes, hub } = processesUnderTest(3);
    await pass(SECOND);
    hub.answered = 0;
    await load(processes, 20, 10 * SECOND);
    expect(hub.answered / 3).toBeLessThanOrEqual(11);
    hub.answered = 0;
    // Beyond 80 %, ten questions a second.
    await load(processes, 120, 2_500);
    await load(processes, 90, 14 * SECOND);
    hub.answered = 0;
    await load(processes, 20, 2 * SECOND);
    expect(hub.answered / 3).toBeGreaterThan(15);
    expect(hub.answered / 3).toBeLessThanOrEqual(21);
  });

  test('ask nothing while nobody sends anything', async () => {
    const { processes, hub } = processesUnderTest(3);
    await load(processes, 10, 2 * SECOND);
    await pass(2 * SECOND);
    hub.answered = 0;
    await pass(10 * MINUTE);
    expect(hub.answered).toBe(0);
  });

  test('know after a second what the others have admitted, and begin anew in the same minute of the clock', async () => {
    const { processes } = processesUnderTest(2);
    const [one, other] = processes as [Process, Process];
    await pass(100);
    for (let sent = 0; sent < 50; sent += 1) one.send();
    await pass(1_100);
    other.send();
    await pass(1_100);
    expect(other.known()).toBe(51);
    await pass(MINUTE - 2_400);
    expect([one.known(), other.known()]).toEqual([50, 51]);
    await pass(200);
    expect([one.known(), other.known()]).toEqual([0, 0]);
  });

  test('show a caller by a name that says nothing, the same in each process, another in each minute', async () => {
    const { processes } = processesUnderTest(2);
    for (const minute of [0, 1]) {
      for (const process of processes) process.send();
      await pass(minute === 0 ? MINUTE + 100 : 2 * SECOND);
    }
    const names = processes.map(({ asked }) => asked.flat().map(({ name }) => name));
    expect(names[0]).toEqual(names[1]);
    const [first = '', second = ''] = names[0] ?? [];
    for (const each of processes.flatMap(({ asked }) => asked.flat()))
      expect(Object.keys(each)).toEqual(['name', 'by']);
    expect(first).toMatch(/^[\w-]{22}:\d+$/);
    expect(second.split(':')).toEqual([first.split(':')[0], String(Number(first.split(':')[1]) + 1)]);
  });

  test('tell of the busiest 1,000 callers first, and of the others later', async () => {
    const { processes } = processesUnderTest(1);
    const [one] = processes as [Process];
    await pass(1_500);
    one.asked.length = 0;
    for (let at = 0; at < 1_200; at += 1)
      for (let sent = 0; sent < (at < 200 ? 1 : 2); sent += 1) one.send(`192.0.${at >> 8}.${at & 255}`);
    await pass(500);
    const sizes = one.asked
      .filter(({ length }) => length > 0)
      .map((added) => [added.length, added.every(({ by }) => by === 2)]);
    await pass(SECOND);
    expect(sizes).toEqual([[1_000, true]]);
    expect(one.asked.flat()).toHaveLength(1_200);
  });

  test('keep at most 10,000 callers to tell of, and take a further one when there is room', async () => {
    const { processes } = processesUnderTest(1);
    const [one] = processes as [Process];
    const addressOf = (at: number) => `192.0.${at >> 8}.${at & 255}`;
    for (let at = 0; at <= 10_000; at += 1) one.send(addressOf(at));
    await pass(11 * SECOND);
    expect(one.asked.flat()).toHaveLength(10_000);
    one.send(addressOf(10_000));
    await pass(2 * SECOND);
    expect(one.asked.flat().slice(10_000)).toMatchObject([{ by: 2 }]);
  });
});

describe('while the others cannot be reached', () => {
  test('each counts by itself, says so once, and knows of the others again afterwards', async () => {
    const { processes, hub, lines, isReached } = processesUnderTest(3);
    await load(processes, 10, 2 * SECOND);
    hub.isAway = true;
    await pass(MINUTE);
    const admitted = await load(processes, 200, MINUTE - 2_500);
    expect(admitted).toBe(3 * LIMIT);
    expect(lines.map(({ msg }) => msg)).toEqual(
      processes.map(() => 'other processes cannot be reached; each counts the requests of callers by itself'),
    );
    expect(await isReached()).toBe(false);
    hub.isAway = false;
    await pass(MINUTE + SECOND);
    expect(await load(processes, 200, 50 * SECOND)).toBeLessThanOrEqual(LIMIT * 1.05);
    expect(lines.slice(3).map(({ msg }) => msg)).toEqual(processes.map(() => 'other processes can be reached again'));
    expect(await isReached()).toBe(true);
  });

  test('a short absence is nothing to tell of', async () => {
    const { processes, hub, lines } = processesUnderTest(1);
    await load(processes, 10, 2 * SECOND);
    hub.isAway = true;
    await load(processes, 10, 2 * SECOND);
    hub.isAway = false;
    await load(processes, 10, 5 * SECOND);
    expect(lines).toEqual([]);
  });

  test('no request is counted twice, although an answer was lost', async () => {
    const { processes, hub, create } = processesUnderTest(1);
    const [one] = processes as [Process];
    await pass(SECOND);
    hub.isAway = true;
    for (let sent = 0; sent < 5; sent += 1) one.send();
    await pass(500);
    hub.isAway = false;
    one.send();
    await pass(1_500);
    const other = create();
    await pass(100);
    other.send();
    await pass(1_500);
    expect(one.known()).toBe(6);
    expect(other.known()).toBeLessThanOrEqual(7);
  });
});

test('a process that is closed asks nothing more', async () => {
  const { processes, hub } = processesUnderTest(1);
  const [one] = processes as [Process];
  one.send();
  one.close();
  await pass(100);
  hub.answered = 0;
  one.send();
  await pass(5 * SECOND);
  expect(hub.answered).toBe(0);
});
