// A client that disconnects during a mutation: the write that was sent is awaited, and no further one is sent.
import { expect, onTestFinished, test } from 'vitest';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { listenLogged } from '../../support/gateways/graph-under-test.ts';
import { startHandTypedUpstream } from '../../support/upstreams/hand-typed-upstream.ts';
import type { PlainResponse } from '../../support/upstreams/stub-upstream.ts';

const TICKET = '/thlmobile/createTicket';
const ticket = (alias: string) =>
  `${alias}: createTicket(input: { userName: "ada", title: "${alias}", description: "x" }) { outcome }`;

test('the second write of a mutation is not sent if the client disconnected during the first', async () => {
  const stub = await startHandTypedUpstream();
  onTestFinished(() => stub.close());
  let answer = (_: PlainResponse): void => {};
  stub.answer(TICKET, () => new Promise((resolve) => (answer = resolve)));
  const { url, lines } = await listenLogged({ baseUrl: stub.url });
  const caller = new AbortController();
  const asking = fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await serviceToken()}` },
    body: JSON.stringify({ query: `mutation { ${ticket('first')} ${ticket('second')} }` }),
    signal: caller.signal,
  }).catch(() => 'left');
  await expect.poll(() => stub.requestsTo(TICKET).length).toBe(1);
  caller.abort();
  expect(await asking).toBe('left');
  const isLogged = (part: object) =>
    lines.some((line) => Object.entries(part).every(([key, value]) => line[key] === value));
  await expect.poll(() => isLogged({ status: 499 })).toBe(true);
  answer({ json: { status: 200, title: 'Thanks', detail: '' } });
  await expect.poll(() => isLogged({ endpoint: 'createTicket', code: 'ABORTED', sent: false })).toBe(true);
  expect(isLogged({ endpoint: 'createTicket', msg: 'upstream call' })).toBe(true);
  expect(stub.requestsTo(TICKET)).toHaveLength(1);
});
