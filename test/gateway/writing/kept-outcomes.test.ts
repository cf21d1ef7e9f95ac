// A retry under the key of a write that was executed is never REJECTED, whatever has changed since: REJECTED says that nothing was
// done, so the client would write again. Without such an entry, the same input is REJECTED, and nothing stays in the ledger.
import { expect, test } from 'vitest';
import { authorOf } from '../../../src/gateway/writing/author.ts';
import { openAgent } from '../../../src/gateway/writing/create-transaction.ts';
import { agentOf } from '../../support/callers/callers.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';
import { createWorld, startGatewayIn, uploadTo } from '../files/uploading.ts';

const ann = agentOf('111');
const RELOAD_MS = 2 * 3_600_000;
const bob = { agentNRDSID: '222', email: 'bob@example.com' };
const creation = {
  stateId: 'MI',
  name: 'Elm Street',
  streetAddress: '1 Elm Street',
  propertyType: 'RESIDENTIAL',
  type: 'LISTING',
  status: 'NEW',
} as const;
const providers = [
  {
    kind: 'ESCROW',
    company: 'Safe Escrow',
    agentName: 'Esther',
    companyAddress: '5 Bank Street',
    email: 'desk@escrow.example',
    contact: { phone: '555' },
  },
] as const;

/** Ann can write until she leaves. */
async function start() {
  let users = [{ agentNRDSID: '111', email: 'ann@example.com' }, bob];
  const under = gatewayOver({
    activeUsers: (request) => batchOf(users, request),
    addTrans: () => [{ transName: 'Elm Street', transId: 'T-77' }],
    serviceproviders: () => ({ result: 'Success' }),
    getTransById: () => [{ transName: 'Elm Street' }],
  });
  const { gateway, upstream, clock } = under;
  const { access } = gateway;
  const id = access.transactionId(access.ownTransaction(await access.agent(ann, '111'), 'T-1'));
  return {
    create: async (key: string | null, more: object = {}) =>
      gateway.createTransaction(
        gateway.loaders(),
        await openAgent(access, ann, null),
        authorOf(ann, key),
        { ...creation, ...more },
        true,
      ),
    addProviders: (key: string | null, of = id) =>
      gateway.addProviders(gateway.loaders(), ann, authorOf(ann, key), { transactionId: of, providers }),
    sent: () => upstream.requestsTo('addTrans').length + upstream.requestsTo('serviceproviders').length,
    read: () => upstream.requestsTo('getTransById').length,
    leave() {
      users = [bob];
      clock.advance(RELOAD_MS);
    },
    comeBack() {
      users = [{ agentNRDSID: '111', email: 'ann@example.com' }, bob];
      clock.advance(RELOAD_MS);
    },
  };
}

test('a creation is COMMITTED again after its agent has left, and shows nothing of the transaction', async () => {
  const { create, leave, sent, read } = await start();
  expect(await create('key-1')).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-77' } });
  leave();
  expect(await create('key-1')).toMatchObject({
    outcome: 'COMMITTED',
    userErrors: [],
    replayed: true,
    transaction: null,
    possibleMatches: null,
  });
  expect([sent(), read()]).toEqual([1, 0]);
});

test('added providers are COMMITTED again after the agent has left, and their transaction is NOT_FOUND', async () => {
  const { addProviders, leave, sent } = await start();
  expect(await addProviders('key-1')).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  leave();
  const { readTransaction, ...payload } = await addProviders('key-1');
  expect(payload).toMatchObject({ outcome: 'COMMITTED', replayed: true });
  await expect(readTransaction?.()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(sent()).toBe(1);
});

test('an upload is COMMITTED again after the agent has left, or if the file breaks off at once', async () => {
  const world = createWorld();
  const under = startGatewayIn(world);
  const { access } = under.gateway;
  const id = access.transactionId(access.ownTransaction(await access.agent(ann, '111'), 'T-1'));
  expect(await uploadTo(under, { id })).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  await expect(uploadTo(under, { id, disconnectsAfter: 0 })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  world.user = bob;
  world.clock.advance(RELOAD_MS);
  expect(await uploadTo(under, { id })).toMatchObject({ outcome: 'COMMITTED', replayed: true, file: null });
  expect(await uploadTo(under, { id, key: 'key-2' })).toMatchObject({
    outcome: 'REJECTED',
    userErrors: [{ field: 'transactionId', code: 'NOT_FOUND' }],
  });
  expect(world.sent).toHaveLength(1);
});

test('a write that was never sent is REJECTED, with all errors, and its key can still be used', async () => {
  const { create, addProviders, leave, comeBack, sent } = await start();
  leave();
  const unknownAgent = { field: 'agentNrdsId', code: 'NOT_FOUND' };
  for (const key of [null, 'key-1']) {
    expect(await create(key, { name: ' ' })).toMatchObject({
      outcome: 'REJECTED',
      userErrors: [unknownAgent, { field: 'name', code: 'INVALID_VALUE' }],
      replayed: false,
    });
    expect(await addProviders(key)).toMatchObject({ outcome: 'REJECTED', userErrors: [{ field: 'transactionId' }] });
    expect(await addProviders(key, 'no-id-of-ours')).toMatchObject({ outcome: 'REJECTED' });
  }
  expect(sent()).toBe(0);
  comeBack();
  expect(await create('key-1')).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  expect(await addProviders('key-1')).toMatchObject({ outcome: 'COMMITTED', replayed: false });
});
