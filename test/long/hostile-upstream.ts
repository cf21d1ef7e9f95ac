/**
 * One living client on a random walk through the ways of misbehaving: spell after spell of bad answers and restarts, under
 * load. After each it must recover by itself; writes are received once, memory and descriptors stay where they were.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import type { Upstream } from '../../src/upstream/call.ts';
import { callOnce, clientAt, endpointNames, outcomeOf } from '../support/hostile-client.ts';
import { type Mode, modes } from '../support/hostile-modes.ts';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile-upstream.ts';
import { duration, readSwitches } from '../support/switches.ts';

const DEFAULT_SECONDS = 60;
const WORKERS = 8;
const CONNECTIONS = 16;
const DEADLINE_MS = 300;
const SLACK_MS = 2_000;
const LONGEST_SPELL_MS = 800;
/** The breaker's longest rest, and its trial. */
const RECOVERY_MS = 8_000;
const WARM_UP_SPELLS = 10;
const MEGABYTE = 1_048_576;
const ALLOWED_MEGABYTES = 16;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

interface Counts {
  spells: number;
  restarts: number;
  calls: number;
  readings: Record<string, number>;
  /** No typed fault, or one that came too late. */
  unforeseen: number;
  late: number;
  /** Writes that were received twice, but for those that were denied. */
  doubled: number;
  unhandled: number;
  notRecovered: number;
  slowestRecoveryMs: number;
}

const any = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const called = endpointNames.filter((endpoint) => endpoint !== 'token');
const isWrite = (endpoint: EndpointName | null) => endpoint !== null && endpoints[endpoint].effect === 'write';

/** For so many seconds, given as they are or by `--seconds`. */
export async function upstream(count?: number, args: readonly string[] = []): Promise<boolean> {
  const { seconds } = readSwitches(args, { seconds: duration(count ?? DEFAULT_SECONDS) });
  const counts: Counts = {
    spells: 0,
    restarts: 0,
    calls: 0,
    readings: {},
    unforeseen: 0,
    late: 0,
    doubled: 0,
    unhandled: 0,
    notRecovered: 0,
    slowestRecoveryMs: 0,
  };
  process.on('unhandledRejection', () => {
    counts.unhandled += 1;
  });
  const server = await startHostileUpstream();
  const client = clientAt(server.url('all'), {
    deadlineMs: DEADLINE_MS,
    connections: CONNECTIONS,
    log: pino({ enabled: false }),
  });
  const idle = descriptors();
  const endAt = performance.now() + seconds * 1_000;
  let before = 0;
  while (performance.now() < endAt) {
    if (counts.spells === WARM_UP_SPELLS) before = held();
    await spell(client, server, counts);
    await recover(client, server, counts);
  }
  const megabytes = before === 0 ? 0 : Math.round((held() - before) / MEGABYTE);
  await client.close();
  for (let tries = 0; tries < 50 && server.open() > 0; tries += 1) await sleep(100);
  const left = { connections: server.open(), descriptors: descriptors() - idle, megabytes };
  await server.stop();
  console.log(counts, 'left:', left);
  const failures = [counts.unforeseen, counts.late, counts.doubled, counts.unhandled, counts.notRecovered];
  const isClean = failures.every((count) => count === 0) && left.connections === 0 && left.descriptors <= 2;
  return isClean && counts.spells > 0 && left.megabytes < ALLOWED_MEGABYTES;
}

/** Some time of one mode, or of an upstream that is not there. */
async function spell(client: Upstream, server: HostileUpstream, counts: Counts): Promise<void> {
  const mode = Math.random() < 0.15 ? null : any(modes);
  counts.spells += 1;
  server.misbehave(mode?.does ?? null);
  if (mode === null) {
    counts.restarts += 1;
    await server.stop();
  }
  const endAt = performance.now() + Math.random() * LONGEST_SPELL_MS;
  const work = async (): Promise<void> => {
    do {
      counts.calls += 1;
      const outcome = await outcomeOf(callOnce(client, any(called), `attempt-${counts.calls}`));
      counts.readings[outcome.reading] = (counts.readings[outcome.reading] ?? 0) + 1;
      if (outcome.reading === 'not a fault of upstream') {
        counts.unforeseen += 1;
        console.error(mode?.name, outcome.error);
      }
      if (outcome.milliseconds > DEADLINE_MS + SLACK_MS) counts.late += 1;
    } while (performance.now() < endAt);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  if (mode === null) await server.start();
  server.misbehave(null);
  counts.doubled += doubled(server, mode);
}

function doubled(server: HostileUpstream, mode: Mode | null): number {
  const written = server.requests.filter(({ endpoint, attempt }) => isWrite(endpoint) && attempt !== null);
  server.requests.length = 0;
  const most = mode?.reading === 'UPSTREAM_ACCESS_DENIED' ? 2 : 1;
  const times = Map.groupBy(written, ({ attempt }) => attempt);
  return [...times.values()].filter((all) => all.length > most).length;
}

/** Nothing is done for it: calls are made until they are answered, one of each kind. */
async function recover(client: Upstream, server: HostileUpstream, counts: Counts): Promise<void> {
  const startedAt = performance.now();
  const isBack = async (endpoint: EndpointName): Promise<boolean> => {
    while (performance.now() - startedAt < RECOVERY_MS) {
      counts.calls += 1;
      if ((await outcomeOf(callOnce(client, endpoint, `attempt-${counts.calls}`))).reading === 'read') return true;
      await sleep(50);
    }
    return false;
  };
  const back = await Promise.all((['getAccount', 'addTrans', 'uploadfiles'] as const).map(isBack));
  if (back.includes(false)) counts.notRecovered += 1;
  counts.slowestRecoveryMs = Math.max(counts.slowestRecoveryMs, Math.round(performance.now() - startedAt));
  counts.doubled += doubled(server, null);
}

/** What the program still needs; how much of the rest the system has back is the collector's business. */
function held(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function descriptors(): number {
  return readdirSync('/proc/self/fd').length;
}
