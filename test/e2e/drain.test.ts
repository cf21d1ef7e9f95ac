// Shutdown of the program: under load, of which `npm run chaos -- drains` has 200; with open streams; and while the POST API is still processing a write.
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { valueIn } from '../../packages/reference/test/running.ts';
import { agentToken, keySetDocument, serviceToken } from '../support/callers/caller-tokens.ts';
import { openStream } from '../support/gateways/stream-client.ts';
import { zeroCounts } from '../support/programs/drained-callers.ts';
import { drainOnce } from '../support/programs/drained-program.ts';
import { startMain } from '../support/programs/main-process.ts';
import { seededFolder } from '../support/programs/seeded-folder.ts';
import { startHandTypedUpstream } from '../support/upstreams/hand-typed-upstream.ts';
import { settingsFor } from '../support/upstreams/real-upstream.ts';
import { type StubResponse, startStubUpstream } from '../support/upstreams/stub-upstream.ts';

test('SIGTERM under load: accepted requests get complete responses, their writes persist, and the program exits with 0', async () => {
  const counts = zeroCounts();
  const dataDir = seededFolder();
  await drainOnce({ dataDir, counts, acknowledged: [] }, () =>
    expect.poll(() => Math.min(counts.answered / 20, counts.created)).toBeGreaterThanOrEqual(1),
  );
  expect(counts).toMatchObject({ drains: 1, lost: 0, badEnds: 0, losses: [] });
  expect(counts.answeredAfterSignal).toBeGreaterThan(0);
  expect(valueIn(dataDir, `select count(*) from transactions where trans_name like 'Drained %'`)).toBe(counts.created);
});

/** Prints the files of the embedded service that a process loads. */
const listLoaded = `import { registerHooks } from 'node:module';
  const load = (url, context, next) => {
    if (url.includes('/packages/reference/')) console.log(url);
    return next(url, context);
  };
  registerHooks({ load });`;

const mutation = `mutation ($input: CreateTicketInput!) { createTicket(input: $input) { outcome replayed } }`;
const input = { userName: 'ada', title: 'A title', description: 'A text', idempotencyKey: 'key-1' };

test('SIGTERM ends streams in order once no new connection is accepted, and a write whose caller has left is awaited and recorded; nothing of the embedded service is loaded in front of another', async () => {
  const [upstream, issuer] = [await startHandTypedUpstream(), await startStubUpstream()];
  for (const each of [upstream, issuer]) onTestFinished(() => each.close());
  issuer.answer('/jwks.json', { json: keySetDocument });
  const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
  const { promise: response, resolve: answerWith } = Promise.withResolvers<StubResponse>();
  upstream.answer('/thlmobile/createTicket', () => {
    send();
    return response;
  });
  const main = startMain({
    ...settingsFor(upstream.url, `${issuer.url}/jwks.json`),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(listLoaded)}`,
    // New connections are accepted for a moment, as behind a load balancer that has not noticed yet.
    DRAIN_DELAY_MS: '4000',
    // Streams end at once, which takes a busy machine seconds.
    DRAIN_GRACE_MS: '60000',
  });
  const url = await main.printed(/"graphql":"(\S+?)\/graphql"/);
  const token = await agentToken(['100']);
  const subscribe = async () => {
    const stream = await openStream(url, { query: 'subscription { transactionChanges { kind } }', token });
    expect(await stream.result()).toEqual({ data: { transactionChanges: { kind: 'READY' } } });
    return stream;
  };
  const streams = await Promise.all(Array.from({ length: 5 }, subscribe));
  const leaving = new AbortController();
  const asked = fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await serviceToken()}` },
    body: JSON.stringify({ query: mutation, variables: { input } }),
    signal: leaving.signal,
  });
  await isSent;
  leaving.abort();
  await expect(asked).rejects.toThrow('aborted');

  const idle = connect(Number(new URL(url).port), '127.0.0.1');
  await once(idle, 'connect');
  const closed = once(idle.resume(), 'close');
  main.signal('SIGTERM');
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503);
  streams.push(await subscribe());
  const ends = streams.map((stream) => stream.rest());
  await Promise.race(ends);
  // Whoever subscribes again must not come back to this process, which would refuse it.
  await expect(once(connect(Number(new URL(url).port), '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  const complete =
    /^event: next\ndata: \{"errors":\[\{[^\n]*"code":"STREAM_ENDED","retryable":true[^\n]*\n\nevent: complete\ndata:\n\n$/;
  expect((await Promise.all(ends)).filter((text) => !complete.test(text))).toEqual([]);

  // With the last connections, the server has closed, and only the write is left to wait for.
  await closed;
  answerWith({ json: { title: 'Ticket', detail: 'Created', status: 200 } });
  const { code, stdout } = await main.ended;
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/did not finish in time|"level":"error"|packages\/reference/);
  const ledger = new DatabaseSync(join(main.dataDir, 'ledger.sqlite'));
  onTestFinished(() => ledger.close());
  expect(ledger.prepare('select state from entries').all()).toEqual([{ state: 'COMMITTED' }]);
});
