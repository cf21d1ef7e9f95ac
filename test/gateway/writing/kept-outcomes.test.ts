// A retry under the key of a write that was executed is never REJECTED, even if things have changed since: REJECTED says that nothing was
// done, so the client would write again. Without such an entry, the same input is REJECTED, and nothing stays in the ledger.
import { expect, test } from 'vitest';
import { createWorld, startGatewayIn, uploadTo } from '../files/uploading.ts';
import { ann, bob, RELOAD_MS, startWriting } from './leaving-agent.ts';

test('a creation is COMMITTED again after its agent has left, and shows nothing of the transaction', async () => {
  const { create, leave, sent, read } = await startWriting();
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
  const { addProviders, leave, sent } = await startWriting();
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
  const { create, addProviders, leave, comeBack, sent } = await startWriting();
  leave();
  const unknownAgent = { field: 'agentNrdsId', code: 'NOT_FOUND' };
  for (const key of [null, 'key-1']) {
    expect(await create(key, ann, null, { name: ' ' })).toMatchObject({
      outcome: 'REJECTED',
      userErrors: [unknownAgent, { field: 'name', code: 'INVALID_VALUE' }],
      replayed: false,
    });
    expect(await addProviders(key)).toMatchObject({ outcome: 'REJECTED', userErrors: [{ field: 'transactionId' }] });
    expect(await addProviders(key, ann, { transactionId: 'no-id-of-ours' })).toMatchObject({ outcome: 'REJECTED' });
  }
  expect(sent()).toBe(0);
  comeBack();
  expect(await create('key-1')).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  expect(await addProviders('key-1')).toMatchObject({ outcome: 'COMMITTED', replayed: false });
});
