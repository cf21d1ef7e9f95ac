// Which format answers a subscription: the one that the Accept header prefers, of equal ones the first listed.
import { expect, test } from 'vitest';
import { transportFor } from '../../../src/http/streams/transports.ts';
import { changes, startLiveGateway } from './live-gateway.ts';

const multipart = 'multipart/mixed;subscriptionSpec=1.0';
const ofApollo =
  'multipart/mixed;boundary="graphql";subscriptionSpec=1.0,application/graphql-response+json,application/json;q=0.9';
const ofUrql =
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';

test.each([
  [undefined, 'sse'],
  ['', 'sse'],
  ['*/*', 'sse'],
  ['TEXT/Event-Stream; charset=utf-8', 'sse'],
  [ofUrql, 'sse'],
  [multipart, 'multipart'],
  [ofApollo, 'multipart'],
  ['multipart/mixed; SubscriptionSpec="1.0"', 'multipart'],
  ['multipart/mixed;boundary="a, text/event-stream";subscriptionSpec=1.0', 'multipart'],
  [`${multipart}, text/event-stream`, 'multipart'],
  [`${multipart};q=0.5, text/event-stream;q=0.5`, 'multipart'],
  [`${multipart};q=0.5, text/event-stream;q=0.9`, 'sse'],
  [`text/event-stream;q=0.1, ${multipart};q=0.2`, 'multipart'],
  ['text/event-stream;q=0, */*', null],
  ['text/event-stream;q=much', null],
  ['multipart/mixed;deferSpec=20220824', null],
  ['multipart/mixed;subscriptionSpec=2.0', null],
  [`${multipart};q=0`, null],
  ['application/json;a="text/event-stream"', null],
  [';;,,', null],
  // Such a text may be as long as all headers, so it is read once, not once for each of its quotation marks.
  ['text/html;a="not closed \\", text/event-stream', null],
])('accept: %s is answered by %s', (accept, name) => {
  expect(transportFor(accept)?.name ?? null).toBe(name);
});

test('a header of very many types is read in the time that its length takes', () => {
  expect(transportFor('text/*,'.repeat(100_000))?.name).toBe('sse');
});

test('a header that prefers one format for subscriptions decides nothing about queries', async () => {
  const { listen, ask } = await startLiveGateway();
  const typeOf = (headers: Headers) => headers.get('content-type')?.split(';')[0];
  for (const [accept, ofStream, ofQuery] of [
    [ofApollo, 'multipart/mixed', 'application/graphql-response+json'],
    [ofUrql, 'text/event-stream', 'application/graphql-response+json'],
    [`text/event-stream;q=0.4, ${multipart};q=0.5, application/json;q=0.1`, 'multipart/mixed', 'application/json'],
  ] as const) {
    const query = async () => typeOf((await ask('{ viewer { role } }', {}, { accept })).headers);
    const before = await query();
    expect(typeOf((await listen({ query: changes, headers: { accept } })).response.headers)).toBe(ofStream);
    expect([before, await query(), await query()]).toEqual([ofQuery, ofQuery, ofQuery]);
  }
});
