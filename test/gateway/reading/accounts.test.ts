import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { describe, expect, test } from 'vitest';
import { notFound } from '../../../src/gateway/fault.ts';
import type { Gateway } from '../../../src/gateway/gateway.ts';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import type { Account } from '../../../src/gateway/reading/account.ts';
import { agentOf, service } from '../../support/callers/callers.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { type GatewayUnderTest, gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';

const ann = agentOf('111');
const users: FlatRecord[] = [
  {
    agentNRDSID: '111',
    firstName: 'Ann',
    lastName: 'Agent',
    email: 'Ann@Example.com',
    phone: '555-1',
    memberType: 'R',
    officeNRDSID: '900',
    officeName: 'North Office',
  },
  { agentNRDSID: '222', firstName: 'Bob', email: 'bob@example.com' },
  { agentNRDSID: '333', firstName: 'Eve', email: '' },
];
const accounts: FlatRecord[] = [
  { accountID: 71, firstName: 'Ann', lastName: 'Agent', email: 'ann@example.com', phone: '555-1', memberType: 'R' },
  { accountID: '72', firstName: 'Bob', email: 'bob@example.com' },
];

function underTest(): GatewayUnderTest & { readonly calls: () => string[] } {
  const under = gatewayOver({
    activeUsers: (request) => batchOf(users, request),
    getAccount: ({ emailId }) => accounts.filter(({ email }) => email === emailId.toLowerCase()),
  });
  return { ...under, calls: () => under.upstream.calls.map(({ endpoint }) => endpoint) };
}

const accountIdOf = async (account: Account) => (await account.readRecord())?.accountId ?? null;
const nrdsIdOf = async (account: Account) => (await account.readUser())?.nrdsId ?? null;
const officeOf = async (account: Account) => (await account.readUser())?.office ?? null;

async function readAll(account: Account) {
  return { accountId: await accountIdOf(account), nrdsId: await nrdsIdOf(account), office: await officeOf(account) };
}

const office = { nrdsId: '900', name: 'North Office' };

describe('each field comes from the cheapest source', () => {
  test('a page of accounts is one call; the directory’s fields cost none, each account number costs one', async () => {
    const { gateway, calls, upstream } = underTest();
    const { nodes, totalCount } = await gateway.accounts.list(gateway.loaders(), gateway.access.service(service), {});
    expect(totalCount).toBe(3);
    expect(nodes.map(({ firstName, email }) => [firstName, email])).toEqual([
      ['Ann', 'Ann@Example.com'],
      ['Bob', 'bob@example.com'],
      ['Eve', null],
    ]);
    expect([await nrdsIdOf(nodes[0]!), await officeOf(nodes[0]!)]).toEqual(['111', office]);
    expect(await officeOf(nodes[1]!)).toBeNull();
    expect(gateway.access.accountId(nodes[0]!.grant)).not.toBe(gateway.access.accountId(nodes[1]!.grant));
    expect(calls()).toEqual(['activeUsers']);
    expect(upstream.requestsTo('activeUsers')).toEqual([{ batch_size: 20, batch_no: 1 }]);
    expect(await Promise.all([accountIdOf(nodes[0]!), accountIdOf(nodes[1]!)])).toEqual(['71', '72']);
    expect(calls()).toEqual(['activeUsers', 'getAccount', 'getAccount']);
  });

  test('an account without an email address has no number, and no call is made for it', async () => {
    const { gateway, calls } = underTest();
    const { nodes } = await gateway.accounts.list(gateway.loaders(), gateway.access.service(service), {});
    expect(await accountIdOf(nodes[2]!)).toBeNull();
    expect(calls()).toEqual(['activeUsers']);
  });

  test('an account without an email address is found by its NRDS id, from the directory alone', async () => {
    const { gateway, calls } = underTest();
    const found = await gateway.accounts.byNrdsId(gateway.loaders(), service, '333');
    expect(found).toMatchObject({ firstName: 'Eve', email: null });
    const id = gateway.access.accountId(found.grant);
    const again = await gateway.accounts.get(gateway.loaders(), await gateway.access.openAccount(service, id));
    expect([gateway.access.accountId(again.grant), again.firstName, ...Object.values(await readAll(again))]).toEqual([
      ...[id, 'Eve', null, '333', null],
    ]);
    expect(calls()).toEqual(['activeUsers']);
  });

  test('accounts without an email address have distinct ids; one that lacks an NRDS id too has none', async () => {
    const { gateway } = gatewayOver({
      activeUsers: (request) => batchOf([{ agentNRDSID: '1' }, { agentNRDSID: '2' }, { firstName: 'Nobody' }], request),
    });
    const { nodes } = await gateway.accounts.list(gateway.loaders(), gateway.access.service(service), {});
    const idOf = (at: number) => gateway.access.accountId(nodes[at]!.grant);
    expect(idOf(0)).not.toBe(idOf(1));
    expect(() => idOf(2)).toThrow(expect.objectContaining({ code: 'UPSTREAM_INVALID' }));
  });

  test('an account by its id is one call, number included; the directory’s fields cost one more', async () => {
    const { gateway, calls } = underTest();
    const id = gateway.access.accountId(await gateway.access.account(service, 'Ann@Example.com', null));
    const account = await gateway.accounts.get(gateway.loaders(), await gateway.access.openAccount(service, id));
    expect(account).toMatchObject({ grant: { id }, email: 'ann@example.com', lastName: 'Agent', memberType: 'R' });
    expect(await accountIdOf(account)).toBe('71');
    expect(calls()).toEqual(['getAccount']);
    expect([await nrdsIdOf(account), await officeOf(account)]).toEqual(['111', office]);
    expect(calls()).toEqual(['getAccount', 'activeUsers']);
  });

  test('an account by its NRDS id is a directory lookup; only the number costs a separate call', async () => {
    const { gateway, calls } = underTest();
    const account = await gateway.accounts.byNrdsId(gateway.loaders(), service, '111');
    expect([account.phone, await nrdsIdOf(account), await officeOf(account)]).toEqual(['555-1', '111', office]);
    expect(calls()).toEqual(['activeUsers']);
    expect(await accountIdOf(account)).toBe('71');
    expect(calls()).toEqual(['activeUsers', 'getAccount']);
  });

  test('an account by its address is one call for a service, and a directory lookup more for an agent', async () => {
    const byService = underTest();
    await byService.gateway.accounts.byEmail(byService.gateway.loaders(), service, 'ann@example.com');
    expect(byService.calls()).toEqual(['getAccount']);
    const byAgent = underTest();
    const account = await byAgent.gateway.accounts.byEmail(byAgent.gateway.loaders(), ann, 'ANN@example.com');
    expect(await readAll(account)).toEqual({ accountId: '71', nrdsId: '111', office });
    expect(byAgent.calls()).toEqual(['activeUsers', 'getAccount']);
  });
});

