// A retry under the key of a write that was executed finds its outcome although it does not name what it was recorded for as before:
// the directory had another notation of the NRDS id, the id's key was removed, the input is another
// one. No caller finds the writes of another one.
import { expect, test } from 'vitest';
import type { Principal } from '../../../src/gateway/callers/principal.ts';
import { authorOf } from '../../../src/gateway/ledger/write-command.ts';
import { openAgent } from '../../../src/gateway/writing/create-transaction.ts';
import { agentOf, service } from '../../support/callers/callers.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { createWorld, startGatewayIn, uploadTo } from '../files/uploading.ts';
import { ann, bob, creation, RELOAD_MS, ringOf, startWriting } from './leaving-agent.ts';

const executed = { outcome: 'COMMITTED', userErrors: [], replayed: true };
const rejectedFor = (field: string) => ({ outcome: 'REJECTED', userErrors: [{ field }], replayed: false });
const unnamed = { code: 'BAD_USER_INPUT', argument: 'agentNrdsId' };

test.each<[string, Principal]>([
  ['a token for several agents by now', { ...ann, nrdsIds: ['222', '111'] }],
  ['a token without agents', { ...ann, nrdsIds: [] }],
  ['a service', { ...service, subject: ann.subject }],
])('with a key and without its agent, %s learns nothing of an outcome', async (_, caller) => {
  const { create, addProviders, ownId, sent } = await startWriting();
  await create('key-1');
  await expect(create('key-1', caller)).rejects.toMatchObject(unnamed);
  await expect(create('key-2', caller)).rejects.toMatchObject(unnamed);
  expect(await create(null, caller)).toMatchObject(rejectedFor('agentNrdsId'));
  if (caller.role === 'service') {
    expect(await addProviders('key-1')).toMatchObject({ outcome: 'COMMITTED' });
    await expect(addProviders('key-1', caller)).rejects.toMatchObject(unnamed);
    const transactionId = await ownId(caller, '111');
    await expect(addProviders('key-1', caller, { transactionId })).rejects.toMatchObject(unnamed);
    expect(await addProviders(null, caller, { transactionId })).toMatchObject(rejectedFor('agentNrdsId'));
  }
  expect(sent()).toBe(caller.role === 'service' ? 2 : 1);
});

test.each([
  ['000111', '111'],
  ['111', '0111'],
  ['000000111', '000-111'],
  ['111', '1-1-1'],
])('writes for %s are COMMITTED again after the agent has left, if the token names %s', async (written, named) => {
  const { create, addProviders, leave, sent } = await startWriting({ written });
  const caller = { ...ann, nrdsIds: [named] };
  expect(await create('key-1', caller)).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  expect(await addProviders('key-1', caller)).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  leave();
  for (const agentNrdsId of [null, named]) {
    expect(await create('key-1', caller, agentNrdsId)).toMatchObject(executed);
    expect(await create('key-2', caller, agentNrdsId)).toMatchObject(rejectedFor('agentNrdsId'));
    expect(await addProviders('key-1', caller, { agentNrdsId })).toMatchObject(executed);
    expect(await addProviders('key-2', caller, { agentNrdsId })).toMatchObject({ outcome: 'REJECTED' });
  }
  expect(await create('key-1', service, named)).toMatchObject(rejectedFor('agentNrdsId'));
  expect(sent()).toBe(2);
});

test('a service, too, gets the outcome of a creation for an agent who has left in any notation', async () => {
  const { create, leave, sent } = await startWriting({ written: '000111' });
  expect(await create('key-1', service, '111')).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  leave();
  for (const named of ['111', '0111', '000-111']) expect(await create('key-1', service, named)).toMatchObject(executed);
  expect(await create('key-1', service, '112')).toMatchObject(rejectedFor('agentNrdsId'));
  expect(sent()).toBe(1);
});

test('the same key with another input is IDEMPOTENCY_MISMATCH under another notation, too', async () => {
  const { gateway, create, leave } = await startWriting({ written: '000111' });
  await create('key-1');
  leave();
  const agent = await openAgent(gateway.access, ann, authorOf(ann, 'key-1'), null);
  const other = { ...creation, name: 'Oak Street' };
  const again = gateway.createTransaction(gateway.loaders(), agent, authorOf(ann, 'key-1'), other, true);
  await expect(again).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
});

