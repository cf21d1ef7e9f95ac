/**
 * One long-lived client against random misbehavior of upstream: phase after phase of broken responses and restarts, under load.
 * It must recover from each without help; no write is received twice; memory and descriptors must not grow.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { pino } from 'pino';
import type { Upstream } from '../../src/upstream/call.ts';
import { callOnce, clientAt, endpointNames, outcomeOf } from '../support/hostile/hostile-client.ts';
import { type Mode, modes } from '../support/hostile/hostile-modes.ts';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile/hostile-upstream.ts';
import { duration, readSwitches } from '../support/switches.ts';

const DEFAULT_SECONDS = 60;
const WORKERS = 8;
const CONNECTIONS = 16;
const DEADLINE_MS = 300;
const SLACK_MS = 2_000;
const MAX_PHASE_MS = 800;
/** The breaker's longest pause, plus its probe. */
const RECOVERY_MS = 8_000;
const WARM_UP_PHASES = 10;
const MEGABYTE = 1_048_576;
const ALLOWED_MEGABYTES = 16;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

interface Counts {
  phases: number;
  restarts: number;
  calls: number;
  readings: Record<string, number>;
  /** Failures that are not a typed fault. */
  unforeseen: number;
  late: number;
  /** Writes that were received twice, except those denied with a 401. */
  duplicates: number;
  unhandled: number;
  notRecovered: number;
  slowestRecoveryMs: number;
}

const randomItem = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const callableEndpoints = endpointNames.filter((endpoint) => endpoint !== 'token');
const isWrite = (endpoint: EndpointName | null) => endpoint !== null && endpoints[endpoint].effect === 'write';

/** Runs for `count` seconds, or for `--seconds`. */
export async function upstream(count?: number, args: readonly string[] = []): Promise<boolean> {
  const { seconds } = readSwitches(args, { seconds: duration(count ?? DEFAULT_SECONDS) });
  const counts: Counts = {
    phases: 0,
    restarts: 0,
    calls: 0,
    readings: {},
    unforeseen: 0,
    late: 0,
    duplicates: 0,
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
    if (counts.phases === WARM_UP_PHASES) before = held();
    await runPhase(client, server, counts);
    await recover(client, server, counts);
  }
  const megabytes = before === 0 ? 0 : Math.round((held() - before) / MEGABYTE);
  await client.close();
  for (let attempts = 0; attempts < 50 && server.open() > 0; attempts += 1) await sleep(100);
  const left = { connections: server.open(), descriptors: descriptors() - idle, megabytes };
  await server.stop();
  console.log(counts, 'left:', left);
  const failures = [counts.unforeseen, counts.late, counts.duplicates, counts.unhandled, counts.notRecovered];
  const isClean = failures.every((count) => count === 0) && left.connections === 0 && left.descriptors <= 2;
  return isClean && counts.phases > 0 && left.megabytes < ALLOWED_MEGABYTES;
}

/** A phase of one mode of misbehavior, or of an upstream that is down. */
async function runPhase(client: Upstream, server: HostileUpstream, counts: Counts): Promise<void> {
  const mode = Math.random() < 0.15 ? null : randomItem(modes);
  counts.phases += 1;
  server.misbehave(mode?.does ?? null);
  if (mode === null) {
    counts.restarts += 1;
    await server.stop();
  }
  const endAt = performance.now() + Math.random() * MAX_PHASE_MS;
  const work = async (): Promise<void> => {
    do {
      counts.calls += 1;
      const startedAt = performance.now();
      const outcome = await outcomeOf(callOnce(client, randomItem(callableEndpoints), `attempt-${counts.calls}`));
      counts.readings[outcome.reading] = (counts.readings[outcome.reading] ?? 0) + 1;
      if (outcome.reading === 'not a fault of upstream') {
        counts.unforeseen += 1;
        console.error(mode?.name, outcome.error);
      }
      if (performance.now() - startedAt > DEADLINE_MS + SLACK_MS) counts.late += 1;
    } while (performance.now() < endAt);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  if (mode === null) await server.start();
  server.misbehave(null);
  counts.duplicates += duplicates(server, mode);
}

function duplicates(server: HostileUpstream, mode: Mode | null): number {
  const written = server.requests.filter(({ endpoint, attempt }) => isWrite(endpoint) && attempt !== null);
  server.requests.length = 0;
  const maxRequests = mode?.reading === 'UPSTREAM_ACCESS_DENIED' ? 2 : 1;
  const times = Map.groupBy(written, ({ attempt }) => attempt);
  return [...times.values()].filter((all) => all.length > maxRequests).length;
}

/** Makes calls until one of each kind succeeds; the client gets no other help. */
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
  counts.duplicates += duplicates(server, null);
}

/** Bytes in use after a collection; how much of the rest has been returned to the system depends on the collector. */
function held(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function descriptors(): number {
  return readdirSync('/proc/self/fd').length;
}
