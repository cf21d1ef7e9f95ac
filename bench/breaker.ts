/**
 * An outage of the POST API, seen by its client: how many calls reach it before the breaker of the reads opens, how soon calls are
 * turned away from then on, and how long after its return the first one is answered. The claim: 5 s at most, and a turn.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../src/platform/clock.ts';
import { createLog } from '../src/platform/log.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { createUpstream } from '../src/upstream/call.ts';
import { readSwitches } from '../test/support/switches.ts';
import { machine, table } from './measure.ts';
import { outputSwitches, publish } from './published.ts';

const OUTAGES_MS = [500, 3_000, 8_000] as const;
const BETWEEN_CALLS_MS = 10;
const AIM_MS = 5_500;

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, outputSwitches);
  const rows: (string | number)[][] = [];
  for (const outage of OUTAGES_MS) rows.push(await breakDown(outage));
  const head = [
    'away for, ms',
    'calls that reached it',
    'turned away',
    'turned away within, median ms',
    'back after, ms',
  ];
  await publish('breaker', `${machine()}\n\n${table(head, rows)}`, { rows }, values);
  if (rows.some((row) => Number(row.at(-1)) > AIM_MS)) process.exitCode = 1;
}

async function breakDown(outage: number): Promise<(string | number)[]> {
  let isAway = false;
  let reached = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (isAway) reached += 1;
    const token = { token_type: 'Bearer', expires_in: 3600, access_token: 'bench' };
    response.writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' });
    response.end(isAway ? '{}' : JSON.stringify(request.url === '/oauth/token' ? token : []));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream = createUpstream({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'bench',
    clientSecret: 'bench',
    vendorEmail: 'bench@vendor.example',
    tokenBody: 'json',
    connections: 8,
    deadlineMs: 5_000,
    maxResponseBytes: 1_000_000,
    clock: systemClock,
    log: createLog('silent'),
    metrics: createMetrics(),
  });
  const call = () => upstream.call('getAccount', { emailId: 'somebody@example.com' });
  await call();
  isAway = true;
  const goneAt = performance.now();
  const quick: number[] = [];
  const calls: Promise<void>[] = [];
  let answeredAt: number | null = null;
  while (answeredAt === null) {
    const startedAt = performance.now();
    if (isAway && startedAt - goneAt >= outage) isAway = false;
    const before = reached;
    const attempt = call().then(
      () => {
        answeredAt ??= performance.now();
      },
      () => {
        if (reached === before) quick.push(performance.now() - startedAt);
      },
    );
    calls.push(attempt);
    await delay(BETWEEN_CALLS_MS);
  }
  await Promise.all(calls);
  await upstream.close();
  server.close();
  quick.sort((a, b) => a - b);
  const median = quick[Math.floor(quick.length / 2)] ?? Number.NaN;
  const back = Math.max(0, Math.round(answeredAt - goneAt - outage));
  return [outage, reached, quick.length, Math.round(median * 100) / 100, back];
}
