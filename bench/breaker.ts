/**
 * A simulated outage of the POST API, measured from the client: how many calls reach it before the breaker for reads opens, how
 * quickly calls are rejected from then on, and how long after recovery the first call succeeds. Target: at most 3.5 s, which is
 * the breaker's longest pause plus a margin.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@realty-forms/platform/clock.ts';
import { createLog } from '@realty-forms/platform/observability/log.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { createUpstream } from '../src/upstream/call.ts';
import { upstreamDefaults } from '../test/support/gateways/default-options.ts';
import { readSwitches } from '../test/support/switches.ts';
import { machine, table } from './measure.ts';
import { outputSwitches, publish } from './publish.ts';
import { summarize } from './statistics.ts';
import { atMost } from './verdicts.ts';

const OUTAGES_MS = [500, 3_000, 8_000] as const;
const BETWEEN_CALLS_MS = 10;
const TARGET_MS = 3_500;

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, outputSwitches);
  const rows: (string | number)[][] = [];
  for (const outage of OUTAGES_MS) rows.push(await simulateOutage(outage));
  const header = [
    'outage, ms',
    'calls that reached the POST API',
    'rejected',
    'time to reject, median ms',
    'recovered after, ms',
  ];
  const text = `${machine()}\n\n${table(header, rows)}`;
  const verdicts = rows.map((row) => atMost(`recovery after ${row[0]} ms`, Number(row.at(-1)), TARGET_MS, 'ms'));
  await publish('breaker', { text, results: { rows }, verdicts }, values);
}

async function simulateOutage(outage: number): Promise<(string | number)[]> {
  let isDown = false;
  let reached = 0;
  const server = createServer((request, response) => {
    request.resume();
    if (isDown) reached += 1;
    const token = { token_type: 'Bearer', expires_in: 3600, access_token: 'bench' };
    response.writeHead(isDown ? 503 : 200, { 'content-type': 'application/json' });
    response.end(isDown ? '{}' : JSON.stringify(request.url === '/oauth/token' ? token : []));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream = createUpstream({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'bench',
    clientSecret: 'bench',
    vendorEmail: 'bench@vendor.example',
    ...upstreamDefaults,
    connections: 8,
    deadlineMs: 5_000,
    maxResponseBytes: 1_000_000,
    clock: systemClock,
    log: createLog('silent'),
    metrics: createMetrics(),
  });
  const call = () => upstream.call('getAccount', { emailId: 'somebody@example.com' });
  await call();
  isDown = true;
  const outageAt = performance.now();
  const rejectionTimes: number[] = [];
  const calls: Promise<void>[] = [];
  let recoveredAt: number | null = null;
  while (recoveredAt === null) {
    const startedAt = performance.now();
    if (isDown && startedAt - outageAt >= outage) isDown = false;
    const before = reached;
    const attempt = call().then(
      () => {
        recoveredAt ??= performance.now();
      },
      () => {
        if (reached === before) rejectionTimes.push(performance.now() - startedAt);
      },
    );
    calls.push(attempt);
    await delay(BETWEEN_CALLS_MS);
  }
  await Promise.all(calls);
  await upstream.close();
  server.close();
  const median = rejectionTimes.length === 0 ? Number.NaN : summarize(rejectionTimes).median;
  const recoveryMs = Math.max(0, Math.round(recoveredAt - outageAt - outage));
  return [outage, reached, rejectionTimes.length, Math.round(median * 100) / 100, recoveryMs];
}
