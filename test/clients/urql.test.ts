// urql against the gateway over real sockets. Any page can make a browser send GET requests like urql's, so the gateway requires
// a header that a page cannot add without a preflight.
import { Client, fetchExchange } from '@urql/core';
import { expect, test } from 'vitest';
import { addFile, transactionsPage } from './operations.ts';
import { type SeededGateway, startSeededGateway } from './seeded-gateway.ts';

function clientOf({ url, authorization, fetch: send }: SeededGateway, byGet: boolean, headers = {}): Client {
  return new Client({
    url,
    exchanges: [fetchExchange],
    fetch: send,
    preferGetMethod: byGet,
    fetchOptions: { headers: { ...authorization, ...headers } },
  });
}

const firstTwo = (client: Client) => client.query(transactionsPage, { first: 2 }).toPromise();

test('queries by POST need no extra header', async () => {
  const gateway = await startSeededGateway();
  const { data, error } = await firstTwo(clientOf(gateway, false));
  expect(error).toBeUndefined();
  expect(data!.transactions!.edges.map(({ node }) => node!.name)).toEqual([expect.any(String), expect.any(String)]);
  expect(gateway.sent.map(({ method }) => method)).toEqual(['POST']);
});

test('queries by GET are rejected as possible forgeries, and accepted with the preflight header', async () => {
  const gateway = await startSeededGateway();
  const bare = await firstTwo(clientOf(gateway, true));
  expect(bare.data).toBeUndefined();
  expect(bare.error?.response?.status).toBe(400);
  expect(bare.error?.message).toMatch(/add the header apollo-require-preflight/);

  const { data, error } = await firstTwo(clientOf(gateway, true, { 'apollo-require-preflight': 'yes' }));
  expect(error).toBeUndefined();
  expect(data!.transactions!.edges).toHaveLength(2);
  expect(gateway.sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
});

test('a file is sent by urql’s own multipart request, with the preflight header', async () => {
  const gateway = await startSeededGateway();
  const head = await firstTwo(clientOf(gateway, false));
  const { id } = head.data!.transactions!.edges[0]!.node!;
  const file = new File(['%PDF-1.7\n%%EOF\n'], 'offer.pdf', { type: 'application/pdf' });
  const input = { transactionId: id, file, description: 'The offer', sender: 'Example Realty', pageCount: 1 };
  const add = (headers: object) => clientOf(gateway, false, headers).mutation(addFile, { input }).toPromise();

  expect((await add({})).error?.message).toMatch(/add the header apollo-require-preflight/);
  const { data } = await add({ 'apollo-require-preflight': 'yes' });
  expect(data!.uploadFile).toMatchObject({ outcome: 'COMMITTED', file: { name: 'offer.pdf' } });
  expect(gateway.sent.at(-1)!.contentType).toMatch(/^multipart\/form-data; boundary=/);
});