test('an upload is COMMITTED again after its agent has left, whose id was written otherwise when it was shown', async () => {
  const world = createWorld();
  const under = startGatewayIn(world);
  const { access } = under.gateway;
  const id = access.transactionId(access.ownTransaction(await access.agent(ann, '111'), 'T-1'));
  world.user = { ...world.user, agentNRDSID: '000111' };
  world.clock.advance(RELOAD_MS);
  expect(await uploadTo(under, { id })).toMatchObject({ outcome: 'COMMITTED', replayed: false });
  world.user = bob;
  world.clock.advance(RELOAD_MS);
  expect(await uploadTo(under, { id })).toMatchObject({ ...executed, file: null });
  expect(await uploadTo(under, { id, key: 'key-2' })).toMatchObject(rejectedFor('transactionId'));
});

test('writes to a transaction are COMMITTED again after the key of its id was removed', async () => {
  const world = createWorld();
  const { id: transactionId } = await startWriting({ ids: [1], store: world.store });
  const before = await startWriting({ ids: [2, 1], store: world.store });
  await before.addProviders('key-1', ann, { transactionId });
  await uploadTo(startGatewayIn(world, 0, ringOf([2, 1])), { id: transactionId });
  const after = await startWriting({ ids: [2], store: world.store });
  const uploads = startGatewayIn(world, 0, ringOf([2]));
  expect(await after.addProviders('key-1', ann, { transactionId })).toMatchObject(executed);
  expect(await uploadTo(uploads, { id: transactionId })).toMatchObject({ ...executed, file: null });
  expect(await after.addProviders('key-2', ann, { transactionId })).toMatchObject(rejectedFor('transactionId'));
  expect(await uploadTo(uploads, { id: transactionId, key: 'key-2' })).toMatchObject(rejectedFor('transactionId'));
  expect([after.sent(), world.sent.length]).toEqual([0, 1]);
});

test('a write whose input only the removed key could compare is IDEMPOTENCY_MISMATCH, never REJECTED', async () => {
  const { store } = createWorld();
  const { id: transactionId, addProviders } = await startWriting({ ids: [1], store });
  await addProviders('key-1');
  const after = await startWriting({ ids: [2], store });
  const again = after.addProviders('key-1', ann, { transactionId });
  await expect(again).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
});

test('a forged id finds no write of another caller, and allows none', async () => {
  const { id, addProviders, sent } = await startWriting();
  await addProviders('key-1');
  const forged = `${id.slice(0, -4)}AAAA`;
  for (const key of ['key-1', 'key-2']) {
    expect(await addProviders(key, agentOf('222'), { transactionId: forged })).toMatchObject(
      rejectedFor('transactionId'),
    );
  }
  expect(await addProviders('key-2', ann, { transactionId: forged })).toMatchObject(rejectedFor('transactionId'));
  expect(sent()).toBe(1);
});

test('under the key of an executed write, no error in the input is REJECTED', async () => {
  const under = startGatewayIn(createWorld());
  await uploadTo(under);
  for (const change of [{ name: 'plan.txt' }, { name: '' }, { pageCount: 0 }, { description: ' ' }, { sender: '' }]) {
    await expect(uploadTo(under, change)).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
    expect(await uploadTo(under, { key: 'key-2', ...change })).toMatchObject({ outcome: 'REJECTED' });
  }
  const { gateway } = gatewayOver({ shareApp: () => ({ done: true }) });
  const share = (key: string, fields: unknown) =>
    gateway.members.shareApp(gateway.access.service(service), authorOf(service, key), fields);
  expect(await share('key-1', { to: 'ann@example.com' })).toMatchObject({ outcome: 'COMMITTED' });
  for (const fields of [null, [], 'text']) {
    await expect(share('key-1', fields)).rejects.toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' });
    expect(await share('key-2', fields)).toMatchObject(rejectedFor('fields'));
  }
});
