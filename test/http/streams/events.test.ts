// What streams tell, on the wire: real sockets, and a time that stands still.

import { expect, test, vi } from 'vitest';
import { UpstreamFault } from '../../../src/gateway/fault.ts';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { NRDS_ID, SECOND, startLiveGateway } from './live-gateway.ts';

const versions = `subscription ($after: String) {
  transactionChanges(after: $after) { kind cursor version transaction { id name } } }`;

test.each(['sse', 'multipart'] as const)('events come one by one, each at once, by %s', async (transport) => {
  const { listen, create, addProvider } = await startLiveGateway();
  const stream = await listen({ transport, query: versions });
  expect(stream.response.status).toBe(200);
  expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
  expect(await stream.result()).toEqual({
    data: { transactionChanges: { kind: 'READY', cursor: expect.any(String), version: null, transaction: null } },
  });
  const id = await create('Newly made');
  const { transactionChanges: made } = (await stream.result()).data;
  expect(made).toEqual({
    kind: 'CHANGED',
    cursor: expect.any(String),
    version: expect.any(String),
    transaction: { id, name: 'Newly made' },
  });
  await addProvider(id);
  const { transactionChanges: changed } = (await stream.result()).data;
  expect(changed).toMatchObject({ kind: 'CHANGED', transaction: { id } });
  expect(changed.version).not.toBe(made.version);

  const resumed = await listen({ transport, query: versions, variables: { after: made.cursor } });
  expect((await resumed.result()).data.transactionChanges).toMatchObject({ kind: 'RESUMED', cursor: made.cursor });
  expect((await resumed.result()).data.transactionChanges).toMatchObject({ version: changed.version });
});

test('a transaction that the service no longer has is told by its id, to those who listen to the list and to it', async () => {
  const { listen, gateway, idOf } = await startLiveGateway();
  const id = idOf('T-1');
  const query = 'subscription { transactionChanges { kind transactionId version transaction { name } } }';
  const list = await listen({ query });
  const byId = 'subscription ($id: ID!) { transactionChanged(id: $id) { kind transactionId } }';
  const one = await listen({ query: byId, variables: { id } });
  for (const stream of [list, one]) await stream.result();
  gateway.feeds.notifyDeleted(NRDS_ID, ['T-1']);
  const deleted = { kind: 'DELETED', transactionId: id };
  expect((await list.result()).data.transactionChanges).toEqual({ ...deleted, version: null, transaction: null });
  expect((await one.result()).data.transactionChanged).toEqual(deleted);
});

test('the bytes are those of the protocols', async () => {
  const { listen } = await startLiveGateway();
  const sse = await listen({ query: 'subscription { transactionChanges { kind } }' });
  expect(sse.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(await sse.frame()).toBe('event: next\ndata: {"data":{"transactionChanges":{"kind":"READY"}}}');
  const multipart = await listen({ query: 'subscription { transactionChanges { kind } }', transport: 'multipart' });
  expect(multipart.response.headers.get('content-type')).toBe(
    'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"',
  );
  expect(await multipart.frame()).toContain('content-type: application/json\r\n\r\n{"payload":{"data":');
});

test('one transaction is told as it is, and after each change of its own, to its agent and to a service', async () => {
  const { listen, create, addProvider, token } = await startLiveGateway();
  const id = await create('Watched');
  const query =
    'subscription ($id: ID!) { transactionChanged(id: $id) { kind transaction { id name serviceProviders { company } } } }';
  const streams = [];
  for (const each of [token, await serviceToken()])
    streams.push(await listen({ query, variables: { id }, token: each }));
  for (const stream of streams)
    expect((await stream.result()).data.transactionChanged).toEqual({
      kind: 'READY',
      transaction: { id, name: 'Watched', serviceProviders: [] },
    });
  await create('Another');
  await addProvider(id);
  for (const stream of streams)
    expect((await stream.result()).data.transactionChanged).toEqual({
      kind: 'CHANGED',
      transaction: { id, name: 'Watched', serviceProviders: [{ company: 'Safe Escrow' }] },
    });
});

test('equal streams of one caller share the calls of an event, those of different callers never', async () => {
  const { listen, create, ended } = await startLiveGateway();
  const service = await serviceToken();
  const query = `subscription { transactionChanges(agentNrdsId: "${NRDS_ID}") { transaction { name files { totalCount } } } }`;
  const opened = [await listen({ query }), await listen({ query }), await listen({ query, token: service })];
  for (const stream of opened) await stream.result();
  await create('Shared');
  for (const stream of opened) {
    const { transaction } = (await stream.result()).data.transactionChanges;
    expect(transaction).toEqual({ name: 'Shared', files: { totalCount: 0 } });
    stream.close();
  }
  await expect.poll(() => ended()).toHaveLength(3);
  const calls = (role: string) => ended().flatMap((line) => (line['role'] === role ? [line['calls']] : []));
  expect(calls('agent').toSorted()).toEqual([0, 1]);
  expect(calls('service')).toEqual([1]);
  expect(ended()).toMatchObject(Array(3).fill({ transport: 'sse', results: 2, ended: 'client', type: 'subscription' }));
});

test.each([
  ['all transactions', 'subscription { transactionChanges { kind transaction { name } } }', 'transactionChanges'],
  [
    'one transaction',
    'subscription ($id: ID!) { transactionChanged(id: $id) { kind transaction { name } } }',
    'transactionChanged',
  ],
])('a stream of %s says that they cannot be read, and goes on when they can', async (_, query, field) => {
  const held = await startLiveGateway();
  const stream = await held.listen({ query, variables: { id: held.idOf('T-1') } });
  const next = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * SECOND);
    return (await stream.result()).data[field];
  };
  expect(await next(1)).toMatchObject({ kind: 'READY' });
  held.state.fault = new UpstreamFault('UPSTREAM_TIMEOUT', 'late', { endpoint: 'listTrans', sent: true });
  expect(await next(80)).toEqual({ kind: 'STALE', transaction: null });
  held.state.fault = null;
  expect(await next(90)).toEqual({ kind: 'RESUMED', transaction: null });
  held.edit('T-1', { transName: 'Changed' });
  expect(await next(20)).toEqual({ kind: 'CHANGED', transaction: { name: 'Changed' } });
});
