// What one caller's queries cost another: at most one service time.
import { expect, onTestFinished, test } from 'vitest';
import { callerScopes } from '../../../src/process/development.ts';
import { sign } from '../../support/callers/caller-tokens.ts';
import { startGraph } from '../../support/gateways/graph-under-test.ts';
import { DEADLINE_MS, holdDeadlines } from '../../support/held-deadlines.ts';
import { startHandTypedUpstream } from '../../support/upstreams/hand-typed-upstream.ts';
import type { PlainResponse } from '../../support/upstreams/stub-upstream.ts';

const LIST = '/fsforms/listTrans';
const emptyList = { json: { meta: { total: 0, max: 0 }, data: [] } };
const agent = (subject: string, nrdsId: string) =>
  sign({ sub: subject, role: 'agent', nrds: [nrdsId], scope: callerScopes.join(' ') });

/** A graph whose lists get their responses when the test gives them; `sent` tells whose each request was. */
async function startHeldLists() {
  const upstream = await startHandTypedUpstream();
  onTestFinished(() => upstream.close());
  const graph = await startGraph({ baseUrl: upstream.url, connections: 4 });
  const pending: ((response: PlainResponse) => void)[] = [];
  upstream.answer(LIST, () => new Promise((resolve) => pending.push(resolve)));
  return {
    graph,
    pending,
    sent: () => upstream.requestsTo(LIST).map(({ body }) => (body.includes('200') ? 'ben' : 'ann')),
    waiting: () => graph.metrics.upstreamWaiting.get('reads')?.(),
  };
}

test('with 40 queries of another caller in progress, a query waits until one call ends', async () => {
  const { graph, pending, sent, waiting } = await startHeldLists();
  const [ann, ben, cal] = [await agent('ann', '100'), await agent('ben', '200'), await agent('cal', '300')];
  const ask = (token: string, first: number) =>
    graph.ask(`{ transactions(first: ${first}) { totalCount } }`, { token });
  const flood = Array.from({ length: 40 }, (_, number) => ask(ann, number + 1));
  await expect.poll(waiting).toBe(37);
  // Takes the slot that ann's queries leave to others.
  flood.push(ask(cal, 1));
  await expect.poll(() => sent().length).toBe(4);
  const asked = ask(ben, 1);
  await expect.poll(waiting).toBe(38);
  pending.shift()?.(emptyList);
  await expect.poll(() => sent().length).toBe(5);
  expect(sent().at(-1)).toBe('ben');
  pending.pop()?.(emptyList);
  expect((await asked).data).toEqual({ transactions: { totalCount: 0 } });
  const rest = Promise.all(flood);
  let isDone = false;
  void rest.finally(() => (isDone = true));
  while (!isDone) {
    for (const respond of pending.splice(0)) respond(emptyList);
    await new Promise(setImmediate);
  }
  expect((await rest).every(({ errors }) => errors === undefined)).toBe(true);
});

test('one caller whose calls hang does not lock out others: they have slots, no breaker opens for them, and upstream counts as up', async () => {
  const upstream = await startHandTypedUpstream();
  onTestFinished(() => upstream.close());
  const pass = holdDeadlines();
  const graph = await startGraph({ baseUrl: upstream.url, connections: 32, deadlineMs: DEADLINE_MS });
  upstream.answer(LIST, ({ body }) => (body.includes('200') ? emptyList : { misbehave: () => {} }));
  const [ann, ben] = [await agent('ann', '100'), await agent('ben', '200')];
  const ask = (token: string, first: number) =>
    graph.ask(`{ transactions(first: ${first}) { totalCount } }`, { token });
  const read = async () => (await ask(ben, 1)).data;
  const fine = { transactions: { totalCount: 0 } };
  // The first calls hang before anyone else has made any.
  const flood = Promise.all(Array.from({ length: 40 }, (_, number) => ask(ann, number + 1)));
  await expect.poll(() => upstream.requestsTo(LIST).length).toBe(28);
  expect(await read()).toEqual(fine);
  let isDone = false;
  void flood.finally(() => (isDone = true));
  while (!isDone) {
    pass(DEADLINE_MS);
    await new Promise(setImmediate);
  }
  expect((await flood).every(({ errors }) => errors?.[0]?.extensions['retryable'])).toBe(true);
  expect(await read()).toEqual(fine);
  expect((await graph.metrics.upstreamUp.get()).values[0]?.value).toBe(1);
});
