// An agent who is no longer an active user loses all access to agent data (access rule 6).

import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { UpstreamFaultCode } from '@realty-forms/platform/fault.ts';
import { describe, expect, test } from 'vitest';
import type { Principal } from '../../../src/gateway/callers/principal.ts';
import { notFound } from '../../../src/gateway/fault.ts';
import type { Gateway } from '../../../src/gateway/gateway.ts';
import { UpstreamFault } from '../../../src/upstream/faults.ts';
import { agentOf, service } from '../../support/callers/callers.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';

const MINUTE = 60_000;
/** Resolves once background loads have completed. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const ann = agentOf('111');
const team = agentOf('111', '222');
const userOf = (nrdsId: string): FlatRecord => ({ agentNRDSID: nrdsId, email: `agent${nrdsId}@example.com` });

/** A gateway whose directory holds 111 and 222 until one of them leaves; it expects no upstream call but activeUsers. */
function start() {
  let active = ['111', '222'];
  let fault: UpstreamFaultCode | null = null;
  const underTest = gatewayOver({
    activeUsers: (request) => {
      if (fault !== null) throw new UpstreamFault(fault, 'thrown by the test', { endpoint: 'activeUsers', sent: true });
      return batchOf(active.map(userOf), request);
    },
  });
  return {
    ...underTest,
    calls: () => underTest.upstream.calls.length,
    leaves: (nrdsId: string) => {
      active = active.filter((each) => each !== nrdsId);
    },
    fails: (code: UpstreamFaultCode | null) => {
      fault = code;
    },
  };
}
type Started = ReturnType<typeof start>;

/** Every way in which a caller gets access to an agent's data; links name their caller themselves. */
async function accessPathsOf({ gateway: { access, links } }: Started) {
  const nrdsId = '111';
  const owner = agentOf(nrdsId);
  const transaction = access.ownTransaction(await access.agent(owner, nrdsId), 'T-1');
  const file = access.ownFile(transaction, 'F-1', '');
  const email = 'agent111@example.com';
  const ids = {
    transaction: access.transactionId(transaction),
    file: access.fileId(file),
    account: access.accountId(await access.account(owner, email, nrdsId)),
  };
  const fileLink = links.toFile(owner, file, 'deed.pdf').slice('/files/'.length);
  const archiveLink = links.toArchive(owner, transaction, {}).slice('/files/'.length);
  return {
    'an agent’s list': (caller: Principal) => access.agent(caller, nrdsId),
    'a transaction by its id': (caller: Principal) => access.openTransaction(caller, ids.transaction),
    'a file by its id': (caller: Principal) => access.openFile(caller, ids.file),
    'an account by its id': (caller: Principal) => access.openAccount(caller, ids.account),
    'an account by its address': (caller: Principal) => access.account(caller, email, nrdsId),
    'the agent of a transaction': (caller: Principal) => access.agentOf(caller, transaction, null),
    'a link to a file': () => links.open(fileLink),
    'a link to an archive': () => links.open(archiveLink),
  } satisfies Record<string, (caller: Principal) => unknown>;
}
type AccessPath = keyof Awaited<ReturnType<typeof accessPathsOf>>;

const linkPaths: readonly AccessPath[] = ['a link to a file', 'a link to an archive'];
const callerPaths: readonly AccessPath[] = [
  'an agent’s list',
  'a transaction by its id',
  'a file by its id',
  'an account by its id',
  'an account by its address',
  'the agent of a transaction',
];