test('one request gets the same object for the same address; another request gets its own', async () => {
  const { gateway, calls } = underTest();
  const loaders = gateway.loaders();
  const ask = async (by = loaders, email = 'ann@example.com') => gateway.accounts.byEmail(by, service, email);
  const [first, again, spelled] = await Promise.all([ask(), ask(), ask(loaders, 'ANN@example.com')]);
  expect(again).toBe(first);
  expect(gateway.access.accountId(spelled.grant)).toBe(gateway.access.accountId(first.grant));
  expect(calls()).toEqual(['getAccount']);
  expect(await ask(gateway.loaders())).not.toBe(first);
});

describe('among several agents with one email address', () => {
  const shared = ['111', '222', '333'].map((nrdsId) => ({
    agentNRDSID: nrdsId,
    email: 'Team@Example.com',
    firstName: `First of ${nrdsId}`,
    officeNRDSID: `office of ${nrdsId}`,
  }));
  const start = () =>
    gatewayOver({
      activeUsers: (request) => batchOf(shared, request),
      getAccount: () => [{ accountID: '71', email: 'team@example.com', firstName: 'Whoever' }],
    }).gateway;

  test.each(['111', '222', '333'])('%s gets its own account, by address, NRDS id and id', async (nrdsId) => {
    const gateway = start();
    const caller = agentOf(nrdsId);
    const byEmail = await gateway.accounts.byEmail(gateway.loaders(), caller, 'team@example.com');
    const byNrdsId = await gateway.accounts.byNrdsId(gateway.loaders(), caller, nrdsId);
    const id = gateway.access.accountId(byEmail.grant);
    const byId = await gateway.accounts.get(gateway.loaders(), await gateway.access.openAccount(caller, id));
    const office = { nrdsId: `office of ${nrdsId}`, name: null };
    for (const found of [byEmail, byNrdsId, byId]) {
      // It is unknown whose record getAccount returns for a shared address.
      expect(await readAll(found)).toEqual({ accountId: null, nrdsId, office });
      expect(gateway.access.accountId(found.grant)).toBe(id);
      expect(found).toMatchObject({ firstName: `First of ${nrdsId}` });
    }
    const other = agentOf(nrdsId === '111' ? '222' : '111');
    await expect(Promise.resolve(gateway.access.openAccount(other, id))).rejects.toEqual(notFound());
  });

  test('an agent who is not one of them gets NOT_FOUND', async () => {
    const gateway = start();
    const asked = Promise.resolve(gateway.accounts.byEmail(gateway.loaders(), agentOf('444'), 'team@example.com'));
    await expect(asked).rejects.toEqual(notFound());
  });

  test('a service gets the first by NRDS id', async () => {
    const gateway = start();
    const found = await gateway.accounts.byEmail(gateway.loaders(), service, 'team@example.com');
    expect(await nrdsIdOf(found)).toBe('111');
  });
});

