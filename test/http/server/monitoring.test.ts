// Probes and metrics on a port of their own.
import { once } from 'node:events';
import { connect } from 'node:net';
import { createMetrics } from '@realty-forms/platform/observing/metrics.ts';
import { expect, it, onTestFinished } from 'vitest';
import type { HealthState } from '../../../src/http/routes/health.ts';
import { type MonitoringOptions, startMonitoring } from '../../../src/http/server/monitoring.ts';
import { startHttpServer } from '../../../src/http/server/server.ts';
import { captureLog } from '../../support/caught-log.ts';
import { appUnderTest } from '../app-under-test.ts';

const TOKEN = 'a-token-of-the-scraper';

async function start(overrides: Partial<MonitoringOptions> = {}): Promise<string> {
  const server = await startMonitoring({
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    metrics: createMetrics(),
    log: captureLog().log,
    access: { token: undefined },
    health: { state: () => ({ tokenObtained: true, upstreamState: 'up' }), upstream: 'embedded' },
    ...overrides,
  });
  onTestFinished(server.close);
  return server.url;
}

it('the port serves metrics and probes, and nothing else', async () => {
  const url = await start();
  const response = await fetch(`${url}/metrics`);
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining('gateway_http_requests_in_flight 0'),
  ]);
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'alive', upstreamState: 'up' });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const other = await fetch(`${url}/files/x`);
  expect([other.status, await other.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }]);
});

it('the metrics require the token there too, if one is set; the probes do not', async () => {
  const url = await start({ access: { token: TOKEN } });
  expect((await fetch(`${url}/metrics`)).status).toBe(401);
  expect((await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

it('metrics that cannot be rendered are an unexpected error, of which only the log says more than its id', async () => {
  const { log, lines } = captureLog();
  const metrics = createMetrics();
  metrics.webhooksWaiting.read = () => {
    throw new Error('nothing to read');
  };
  const response = await fetch(`${await start({ metrics, log })}/metrics`);
  const id = response.headers.get('x-request-id');
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining(String(id))]);
  expect(lines).toMatchObject([{ msg: 'unexpected error', requestId: id, err: { message: 'nothing to read' } }]);
});

it('readiness is the same as on the gateway’s port: not before the first token, and not during the shutdown', async () => {
  let state: HealthState = { tokenObtained: false, upstreamState: 'unknown' };
  let isDraining = false;
  const url = await start({ health: { state: () => state, upstream: 'embedded' }, isDraining: () => isDraining });
  const ready = async () => {
    const response = await fetch(`${url}/readyz`);
    return [response.status, ((await response.json()) as { status: string }).status];
  };
  expect(await ready()).toEqual([503, 'starting']);
  state = { tokenObtained: true, upstreamState: 'up' };
  expect(await ready()).toEqual([200, 'ready']);
  isDraining = true;
  expect(await ready()).toEqual([503, 'draining']);
});

it('it answers while the gateway’s port accepts no further connection', async () => {
  const { options } = appUnderTest({ graceMs: 50, maxConnections: 1 });
  const gateway = await startHttpServer({ ...options, port: 0 });
  onTestFinished(() => gateway.close());
  const url = await start({ metrics: options.metrics });
  const port = Number(new URL(gateway.url).port);
  const busy = connect(port, '127.0.0.1');
  onTestFinished(() => void busy.destroy());
  busy.write('GET /graphql?wait=60000 HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(() => options.metrics.requestsInFlight.value).toBe(1);
  await once(
    connect(port, '127.0.0.1').on('error', () => undefined),
    'close',
  );
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${url}/metrics`)).text()).toContain(
    'gateway_http_connections_closed_total{reason="full"} 1\n',
  );
});

it('a busy port is reported with the setting to change', async () => {
  const port = Number(new URL(await start()).port);
  await expect(start({ port })).rejects.toThrow(/set METRICS_PORT/);
});
