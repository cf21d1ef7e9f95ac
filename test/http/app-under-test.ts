/** Options for a server around a stand-in for the GraphQL route, and the log lines that it writes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { GraphQLRoute } from '../../src/http/routes/graphql.ts';
import type { HealthState } from '../../src/http/server/monitoring.ts';
import { type HttpServerOptions, startHttpServer } from '../../src/http/server/server.ts';
import { appDefaults, drainDefaults } from '../support/gateways/default-options.ts';

type LogLine = Readonly<Record<string, unknown>>;

export interface AppUnderTest {
  readonly options: Omit<HttpServerOptions, 'port'>;
  readonly lines: LogLine[];
  /** Sets the state that the probes report next. */
  readonly setHealth: (state: HealthState) => void;
}

/** Echoes its body; `?fail` throws an unexpected error, `?wait=100` responds after that many milliseconds. */
export const echo: GraphQLRoute = {
  async handle({ request, body }) {
    const query = new URL(request.url ?? '', 'http://gateway').searchParams;
    if (query.has('fail')) throw new Error('password=hunter2 at /srv/secret.ts');
    if (query.has('wait')) await sleep(Number(query.get('wait')));
    return { status: 200, body: JSON.stringify({ data: body ?? null }) };
  },
};

export function appUnderTest(overrides: Partial<HttpServerOptions> = {}): AppUnderTest {
  const lines: LogLine[] = [];
  let health: HealthState = { tokenObtained: false, upstreamState: 'unknown' };
  const options: AppUnderTest['options'] = {
    ...appDefaults,
    ...drainDefaults,
    log: pino({ level: 'debug', base: null }, { write: (line) => lines.push(JSON.parse(line)) }),
    metrics: createMetrics(),
    graphql: echo,
    health: { upstream: 'api.vendor.example', state: () => health },
    bodyLimit: 1000,
    ...overrides,
  };
  return {
    options,
    lines,
    setHealth: (state) => {
      health = state;
    },
  };
}

/** Starts a server that executes one request at a time. */
export async function startWithOneSlot(overrides: Partial<HttpServerOptions> = {}) {
  const { options, lines } = appUnderTest();
  const server = await startHttpServer({
    ...options,
    port: 0,
    admission: { maxInFlight: 1, lateMs: 25 },
    ...overrides,
  });
  onTestFinished(() => server.close());
  return { url: server.url, options, lines };
}
