// Two requests of one caller share a read, over real sockets, and one of them disconnects in the middle.
import { expect, onTestFinished, test } from 'vitest';
import { agentToken } from '../support/callers/caller-tokens.ts';
import { listen } from '../support/gateways/graph-under-test.ts';
import { startStubUpstream } from '../support/upstreams/stub-upstream.ts';

const page = { json: [{ meta: { total: 1, max: 1 }, data: [{ transName: 'Elm Street' }] }] };

test('a disconnect cancels the request’s own reads, and the other request still gets the shared one', async () => {
  const stub = await startStubUpstream();
  onTestFinished(() => stub.close());
  const [bothThere, leaverGone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sizes: unknown[] = [];
  // 50 is the shared list; 1 and 2 are each request's own, and show that it has arrived. The list of size 1 gets no response.
  stub.answer('/fsforms/listTrans', async ({ body }) => {
    const { batch_size: size } = JSON.parse(body) as Record<string, unknown>;
    sizes.push(size);
    if (sizes.length === 3) bothThere.resolve();
    if (size === 1) return { misbehave: (response) => void response.once('close', leaverGone.resolve) };
    if (size === 50) await leaverGone.promise;
    return page;
  });
  stub.answer('/accounts/activeUsers', { json: { meta: { total: 1, max: 1 }, data: [{ agentNRDSID: '100' }] } });
  const url = await listen({ baseUrl: stub.url });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${await agentToken()}` };
  const ask = (own: number, signal?: AbortSignal) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers,
      signal: signal ?? null,
      body: JSON.stringify({
        query: `{ own: transactions(first: ${own}) { totalCount } shared: transactions(first: 50) { nodes { name } } }`,
      }),
    });

  const leaver = new AbortController();
  const left = ask(1, leaver.signal).then(
    () => 'answered',
    () => 'gone',
  );
  const stayed = ask(2);
  await bothThere.promise;
  leaver.abort();
  expect(await left).toBe('gone');
  expect(await (await stayed).json()).toEqual({
    data: { own: { totalCount: 1 }, shared: { nodes: [{ name: 'Elm Street' }] } },
  });
  expect(sizes.sort()).toEqual([1, 2, 50]);
});
