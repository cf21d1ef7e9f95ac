// Probes and metrics on a port of their own.
import { once } from 'node:events';
import { connect } from 'node:net';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { probePaths } from '@realty-forms/platform/web/paths.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { type MonitoringOptions, startMonitoring } from '../../../src/http/server/monitoring.ts';
import { startHttpServer } from '../../../src/http/server/server.ts';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { captureLog } from '../../support/caught-log.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { injectable } from '../../support/gateways/injectable.ts';
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

it('readiness ends there, too, during the shutdown', async () => {
  const response = await fetch(`${await start({ isDraining: () => true })}/readyz`);
  expect([response.status, await response.json()]).toMatchObject([503, { status: 'draining' }]);
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

describe('the probes', () => {
  it('report alive while the process runs, whatever the POST API does', async () => {
    const { options, setHealth } = appUnderTest();
    setHealth({ tokenObtained: false, upstreamState: 'down' });
    const response = await injectable(options).inject('/healthz');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ status: 'alive', upstreamState: 'down' });
  });

  it('report ready from the first token on, and the service behind and a later outage in the body only', async () => {
    const { options, setHealth } = appUnderTest();
    const app = injectable(options);
    const probe = async () => {
      const response = await app.inject('/readyz');
      return [response.statusCode, response.json()];
    };
    const upstream = 'api.vendor.example';
    expect(await probe()).toEqual([503, { status: 'starting', upstream, upstreamState: 'unknown' }]);
    setHealth({ tokenObtained: true, upstreamState: 'down' });
    expect(await probe()).toEqual([200, { status: 'ready', upstream, upstreamState: 'down' }]);
  });
});

it.each(Object.values(probePaths))('%s is served, however often, and logged at debug level only', async (path) => {
  const { options, lines, setHealth } = appUnderTest({ rateLimit: { perMinute: 1 } });
  setHealth({ tokenObtained: true, upstreamState: 'up' });
  const app = injectable(options);
  for (let each = 0; each < 3; each += 1) expect((await app.inject(path)).statusCode).toBe(200);
  expect(lines.map(({ level, route }) => [level, route])).toEqual(Array(3).fill([20, path]));
});

it('a probe whose answer is no has not failed', async () => {
  const { options, lines } = appUnderTest();
  expect((await injectable(options).inject(probePaths.ready)).statusCode).toBe(503);
  expect(lines.map(({ level, codes }) => [level, codes])).toEqual([[30, undefined]]);
  expect((await options.metrics.failures.get()).values.filter(({ value }) => value > 0)).toEqual([]);
});

