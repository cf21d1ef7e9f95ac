// What streams leave to other requests, and how they show in the log and the metrics: as streams, never as long requests.
import { expect, test, vi } from 'vitest';
import { UpstreamFault } from '../../../src/gateway/fault.ts';
import { changes, SECOND, startLiveGateway } from './live-gateway.ts';

type Held = Awaited<ReturnType<typeof startLiveGateway>>;

const viewer = '{ viewer { role } }';

/** The samples of a metric, as they are scraped. */
async function samplesOf({ metrics }: Held, name: string): Promise<string[]> {
  const text = await metrics.registry.metrics();
  return text.split('\n').filter((line) => line.startsWith(name));
}

test('a subscription that opens no stream is a request as any other', async () => {
  const held = await startLiveGateway();
  const { rest } = await held.listen({
    variables: { after: 'forged' },
    headers: { accept: 'text/event-stream, application/json' },
  });
  await rest();
  await expect
    .poll(() => samplesOf(held, 'gateway_graphql_operation_duration_seconds_count'))
    .toEqual([
      'gateway_graphql_operation_duration_seconds_count{type="subscription",field="transactionChanges",outcome="caller"} 1',
    ]);
  expect(await samplesOf(held, 'gateway_http_request_duration_seconds_count')).toEqual([
    'gateway_http_request_duration_seconds_count{route="/graphql",status="200"} 1',
  ]);
});

test('a stream is no request in flight and no long operation; it has one line in the log, at its end, with the reason and its counts', async () => {
  const held = await startLiveGateway();
  const stream = await held.listen({ transport: 'multipart' });
  await stream.result();
  held.edit('T-1', { transName: 'Changed' });
  await vi.advanceTimersByTimeAsync(11 * SECOND);
  await stream.result();
  expect(await samplesOf(held, 'gateway_http_requests_in_flight')).toEqual(['gateway_http_requests_in_flight 0']);
  expect(held.lines.filter(({ msg }) => msg === 'request')).toEqual([]);
  stream.close();
  await expect.poll(() => held.lines.filter(({ msg }) => msg === 'request')).toHaveLength(1);
  expect(held.ended()).toMatchObject([
    {
      level: 30,
      status: 200,
      type: 'subscription',
      fields: ['transactionChanges'],
      transport: 'multipart',
      results: 2,
      calls: 0,
      ended: 'client',
    },
  ]);
  expect(await samplesOf(held, 'gateway_http_requests_in_flight')).toEqual(['gateway_http_requests_in_flight 0']);
  expect(await samplesOf(held, 'gateway_graphql_operation_duration_seconds_count')).toEqual([]);
  expect(await samplesOf(held, 'gateway_http_request_duration_seconds_count')).toEqual([
    'gateway_http_request_duration_seconds_count{route="/graphql stream",status="200"} 1',
  ]);
});

test('the metrics of feeds and streams tell what is open, polled, found, failing and ended', async () => {
  const held = await startLiveGateway();
  const values = async () => {
    const lines = await samplesOf(held, 'gateway_live_');
    return Object.fromEntries(
      lines.map((line) => line.split(/ (?=[^ ]+$)/)).map(([name, value]) => [name, Number(value)]),
    );
  };
  const reasons = ['client', 'token', 'gone', 'failed', 'stalled', 'age', 'drain'];
  expect(await values()).toEqual({
    'gateway_live_streams{transport="sse"}': 0,
    'gateway_live_streams{transport="multipart"}': 0,
    ...Object.fromEntries(reasons.map((reason) => [`gateway_live_streams_ended_total{reason="${reason}"}`, 0])),
    gateway_live_feeds: 0,
    gateway_live_changes_total: 0,
    gateway_live_staleness_seconds: 0,
  });
  const sse = await held.listen();
  const multipart = await held.listen({ transport: 'multipart' });
  await vi.advanceTimersByTimeAsync(25 * SECOND);
  held.edit('T-2', { transName: 'Changed' });
  await vi.advanceTimersByTimeAsync(11 * SECOND);
  const quiet = await values();
  expect(quiet).toMatchObject({
    'gateway_live_streams{transport="sse"}': 1,
    'gateway_live_streams{transport="multipart"}': 1,
    gateway_live_feeds: 1,
    gateway_live_changes_total: 1,
    gateway_live_staleness_seconds: 0,
  });
  expect(quiet['gateway_live_polls_total{outcome="ok"}']).toBeGreaterThanOrEqual(4);
  held.state.fault = new UpstreamFault('UPSTREAM_TIMEOUT', 'late', { endpoint: 'listTrans', sent: true });
  await vi.advanceTimersByTimeAsync(70 * SECOND);
  const failing = await values();
  expect(failing['gateway_live_polls_total{outcome="UPSTREAM_TIMEOUT"}']).toBeGreaterThanOrEqual(2);
  expect(failing['gateway_live_staleness_seconds']).toBeGreaterThan(50);
  sse.close();
  multipart.close();
  await expect
    .poll(() => values())
    .toMatchObject({
      'gateway_live_streams{transport="sse"}': 0,
      'gateway_live_streams{transport="multipart"}': 0,
      'gateway_live_streams_ended_total{reason="client"}': 2,
    });
});

test('streams hold no slot, and count for no limit of concurrent requests', async () => {
  const held = await startLiveGateway({
    app: { admission: { maxInFlight: 1, lateMs: 25 }, rateLimit: { perMinute: 1_000, maxConcurrent: 1 } },
  });
  const streams = [await held.listen(), await held.listen(), await held.listen({ transport: 'multipart' })];
  for (const stream of streams) expect(stream.response.status).toBe(200);
  const answers = [await held.ask(viewer), await held.ask(viewer)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (const stream of streams) stream.close();
  await expect.poll(() => held.openStreams()).toBe(0);
  // What was given back early is not given back twice.
  expect((await held.ask(viewer)).status).toBe(200);
});

test('a subscription in a form opens no stream: its slot would be held until the form has arrived', async () => {
  const held = await startLiveGateway();
  const form = new FormData();
  form.append('operations', JSON.stringify({ query: changes }));
  form.append('map', '{}');
  const answer = await fetch(`${held.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${held.token}`, accept: 'text/event-stream', 'apollo-require-preflight': '1' },
    body: form,
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('send it as application/json');
  expect(held.metrics.liveFeeds.read()).toBe(0);
});
