// Traces as a collector receives them over sockets: one trace from the client through the gateway to the POST API, without request data.
import { expect, onTestFinished, test } from 'vitest';
import { agentToken, keySetDocument, sign } from '../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../support/gateways/graph-under-test.ts';
import { startMain } from '../support/programs/main-process.ts';
import { spanKinds, startTraceReceiver } from '../support/telemetry/receiver.ts';
import { startHandTypedUpstream } from '../support/upstreams/hand-typed-upstream.ts';
import { settingsFor } from '../support/upstreams/real-upstream.ts';
import { startStubUpstream } from '../support/upstreams/stub-upstream.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const preload = {
  NODE_OPTIONS: `--import=${new URL('../support/programs/exit-report.ts', import.meta.url).href}`,
};

async function start() {
  const [upstream, issuer, collector] = [
    await startHandTypedUpstream(),
    await startStubUpstream(),
    await startTraceReceiver(),
  ];
  for (const each of [upstream, issuer, collector]) onTestFinished(() => each.close());
  issuer.answer('/jwks.json', { json: keySetDocument });
  const main = startMain({
    ...settingsFor(upstream.url, `${issuer.url}/jwks.json`),
    ...preload,
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging,service.version=9',
  });
  const url = await main.printed(/"graphql":"(\S+?)\/graphql"/);
  return { main, url, upstream, collector };
}

const QUERY = 'query Mine($filter: TransactionFilter) { transactions(filter: $filter) { totalCount nodes { id } } }';

test('a client’s trace continues through the gateway to the POST API, and reveals nothing of the query', async () => {
  const { main, url, upstream, collector } = await start();
  const { spans, bodies } = collector;
  const token = await sign({ role: 'agent', nrds: ['100'], scope: 'transactions.read', sub: 'ada@agents.example' });
  const response = await fetch(`${url}/graphql?secret=Query-Secret`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      traceparent: `00-${TRACE}-${PARENT}-01`,
      tracestate: 'vendor=State-Secret',
      baggage: 'who=Baggage-Secret',
      'user-agent': 'Agent-Secret/1.0',
      'x-request-id': 'request-0001',
    },
    body: JSON.stringify({ query: QUERY, variables: { filter: { realtorName: 'Elm-Secret' } } }),
  });
  expect(await response.json()).toMatchObject({ data: { transactions: { totalCount: expect.any(Number) } } });
  await fetch(`${url}/files/Sealed-Secret?x=Sealed-Secret`);
  await fetch(`${url}/healthz`);
  main.signal('SIGTERM');
  const { stdout, code } = await main.ended;
  expect(code).toBe(0);
  // What the environment says takes precedence; nothing else of the machine or the process is sent.
  expect(Object.fromEntries(collector.resources().map(({ key, value }) => [key, value]))).toEqual({
    'service.name': { stringValue: 'realty-forms-graphql' },
    'service.version': { stringValue: '9' },
    'service.instance.id': { stringValue: expect.stringMatching(/^[\da-f-]{36}$/) },
    'deployment.environment.name': { stringValue: 'staging' },
  });

  const server = spans().find(({ kind, traceId }) => kind === spanKinds.server && traceId === TRACE);
  expect(server).toMatchObject({ parentSpanId: PARENT, name: 'POST /graphql' });
  const attributes = Object.fromEntries((server?.attributes ?? []).map(({ key, value }) => [key, value]));
  expect(attributes).toMatchObject({
    'http.route': { stringValue: '/graphql' },
    'http.response.status_code': { intValue: 200 },
    'graphql.operation.type': { stringValue: 'query' },
    'graphql.operation.name': { stringValue: 'Mine' },
    'gateway.request_id': { stringValue: 'request-0001' },
    // The first short list is read in part as well.
    'gateway.upstream_calls': { intValue: 2 },
  });

  const call = spans().find(
    ({ kind, traceId, name }) => kind === spanKinds.client && traceId === TRACE && name.includes('listTrans'),
  );
  expect(call).toMatchObject({ parentSpanId: server?.spanId, name: 'POST /fsforms/listTrans' });
  const heard = upstream
    .requestsTo('/fsforms/listTrans')
    .find(({ headers }) => headers['traceparent'] === `00-${TRACE}-${call?.spanId}-01`);
  expect(heard?.headers['x-request-id']).toBe('request-0001');
  for (const name of ['baggage', 'tracestate']) expect(heard?.headers).not.toHaveProperty(name);

  const names = spans().map(({ name }) => name);
  expect(names).toContain('GET /files/*');
  expect(names.filter((name) => name.includes('healthz'))).toEqual([]);
  for (const secret of [token, 'Secret', 'totalCount', 'agents.example', 'filter', 'NRDSID', 'token-1', '127.0.0.1:'])
    expect(bodies().join('\n')).not.toContain(secret);
  expect(spans().flatMap(({ events }) => events)).toEqual([]);

  const line = stdout.split('\n').find((each) => each.includes('"request-0001"') && each.includes('"msg":"request"'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ traceId: TRACE, operation: 'Mine' });
  expect(stdout.match(/\/@opentelemetry\/(?!api\/)/g)?.length).toBeGreaterThan(50);
});

test('without tracing, no trace context is passed on', async () => {
  const { ask, stub } = await startStubbedGraph();
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
  await ask('{ transactions { totalCount } }', { token: await agentToken(), headers });
  expect(stub.requestsTo('/fsforms/listTrans').at(-1)?.headers).not.toHaveProperty('traceparent');
});