describe.each([...callerPaths, ...linkPaths])('%s', (name) => {
  test('is NOT_FOUND for an agent who left, from the hourly reload on and without an extra call', async () => {
    const started = start();
    const { clock, calls, leaves, gateway } = started;
    await gateway.access.agent(ann, null);
    // Refreshed when a full reload is not yet due, so that no further load is needed until the hour is over.
    clock.advance(54 * MINUTE);
    await gateway.access.agent(ann, null);
    await settled();
    clock.advance(4 * MINUTE);
    const door = (await accessPathsOf(started))[name];
    leaves('111');
    await door(ann);
    clock.advance(2 * MINUTE);
    const before = calls();
    for (const caller of [ann, team]) await expect(door(caller)).rejects.toEqual(notFound());
    expect(calls()).toBe(before + 1);
    expect((await gateway.access.agent(team, '222')).nrdsId).toBe('222');
  });

  test.each(['UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_RATE_LIMITED', 'UPSTREAM_INVALID'] as const)(
    'stays accessible for two hours of %s, then is UPSTREAM_UNAVAILABLE until the directory can be loaded again',
    async (code) => {
      const started = start();
      const { clock, fails, gateway } = started;
      await gateway.access.agent(ann, null);
      fails(code);
      clock.advance(119 * MINUTE);
      const door = (await accessPathsOf(started))[name];
      clock.advance(MINUTE - 1);
      await door(ann);
      clock.advance(1);
      await expect(door(ann)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', endpoint: 'activeUsers' });
      fails(null);
      await door(ann);
    },
  );
});

test('a caller can raise tickets if it is a service or one of its NRDS ids is active', async () => {
  const { gateway, clock, leaves } = start();
  for (const caller of [ann, team, service]) await gateway.access.tickets(caller);
  leaves('111');
  clock.advance(60 * MINUTE);
  await expect(gateway.access.tickets(ann)).rejects.toEqual(notFound());
  for (const caller of [team, service]) await gateway.access.tickets(caller);
});

test('an account no longer belongs to its agent once its address has passed to another', async () => {
  let annsAddress = 'ann@example.com';
  const { gateway, clock } = gatewayOver({
    activeUsers: (request) =>
      batchOf(
        [
          { agentNRDSID: '111', email: annsAddress },
          ...(annsAddress === 'ann@example.com' ? [] : [{ agentNRDSID: '222', email: 'ann@example.com' }]),
        ],
        request,
      ),
    getAccount: ({ emailId }) => [{ accountID: `of ${emailId}`, email: emailId }],
  });
  const { access, accounts } = gateway;
  const id = access.accountId((await accounts.byEmail(gateway.loaders(), ann, 'ann@example.com')).grant);
  annsAddress = 'ann2@example.com';
  clock.advance(60 * MINUTE);
  await expect(Promise.resolve(access.openAccount(ann, id))).rejects.toEqual(notFound());
  const found = await accounts.byNrdsId(gateway.loaders(), ann, '111');
  expect(await found.readRecord()).toMatchObject({ accountId: 'of ann2@example.com' });
});

describe.each(['UPSTREAM_TIMEOUT', 'UPSTREAM_INVALID', 'UPSTREAM_REJECTED', 'OVERLOADED'] as const)(
  'without any directory, because of %s,',
  (code) => {
    const unavailable = { code: 'UPSTREAM_UNAVAILABLE', endpoint: 'activeUsers', cause: { code } };
    const home = { name: 'Elm Street', streetAddress: '1 Elm', propertyType: 'RESIDENTIAL', status: 'ACTIVE' } as const;
    const creation = { ...home, stateId: 'UT', type: 'LISTING' } as const;

    test.each([
      ['an account by its NRDS id', ({ accounts, loaders }: Gateway) => accounts.byNrdsId(loaders(), service, '111')],
      [
        'an account without an address, by its id',
        ({ accounts, access, loaders }: Gateway) =>
          accounts.get(loaders(), access.listedAccount(access.service(service), '', '111')),
      ],
      [
        'a creation',
        async ({ access, createTransaction, loaders }: Gateway) => {
          const grant = await access.agent(service, '111');
          return createTransaction(loaders(), grant, { subject: service.subject, key: null }, creation, true);
        },
      ],
    ])('%s is UPSTREAM_UNAVAILABLE for a service, as everything is for an agent', async (_, ask) => {
      const { gateway, fails } = start();
      fails(code);
      await expect(ask(gateway)).rejects.toMatchObject(unavailable);
      await expect(gateway.access.agent(ann, null)).rejects.toMatchObject(unavailable);
    });
  },
);

test.each(callerPaths)('%s does not need the directory for a service', async (name) => {
  const started = start();
  const door = (await accessPathsOf(started))[name];
  started.leaves('111');
  started.fails('UPSTREAM_UNAVAILABLE');
  started.clock.advance(180 * MINUTE);
  const before = started.calls();
  await (name === 'the agent of a transaction' ? started.gateway.access.agent(service, '111') : door(service));
  expect(started.calls()).toBe(before);
});

test('data of another agent is NOT_FOUND without a directory load', async () => {
  const started = start();
  const doors = await accessPathsOf(started);
  started.fails('UPSTREAM_UNAVAILABLE');
  started.clock.advance(180 * MINUTE);
  const before = started.calls();
  for (const name of callerPaths.filter((each) => each !== 'the agent of a transaction')) {
    await expect(doors[name](agentOf('222')), name).rejects.toEqual(notFound());
  }
  expect(started.calls()).toBe(before);
});

test('concurrent access checks wait for a single load of the directory', async () => {
  const { gateway, calls } = start();
  await Promise.all(Array.from({ length: 100 }, () => gateway.access.agent(ann, null)));
  expect(calls()).toBe(1);
});