describe('accounts with one address', () => {
  const users = [
    { agentNRDSID: '111', email: 'Team@Example.com', firstName: 'Ann', lastName: 'Agent' },
    { agentNRDSID: '222', email: 'team@example.com', firstName: 'Bob', lastName: 'Broker' },
  ];
  const [annsRecord, bobsRecord] = [
    { accountID: '71', email: 'team@example.com', firstName: 'ANN', lastName: 'Agent' },
    { accountID: '72', email: 'team@example.com', firstName: 'Bob', lastName: 'Broker' },
  ];
  const start = (records: readonly FlatRecord[], listed = users) =>
    gatewayOver({ activeUsers: (request) => batchOf(listed, request), getAccount: () => records }).gateway;
  const numbersOf = async (gateway: Gateway) => {
    const { nodes } = await gateway.accounts.list(gateway.loaders(), gateway.access.service(service), {});
    return Promise.all(nodes.map(accountIdOf));
  };

  test.each<[string, readonly FlatRecord[], (string | null)[]]>([
    ['both', [annsRecord, bobsRecord], ['71', '72']],
    ['both in another order', [bobsRecord, annsRecord], ['71', '72']],
    ['the first one’s only', [annsRecord], ['71', null]],
    ['two of the same names', [annsRecord, { ...annsRecord, accountID: '73' }], [null, null]],
    ['two without names', [{ accountID: '71' }, { accountID: '72' }], [null, null]],
  ])('have their own numbers where getAccount returns %s, or none', async (_, records, numbers) => {
    expect(await numbersOf(start(records))).toEqual(numbers);
    const gateway = start(records);
    const ofSecond = await gateway.accounts.byNrdsId(gateway.loaders(), service, '222');
    expect(await accountIdOf(ofSecond)).toBe(numbers[1]);
  });

  test('one account whose names are written otherwise in its two records has its number', async () => {
    const [listed] = [[users[0]!]];
    expect(await numbersOf(start([{ ...annsRecord, firstName: 'Annie' }], listed))).toEqual(['71']);
  });

  test('an address is that of the first user by NRDS id, even if the record of another comes first', async () => {
    const gateway = start([bobsRecord, annsRecord]);
    const found = await gateway.accounts.byEmail(gateway.loaders(), service, 'team@example.com');
    expect([await accountIdOf(found), await nrdsIdOf(found), found.firstName]).toEqual(['71', '111', 'ANN']);
    const unlisted = start([bobsRecord, annsRecord], []);
    const asked = Promise.resolve(unlisted.accounts.byEmail(unlisted.loaders(), service, 'team@example.com'));
    await expect(asked).rejects.toMatchObject({ code: 'UPSTREAM_INVALID' });
  });
});

test('before a service that compares addresses with their case, accounts are found as the directory writes them, by id too', async () => {
  const [address, user] = ['Ann.Agent@Example.com', { agentNRDSID: '111', firstName: 'Ann' }];
  const { gateway } = gatewayOver({
    activeUsers: (request) => batchOf([{ ...user, email: address }], request),
    getAccount: ({ emailId }) => (emailId === address ? [{ accountID: '71', email: address }] : []),
  });
  const { accounts: useCases, access } = gateway;
  const all = await useCases.list(gateway.loaders(), access.service(service), {});
  const idOf = ({ grant }: Account) => access.accountId(grant);
  const ids = [idOf(all.nodes[0]!)];
  for (const caller of [service, ann]) {
    const id = caller === ann ? idOf(await useCases.byNrdsId(gateway.loaders(), ann, '111')) : ids[0]!;
    const byId = await useCases.get(gateway.loaders(), await access.openAccount(caller, id));
    expect(await accountIdOf(byId)).toBe('71');
    const asked = Promise.resolve(useCases.byEmail(gateway.loaders(), caller, address.toUpperCase()));
    const byEmail = await asked.catch(() => null);
    // A service's request loads no directory; the agent's does.
    expect(byEmail && idOf(byEmail)).toBe(caller === ann ? id : null);
  }
  expect(idOf(await useCases.byEmail(gateway.loaders(), service, address.toUpperCase()))).toBe(ids[0]);
  const former = createSealer([sealKey(1)]).seal('account', ['', address.toLowerCase()]);
  const opened = await useCases.get(gateway.loaders(), await access.openAccount(service, former));
  expect([idOf(opened), await accountIdOf(opened)]).toEqual([former, '71']);
});