describe('the metrics on the gateway’s port', () => {
  it("are in Prometheus's text format", async () => {
    const { options } = appUnderTest();
    options.metrics.upstreamCalls.inc({ endpoint: 'listTrans', outcome: 'ok' }, 3);
    const response = await injectable(options).inject('/metrics');
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(response.body).toContain('gateway_upstream_calls_total{endpoint="listTrans",outcome="ok"} 3\n');
    expect(response.body).toMatch(/^gateway_build_info\{version="\d+\.\d+\.\d+",node="v\d+[^"]*"\} 1$/m);
  });

  it.each([
    [undefined, 401],
    [`Bearer ${TOKEN}x`, 401],
    [`Bearer ${'x'.repeat(TOKEN.length)}`, 401],
    [`Bearer ${TOKEN}`, 200],
  ])('can be read only with the token, if one is set (%s: %i)', async (authorization, status) => {
    const app = injectable(appUnderTest({ metricsAccess: { token: TOKEN } }).options);
    const response = await app.inject({
      url: '/metrics',
      headers: authorization === undefined ? {} : { authorization },
    });
    expect(response.statusCode).toBe(status);
    expect(response.body.includes('gateway_http_requests_in_flight')).toBe(status === 200);
  });

  it('are not served if they are on another port', async () => {
    const response = await injectable(appUnderTest({ metricsAccess: null }).options).inject('/metrics');
    expect(response.statusCode).toBe(404);
  });

  const auth = { AUTH_ISSUER: 'a', AUTH_AUDIENCE: 'b', AUTH_JWKS_URL: 'https://login.example/jwks.json' };
  it.each([
    [{ HOST: '127.0.0.1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '0.0.0.0', METRICS_TOKEN: TOKEN }, true],
    [{ HOST: '0.0.0.0', METRICS_TOKEN: TOKEN, METRICS_PORT: '9400' }, false],
    [{ HOST: '127.0.0.1', METRICS_PORT: '9400' }, false],
    [{ PUBLIC_URL: 'https://graph.example.com' }, false],
    [{ ALLOWED_HOSTS: 'graph.example.com' }, false],
    [{ TRUST_PROXY: '127.0.0.1' }, false],
    [{ TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: TOKEN }, true],
    [{ PUBLIC_URL: '', ALLOWED_HOSTS: ' , ', TRUST_PROXY: '' }, true],
  ])('are served with %o: %s', (given, served) => {
    const result = readConfig({ UPSTREAM_URL: 'embedded', ...auth, ...given });
    expect('config' in result && result.config.servesMetrics).toBe(served);
  });
});

describe('the metrics', () => {
  const counted = (text: string) => text.split('\n').filter((line) => /^gateway_/.test(line));
  const seriesOf = (text: string) => counted(text).map((line) => line.slice(0, line.lastIndexOf(' ')));

  it('count requests by route and status, and operations by field and outcome', async () => {
    const { ask, metrics } = await startStubbedGraph();
    const token = await agentToken();
    await ask('query Mine { transactions { totalCount } }', { token });
    await ask('mutation { nothing }', { token });
    await ask('{ viewer { role } }');
    const text = await metrics.registry.metrics();
    expect(text).toContain('gateway_http_request_duration_seconds_count{route="/graphql",status="200"} 2\n');
    expect(text).toContain('gateway_http_request_duration_seconds_count{route="/graphql",status="400"} 1\n');
    const operations = 'gateway_graphql_operation_duration_seconds_count';
    expect(text).toContain(`${operations}{type="query",field="transactions",outcome="ok"} 1\n`);
    expect(text).toContain(`${operations}{type="query",field="viewer",outcome="caller"} 1\n`);
    expect(text).toContain('gateway_request_failures_total{code="GRAPHQL_VALIDATION_FAILED",fault="caller"} 1\n');
    expect(text).toContain('gateway_request_failures_total{code="UNAUTHENTICATED",fault="caller"} 1\n');
    expect(text).toContain('gateway_http_requests_in_flight 0\n');
    expect(text).toContain('gateway_directory_users 3\n');
    expect(text).toMatch(/^gateway_directory_refreshed_timestamp_seconds 1\d{9}(\.\d+)?$/m);
  });

  it('have a fixed set of series, however many names callers make up', async () => {
    const { ask, inject, metrics } = await startStubbedGraph();
    const token = await agentToken();
    const round = async (made: string) => {
      await ask(`query ${made} { ${made}: viewer { role } }`, {
        token,
        headers: { 'x-request-id': `${made}-12345678` },
      });
      await ask(`{ ${made} }`, { token });
      await ask(`query ${made}($x: ${made}) { viewer { role } }`, { token });
      await ask(`{ node(id: "${made}") { id } }`, { token });
      await ask('{ viewer { role } }', { token: made });
      await inject({ method: 'GET', url: `/${made}?${made}=1`, headers: { host: '127.0.0.1' } });
      await inject({ method: 'GET', url: `/files/${made}`, headers: { host: '127.0.0.1' } });
      await inject({ method: 'GET', url: '/graphql', headers: { host: made } });
      return metrics.registry.metrics();
    };
    const first = seriesOf(await round('inventedFirst'));
    const last = await round('inventedLast');
    expect(seriesOf(last)).toEqual(first);
    expect(last).not.toContain('invented');
    expect(first.length).toBeGreaterThan(50);
  });

  it('count each request as in flight until it is over', async () => {
    const { options } = appUnderTest();
    const app = injectable(options);
    const answer = app.inject('/graphql?wait=50');
    await expect.poll(() => options.metrics.requestsInFlight.value, { interval: 5 }).toBe(1);
    await answer;
    expect(options.metrics.requestsInFlight.value).toBe(0);
  });
});
