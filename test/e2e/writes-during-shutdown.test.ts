// Shutdown while the POST API is still processing a write: its response is awaited and recorded for the next process.
import { expect, onTestFinished, test } from 'vitest';
import { keySetDocument, serviceToken } from '../support/callers/caller-tokens.ts';
import { messagesIn, startMain, temporaryFolder } from '../support/programs/main-process.ts';
import { startHandTypedUpstream } from '../support/upstreams/hand-typed-upstream.ts';
import { settingsFor } from '../support/upstreams/real-upstream.ts';
import { type StubResponse, startStubUpstream } from '../support/upstreams/stub-upstream.ts';

const MUTATION = `mutation ($input: CreateTicketInput!) {
  createTicket(input: $input) { outcome replayed }
}`;
const input = { userName: 'ada', title: 'A title', description: 'A text', idempotencyKey: 'key-1' };

test('a write whose caller was cut off is awaited and recorded, and the next process replays its outcome', async () => {
  const [upstream, issuer] = [await startHandTypedUpstream(), await startStubUpstream()];
  for (const each of [upstream, issuer]) onTestFinished(() => each.close());
  issuer.answer('/jwks.json', { json: keySetDocument });
  const { promise: isSent, resolve: send } = Promise.withResolvers<void>();
  const { promise: response, resolve: answerWith } = Promise.withResolvers<StubResponse>();
  upstream.answer('/thlmobile/createTicket', () => {
    send();
    return response;
  });
  const settings = {
    ...settingsFor(upstream.url, `${issuer.url}/jwks.json`),
    DATA_DIR: temporaryFolder(),
    DRAIN_GRACE_MS: '100',
    LOG_LEVEL: 'warn',
  };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await serviceToken()}` };
  const body = JSON.stringify({ query: MUTATION, variables: { input } });
  const live = async () => {
    const main = startMain(settings);
    const url = await main.printed(/"graphql":"(\S+?)"/);
    return { main, ask: () => fetch(url, { method: 'POST', headers, body }) };
  };

  const first = await live();
  const asked = first.ask();
  await isSent;
  first.main.signal('SIGTERM');
  await expect(asked).rejects.toThrow();
  answerWith({ json: { title: 'Ticket', detail: 'Created', status: 200 } });
  const { code, stdout, stderr } = await first.main.ended;
  expect(code).toBe(0);
  expect(messagesIn(stderr)).toEqual([expect.stringMatching(/^DRAIN_GRACE_MS: 100 is not longer than /)]);
  expect(stdout).not.toContain('"level":"error"');

  const next = await live();
  const replay = await (await next.ask()).json();
  expect(replay).toEqual({ data: { createTicket: { outcome: 'COMMITTED', replayed: true } } });
  expect(upstream.requestsTo('/thlmobile/createTicket')).toHaveLength(1);
  next.main.signal('SIGTERM');
  await next.main.ended;
});
