// Who may see what (access rules 3 to 5 and 7), without an upstream, since access checks make no call.
import { describe, expect, expectTypeOf, test } from 'vitest';
import { createAccess } from '../../../src/gateway/callers/access.ts';
import type { AccountGrant, AgentGrant, TransactionGrant } from '../../../src/gateway/callers/grants.ts';
import { notFound } from '../../../src/gateway/fault.ts';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import type { Accounts } from '../../../src/gateway/reading/accounts.ts';
import type { Loaders } from '../../../src/gateway/reading/loaders.ts';
import type { Transactions } from '../../../src/gateway/reading/transactions.ts';
import type { LostAgent, TransactionCreator } from '../../../src/gateway/writing/create-transaction.ts';
import { agentOf, coordinatorOf, service } from '../../support/callers/callers.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { everybody } from '../../support/directories.ts';

const sealer = createSealer([sealKey(1)]);
const access = createAccess(sealer, everybody);
const ann = agentOf('111');
const team = agentOf('111', '222');
const bob = agentOf('333');

const faultOf = async (refused: () => unknown): Promise<unknown> => {
  try {
    await refused();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was refused');
};

const transactionIdOf = async (caller: typeof ann, nrdsId: string, transId = 'T-1') =>
  access.transactionId(access.ownTransaction(await access.agent(caller, nrdsId), transId));
const accountIdOf = async (caller: typeof ann, nrdsId: string, email = 'ann@example.com') =>
  access.accountId(await access.account(caller, email, nrdsId));

describe('an agent', async () => {
  test('opens the ids that were minted for it, and gets what they seal', async () => {
    expect(await access.openTransaction(ann, await transactionIdOf(ann, '111'))).toMatchObject({
      transId: 'T-1',
      holder: '111',
    });
    expect(await access.openAccount(ann, await accountIdOf(ann, '111'))).toMatchObject({
      email: 'ann@example.com',
      nrdsId: '',
      holder: '111',
    });
    expect((await access.openTransaction(team, await transactionIdOf(ann, '111'))).holder).toBe('111');
    expect((await access.openTransaction(ann, await transactionIdOf(ann, '111'))).agentNrdsId).toBe('111');
    expect((await access.openTransaction(ann, await transactionIdOf(team, '111'))).holder).toBe('111');
  });

  const transactionId = await transactionIdOf(ann, '111');
  const accountId = await accountIdOf(ann, '111');
  const serviceTransaction = access.transactionId(access.bareTransaction(access.service(service), 'T-1'));
  const serviceAccount = access.accountId(await access.account(service, 'ann@example.com', null));
  test.each([
    ['another agent’s id', await transactionIdOf(bob, '333'), await accountIdOf(bob, '333')],
    ['an id of another member of its team', await transactionIdOf(team, '222'), await accountIdOf(team, '222')],
    ['a tampered id', `${transactionId.slice(0, -2)}AA`, `${accountId.slice(0, -2)}AA`],
    ['a truncated id', transactionId.slice(0, -1), accountId.slice(0, -1)],
    ['an id of another type', accountId, transactionId],
    ['a link', sealer.seal('link', ['111', 'T-1']), sealer.seal('link', ['111', 'a@b'])],
    ['an id that was minted for a service', serviceTransaction, serviceAccount],
    [
      'an id with an extra part',
      sealer.seal('transaction', ['111', 'T', 'x']),
      sealer.seal('account', ['111', 'a', 'x']),
    ],
    ['an id with a missing part', sealer.seal('transaction', ['111']), sealer.seal('account', ['111'])],
    ['an id that seals an empty part', sealer.seal('transaction', ['111', '']), sealer.seal('account', ['111', ''])],
    ['a bare number or address', 'T-1', 'ann@example.com'],
    ['an empty id', '', ''],
  ])('gets the same NOT_FOUND for %s', async (_, badTransaction, badAccount) => {
    const faults = [
      await faultOf(() => access.openTransaction(ann, badTransaction)),
      await faultOf(() => access.openAccount(ann, badAccount)),
    ];
    for (const fault of faults) {
      expect(fault).toEqual(notFound());
      expect(fault).toHaveProperty('code', 'NOT_FOUND');
      expect(fault).not.toHaveProperty('cause');
    }
  });

  test('acts for itself unless it has several NRDS ids, and then for the one that it names', async () => {
    expect(await access.agent(ann, null)).toEqual({ nrdsId: '111', holder: '111' });
    expect(await access.agent(ann, '111')).toEqual({ nrdsId: '111', holder: '111' });
    expect(await access.agent(team, '222')).toEqual({ nrdsId: '222', holder: '222' });
    expect(await faultOf(() => access.agent(team, null))).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: "agentNrdsId: required, unless the token is an agent's with one NRDS id",
    });
  });

  test.each(['333', '', ' 111', '11', '1111'])('cannot act for "%s", and gets the same NOT_FOUND', async (nrdsId) => {
    expect(await faultOf(() => access.agent(ann, nrdsId))).toEqual(notFound());
    expect(await faultOf(() => access.agent(team, nrdsId))).toEqual(notFound());
  });

  test('may see only an account that is its own according to the directory', async () => {
    expect(await access.account(team, 'ann@example.com', '222')).toEqual({
      email: 'ann@example.com',
      nrdsId: '',
      holder: '222',
    });
    for (const owner of ['333', '', null]) {
      expect(await faultOf(() => access.account(ann, 'ann@example.com', owner))).toEqual(notFound());
    }
  });

  test('is not a service', async () => {
    expect(await faultOf(() => access.service(ann))).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a coordinator', async () => {
  const office = { byNrdsId: async () => null, agentsIn: async () => null } as const;
  const coordinator = coordinatorOf({ nrdsIds: ['111', '222'] });

  test('always names the agent, even if there is only one', async () => {
    for (const caller of [coordinator, coordinatorOf({ nrdsIds: ['111'] }), coordinatorOf({ officeNrdsIds: ['77'] })])
      expect(await faultOf(() => access.agent(caller, null))).toMatchObject({
        code: 'BAD_USER_INPUT',
        message: "agentNrdsId: required, unless the token is an agent's with one NRDS id",
      });
  });

  test('has the same ids as its agents, which open for both', async () => {
    const transaction = await transactionIdOf(coordinator, '222');
    expect(transaction).toBe(await transactionIdOf(team, '222'));
    expect(await access.openTransaction(coordinator, transaction)).toMatchObject({ transId: 'T-1', holder: '222' });
    expect(await accountIdOf(coordinator, '111')).toBe(await accountIdOf(ann, '111'));
  });

  test('names some of its agents or offices, or is told which of them is none', async () => {
    const grants = await access.agents(coordinator, { agentNrdsIds: ['222'] });
    expect(grants).toEqual([{ nrdsId: '222', holder: '222' }]);
    const knowsNone = createAccess(sealer, { ...everybody, ...office });
    const names = { agentNrdsIds: ['111', '333'], officeNrdsIds: ['77'] };
    expect(await faultOf(() => knowsNone.agents(coordinator, names))).toMatchObject({
      code: 'NOT_FOUND',
      argument: 'agentNrdsIds.0',
    });
    expect(await faultOf(() => knowsNone.agents(coordinator, { officeNrdsIds: ['77'] }))).toMatchObject({
      code: 'NOT_FOUND',
      message: 'officeNrdsIds.0: no agent of this office has enabled access, or you may not act for them',
    });
  });

  test('of offices that nobody belongs to is told so', async () => {
    const knowsNone = createAccess(sealer, { ...everybody, ...office });
    const message = (offices: string) => `The directory of active users has no agent of ${offices} in your token`;
    for (const [officeNrdsIds, offices] of [
      [['77'], 'the office 77'],
      [['77', '8'], 'the 2 offices'],
    ] as const) {
      const caller = coordinatorOf({ officeNrdsIds: [...officeNrdsIds] });
      const fault = { code: 'FORBIDDEN', message: message(offices) };
      expect(await faultOf(() => knowsNone.agents(caller))).toMatchObject(fault);
      expect(await faultOf(() => knowsNone.ownAccounts(caller))).toMatchObject(fault);
      expect(await faultOf(() => knowsNone.tickets(caller))).toMatchObject(fault);
      expect(await faultOf(() => knowsNone.agent(caller, '111'))).toMatchObject(fault);
    }
  });

  test('is not a service', async () => {
    expect(await faultOf(() => access.service(coordinator))).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a service', () => {
  test('names the agent that it acts for', async () => {
    expect(await access.agent(service, '333')).toEqual({ nrdsId: '333', holder: '' });
    expect(await faultOf(() => access.agent(service, null))).toMatchObject({ code: 'BAD_USER_INPUT' });
    for (const none of ['', ' ', '1'.repeat(321)])
      expect(await faultOf(() => access.agent(service, none))).toEqual(notFound());
  });

  test('opens its own ids and agents’ ids, and rejects anything that is not an id', async () => {
    const grant = access.service(service);
    const own = access.transactionId(access.bareTransaction(grant, 'T-9'));
    expect(await access.openTransaction(service, own)).toMatchObject({ transId: 'T-9', holder: '', agentNrdsId: '' });
    expect(await access.openTransaction(service, await transactionIdOf(ann, '111'))).toMatchObject({
      transId: 'T-1',
      holder: '',
      agentNrdsId: '111',
    });
    const listed = access.accountId(access.listedAccount(grant, 'ann@example.com', '111'));
    expect(await access.openAccount(service, listed)).toMatchObject({
      email: 'ann@example.com',
      nrdsId: '',
      holder: '',
    });
    for (const bad of ['', 'T-1', own.slice(1), listed, sealer.seal('transaction', ['', ''])]) {
      expect(await faultOf(() => access.openTransaction(service, bad))).toEqual(notFound());
    }
    expect(await faultOf(() => access.openAccount(service, own))).toEqual(notFound());
  });
});

describe('an id', () => {
  test('of an account without an email address holds its NRDS id, and opens for the caller that it was minted for', async () => {
    const unaddressed = createAccess(sealer, { ...everybody, addressOf: async () => '' });
    const own = unaddressed.accountId(await unaddressed.account(ann, '', '111'));
    expect(await unaddressed.openAccount(ann, own)).toMatchObject({ email: '', nrdsId: '111', holder: '111' });
    const listed = access.accountId(access.listedAccount(access.service(service), '', '111'));
    expect(await access.openAccount(service, listed)).toMatchObject({ email: '', nrdsId: '111', holder: '' });
    expect(await faultOf(() => access.openAccount(ann, listed))).toEqual(notFound());
    for (const parts of [
      ['111', '', ''],
      ['111', 'ann@example.com', '111'],
      ['111', '', '111', ''],
    ]) {
      expect(await faultOf(() => access.openAccount(ann, sealer.seal('account', parts)))).toEqual(notFound());
    }
  });

  const holderIn = (type: 'transaction' | 'account' | 'file', id: string) => sealer.open(type, id)?.[0];

  test('of an agent always names the agent as its holder', async () => {
    expect(holderIn('transaction', await transactionIdOf(team, '222'))).toBe('222');
    expect(holderIn('account', await accountIdOf(team, '222'))).toBe('222');
    const opened = await access.openTransaction(team, await transactionIdOf(team, '222'));
    expect(access.transactionId(opened)).toBe(await transactionIdOf(team, '222'));
    const account = await access.openAccount(team, await accountIdOf(team, '222'));
    expect(access.accountId(account)).toBe(await accountIdOf(team, '222'));
  });

  test('of a service never names an agent as its holder, wherever the object came from', async () => {
    const grant = access.service(service);
    const transactions: TransactionGrant[] = [
      access.ownTransaction(await access.agent(service, '111'), 'T-1'),
      access.bareTransaction(grant, 'T-1'),
    ];
    const accounts: AccountGrant[] = [
      await access.account(service, 'ann@example.com', '111'),
      access.listedAccount(grant, 'ann@example.com', '111'),
    ];
    expect(new Set(transactions.map((each) => access.transactionId(each))).size).toBe(1);
    expect(new Set(accounts.map((each) => access.accountId(each))).size).toBe(1);
    for (const each of transactions) expect(holderIn('transaction', access.transactionId(each))).toBe('');
    for (const each of accounts) expect(holderIn('account', access.accountId(each))).toBe('');
    const opened = await access.openTransaction(service, await transactionIdOf(ann, '111'));
    expect(holderIn('file', access.fileId(access.ownFile(opened, 'F-1', '')))).toBe('');
  });

  test('is given back as it was presented, also an agent’s to a service and one of a former key', async () => {
    const rotated = createAccess(createSealer([sealKey(2), sealKey(1)]), everybody);
    const transaction = await transactionIdOf(ann, '111');
    const account = await accountIdOf(ann, '111');
    const file = access.fileId(access.ownFile(access.ownTransaction(await access.agent(ann, '111'), 'T-1'), 'F-1', ''));
    for (const caller of [ann, service]) {
      for (const opener of [access, rotated]) {
        expect(opener.transactionId(await opener.openTransaction(caller, transaction))).toBe(transaction);
        expect(opener.accountId(await opener.openAccount(caller, account))).toBe(account);
        expect(opener.fileId(await opener.openFile(caller, file))).toBe(file);
      }
    }
  });

  test.each([
    ['characters of one byte', 'x'.repeat(320)],
    ['characters of two bytes', 'é'.repeat(160)],
  ])(
    'holds at most 320 bytes of each upstream value, in %s; a longer value is UPSTREAM_INVALID',
    async (_, longest) => {
      const grant = access.service(service);
      const tooLong = `${longest}x`;
      const minted = (value: string) => [
        () => access.transactionId(access.bareTransaction(grant, value)),
        () => access.fileId(access.ownFile(access.bareTransaction(grant, value), 'F-1', '')),
        () => access.accountId(access.listedAccount(grant, value, null)),
        () => access.accountId(access.listedAccount(grant, '', value)),
      ];
      for (const mint of minted(longest)) expect(sealer.typeOf(mint())).not.toBeNull();
      for (const mint of minted(tooLong)) {
        expect(mint).toThrow(
          expect.objectContaining({ code: 'UPSTREAM_INVALID', message: expect.stringContaining('320') }),
        );
      }
    },
  );

  test.each(['Ann@Example.COM', 'jürgen.straße@example.com', 'admın@example.com', 'ΣΊΣΥΦΟΣ@example.com'])(
    'keeps the address as it is written, without white space: %s',
    async (written) => {
      const { email } = await access.openAccount(service, await accountIdOf(service, '111', ` ${written}\t`));
      expect(email).toBe(written);
    },
  );

  test('does not open for an agent who no longer has its address', async () => {
    const id = await accountIdOf(ann, '111');
    for (const address of ['ann2@example.com', '', null]) {
      const later = createAccess(sealer, { ...everybody, addressOf: async () => address });
      expect(await faultOf(() => later.openAccount(ann, id))).toEqual(notFound());
    }
    const respelled = createAccess(sealer, { ...everybody, addressOf: async () => 'Ann@Example.COM' });
    expect(await respelled.openAccount(ann, id)).toMatchObject({ email: 'Ann@Example.COM' });
  });
});

test('use cases accept only this module’s grants, not strings or objects of the same shape', () => {
  type Second<F extends (...args: never) => unknown> = Parameters<F>[1];
  expectTypeOf<Second<Transactions['get']>>().toEqualTypeOf<TransactionGrant>();
  expectTypeOf<Second<Transactions['list']>>().toEqualTypeOf<AgentGrant>();
  expectTypeOf<Second<Accounts['get']>>().toEqualTypeOf<AccountGrant>();
  expectTypeOf<Second<TransactionCreator>>().toEqualTypeOf<AgentGrant | LostAgent>();
  expectTypeOf<Extract<Second<TransactionCreator>, { readonly holder: string }>>().toEqualTypeOf<AgentGrant>();
  expectTypeOf<Parameters<Loaders['transaction']>[0]>().toEqualTypeOf<TransactionGrant>();
  expectTypeOf<string>().not.toExtend<TransactionGrant>();
  expectTypeOf<{ transId: string; holder: string }>().not.toExtend<TransactionGrant>();
  expectTypeOf<{ nrdsId: string; holder: string }>().not.toExtend<AgentGrant>();
  expectTypeOf<TransactionGrant>().not.toExtend<AgentGrant>();
  expectTypeOf<AgentGrant>().not.toExtend<TransactionGrant>();
});