test('an agent learns nothing about another agent’s NRDS id, and not even the directory is loaded', async () => {
  const { gateway, calls } = underTest();
  for (const nrdsId of ['222', '999', '']) {
    await expect(gateway.accounts.byNrdsId(gateway.loaders(), ann, nrdsId)).rejects.toEqual(notFound());
  }
  expect(calls()).toEqual([]);
});

describe('an account that is missing', () => {
  test('is NOT_FOUND for a service, by every key', async () => {
    const { gateway } = underTest();
    const { access, accounts: useCases } = gateway;
    const gone = access.listedAccount(access.service(service), 'gone@example.com', null);
    for (const failing of [
      () => useCases.get(gateway.loaders(), gone),
      () => useCases.byEmail(gateway.loaders(), service, 'gone@example.com'),
      () => useCases.byNrdsId(gateway.loaders(), service, '999'),
    ]) {
      await expect(failing()).rejects.toEqual(notFound());
    }
  });

  test('from only one of the two sources has null for the fields of that source', async () => {
    const { gateway } = gatewayOver({
      activeUsers: (request) => batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request),
      getAccount: ({ emailId }) => (emailId === 'only@example.com' ? [{ accountID: '9' }] : []),
    });
    const listed = await gateway.accounts.byNrdsId(gateway.loaders(), service, '111');
    expect(await readAll(listed)).toEqual({ accountId: null, nrdsId: '111', office: null });
    const only = await gateway.accounts.byEmail(gateway.loaders(), service, 'only@example.com');
    expect(only.email).toBe('only@example.com');
    expect(await readAll(only)).toEqual({ accountId: '9', nrdsId: null, office: null });
  });
});

describe('arguments', () => {
  test.each([0, -1, 91])('reject %i hours by name, before any call', async (amount) => {
    const { gateway, calls } = underTest();
    const args = { enabledWithin: { unit: 'HOURS', amount } } as const;
    await expect(gateway.accounts.list(gateway.loaders(), gateway.access.service(service), args)).rejects.toMatchObject(
      {
        code: 'BAD_USER_INPUT',
        message: `enabledWithin.amount: must be from 1 to 90, not ${amount}`,
      },
    );
    expect(calls()).toEqual([]);
  });

  test('accept 1 to 90 hours or days, each of which is a different list', async () => {
    const { gateway, upstream } = underTest();
    const list = (args: Parameters<typeof gateway.accounts.list>[2]) =>
      gateway.accounts.list(gateway.loaders(), gateway.access.service(service), args);
    const days = await list({ first: 1, enabledWithin: { unit: 'DAYS', amount: 90 } });
    await list({ first: 1, enabledWithin: { unit: 'HOURS', amount: 1 } });
    const incremental = { batch_size: 1, batch_no: 1, filter: 'incremental' };
    expect(upstream.requestsTo('activeUsers')).toEqual([
      { ...incremental, incremental_type: 'days', incremental_time: 90 },
      { ...incremental, incremental_type: 'hours', incremental_time: 1 },
    ]);
    const after = days.pageInfo.endCursor;
    await expect(list({ after })).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
    await expect(list({ after, enabledWithin: { unit: 'DAYS', amount: 89 } })).rejects.toMatchObject({
      code: 'INVALID_CURSOR',
    });
    expect((await list({ after, enabledWithin: { unit: 'DAYS', amount: 90 } })).nodes).toHaveLength(2);
  });
});

describe('a list of accounts', () => {
  const listed = async (...answer: readonly FlatRecord[]) => {
    let isLoaded = false;
    const under = gatewayOver({ activeUsers: (request) => batchOf(isLoaded ? answer : users, request) });
    const { access, accounts, loaders } = under.gateway;
    await access.agent(ann, '111');
    isLoaded = true;
    const { isAsRequested, isCounted } = await accounts.list(loaders(), access.service(service), {});
    return { isAsRequested, isCounted };
  };

  test('is not as requested if an answer has a user twice, but may have one of two offices', async () => {
    const [annOfNorth, bob, eve] = users as [FlatRecord, FlatRecord, FlatRecord];
    const nobody = { firstName: 'Kim' };
    const annOfSouth = { ...annOfNorth, officeNRDSID: '901' };
    expect(await listed(annOfNorth, annOfSouth, bob, nobody, nobody)).toEqual({ isCounted: true });
    expect(await listed(annOfNorth, bob, eve, bob)).toEqual({ isAsRequested: false, isCounted: true });
  });

  test('is not counted reliably if it is empty although the directory has users', async () => {
    expect(await listed()).toEqual({ isAsRequested: true, isCounted: false });
  });
});
