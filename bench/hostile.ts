/**
 * How long the event loop is blocked by each hostile request of the tests, and by the most expensive requests within the limits.
 * Target: less than 50 ms each. Sends them to the complete gateway without a port; no upstream is needed.
 */

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '@realty-forms/platform/clock.ts';
import { createLog } from '@realty-forms/platform/observability/log.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { createGateway } from '../src/gateway/gateway.ts';
import { createGraphQL } from '../src/graphql/server.ts';
import { createUpstream } from '../src/upstream/call.ts';
import {
  appDefaults,
  gatewayDefaults,
  graphqlDefaults,
  upstreamDefaults,
} from '../test/support/gateways/default-options.ts';
import { injectable } from '../test/support/gateways/injectable.ts';
import { openLedgerInMemory } from '../test/support/gateways/memory-ledger.ts';
import { hostileRequests } from '../test/support/hostile/hostile-queries.ts';
import { readSwitches, wholeNumber } from '../test/support/switches.ts';
import { expensiveRequests } from './expensive-requests.ts';
import { machine, table } from './measure.ts';
import { outputSwitches, publish } from './publish.ts';
import { quantile } from './statistics.ts';
import { atMost } from './verdicts.ts';

const TARGET_MS = 50;
/** The most expensive requests are listed, the others counted. */
const LISTED = 4;

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, { runs: wholeNumber(15), ...outputSwitches });
  const { runs } = values;
  const { send, close } = await start();
  const rows: [string, number, number, number][] = [];
  const withinLimits = expensiveRequests.map((each) => ({ ...each, name: `within the limits: ${each.name}` }));
  for (const { name, query, variables } of [...hostileRequests, ...withinLimits]) {
    const payload = JSON.stringify({ query, variables });
    const blocked: number[] = [];
    let status = 0;
    for (let index = -3; index < runs; index += 1) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      await sleep(3);
      status = await send(payload);
      await sleep(3);
      delay.disable();
      if (index >= 0) blocked.push(delay.max / 1e6);
    }
    rows.push([name, status, quantile(blocked, 0.5), quantile(blocked, 1)]);
  }
  await close();
  // The median is the cost of the request; the longest time also reflects other load on the machine.
  const sorted = rows.toSorted(([, , one], [, , other]) => other - one);
  const worst = sorted[0]?.[2] ?? 0;
  const next = sorted[LISTED]?.[2] ?? 0;
  const text = [
    `${runs} times each; ${machine()}`,
    table(['request', 'status', 'event loop blocked, median ms', 'longest ms'], sorted.slice(0, LISTED)),
    `${Math.max(0, rows.length - LISTED)} others: at most ${next} ms. The largest median is ${worst <= TARGET_MS ? 'within' : 'NOT within'} ${TARGET_MS} ms.`,
  ].join('\n\n');
  await publish(
    'hostile',
    { text, results: { rows }, verdicts: [atMost('event loop', worst, TARGET_MS, 'ms')] },
    values,
  );
}

async function start(): Promise<{ send: (payload: string) => Promise<number>; close: () => Promise<void> }> {
  const [metrics, log, clock] = [createMetrics(), createLog('silent'), systemClock];
  const upstream = createUpstream({
    baseUrl: 'http://127.0.0.1:9',
    clientId: 'bench',
    clientSecret: 'bench',
    vendorEmail: 'bench@vendor.example',
    ...upstreamDefaults,
    connections: 1,
    deadlineMs: 1_000,
    maxResponseBytes: 1_000_000,
    clock,
    log,
    metrics,
  });
  const gateway = createGateway({
    ...gatewayDefaults,
    upstream,
    ledgerStore: openLedgerInMemory(clock),
    clock,
    log,
    metrics,
  });
  const verify = async () => {
    throw new Error('no token is accepted here');
  };
  const graphql = await createGraphQL({ ...graphqlDefaults, gateway, log });
  const app = injectable({
    ...appDefaults,
    graphql,
    verify,
    health: { upstream: 'embedded', state: () => ({ tokenObtained: true, upstreamState: 'up' }) },
    log,
    metrics,
  });
  const headers = { host: '127.0.0.1', 'content-type': 'application/json' };
  return {
    send: async (payload) => (await app.inject({ method: 'POST', url: '/graphql', headers, payload })).statusCode,
    async close() {
      await app.close();
      await graphql.stop();
      await upstream.close();
    },
  };
}
