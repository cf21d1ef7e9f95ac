/** Options for a server around a stand-in for the GraphQL route, and the log lines that it writes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyPluginAsync } from 'fastify';
import { pino } from 'pino';
import type { AppOptions } from '../../src/http/app.ts';
import type { HealthState } from '../../src/http/health.ts';
import { createMetrics } from '../../src/platform/metrics.ts';

type LogLine = Readonly<Record<string, unknown>>;

export interface AppUnderTest {
  readonly options: AppOptions;
  readonly lines: LogLine[];
  /** What the probes are told next. */
  readonly setHealth: (state: HealthState) => void;
}

/** Echoes its body; `?fail` throws what nobody foresees, `?wait=100` answers after so many milliseconds. */
const echo: FastifyPluginAsync = async (app) => {
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: async (request) => {
      const { fail, wait } = request.query as { fail?: string; wait?: string };
      if (fail !== undefined) throw new Error('password=hunter2 at /srv/secret.ts');
      if (wait !== undefined) await sleep(Number(wait));
      return { data: request.body ?? null };
    },
  });
};

export function appUnderTest(overrides: Partial<AppOptions> = {}): AppUnderTest {
  const lines: LogLine[] = [];
  let health: HealthState = { tokenObtained: false, upstream: 'unknown' };
  const options: AppOptions = {
    host: '127.0.0.1',
    allowedHosts: [],
    log: pino({ level: 'debug', base: null }, { write: (line) => lines.push(JSON.parse(line)) }),
    metrics: createMetrics(),
    graphql: echo,
    health: { state: () => health },
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
