import type { CreateTransaction } from '@realty-forms/contract/calls/requests.ts';
import type { UpstreamFaultCode } from '@realty-forms/platform/fault.ts';
import { describe, expect, test } from 'vitest';
import { authorOf } from '../../../src/gateway/ledger/write-command.ts';
import type { CreateResult } from '../../../src/gateway/writing/create-transaction.ts';
import { UpstreamFault, type UpstreamFaultDetails } from '../../../src/upstream/faults.ts';
import { agentOf, service } from '../../support/callers/callers.ts';
import { type GatewayUnderTest, gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { batchOf, type Handlers } from '../../support/upstreams/fake-upstream.ts';

const ann = agentOf('111');
const input: Omit<CreateTransaction, 'agentNrdsId'> = {
  stateId: 'mi',
  name: 'Elm Street',
  streetAddress: '1 Elm Street',
  propertyType: 'RESIDENTIAL',
  type: 'LEASE_RENTAL',
  status: 'NEW',
};
const summary = { transName: 'Elm Street', propertyStatus: 'N', transId: 'T-77' };
const created = { ...summary, streetAddress: '1 Elm Street' };

const underTest = (addTrans: NonNullable<Handlers['addTrans']>, more: Handlers = {}): GatewayUnderTest =>
  gatewayOver({
    ...more,
    activeUsers: (request) => batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request),
    addTrans,
  });

async function create(
  { gateway }: GatewayUnderTest,
  more: Partial<typeof input> = {},
  caller = ann,
): Promise<CreateResult> {
  const grant = await gateway.access.agent(caller, caller.nrdsIds[0] ?? '111');
  return gateway.createTransaction(gateway.loaders(), grant, authorOf(caller, null), { ...input, ...more }, true);
}

const fault = (code: UpstreamFaultCode, details: Partial<UpstreamFaultDetails>) =>
  new UpstreamFault(code, 'thrown by the test', { endpoint: 'addTrans', sent: true, ...details });

const failing = (code: UpstreamFaultCode, details: Partial<UpstreamFaultDetails>) =>
  underTest(() => Promise.reject(fault(code, details)));

describe('COMMITTED', () => {
  test('sends the service’s names and codes once, and returns the transaction under the agent’s grant', async () => {
    const under = underTest(() => [created]);
    const { outcome, userErrors, transaction } = await create(under);
    expect({ outcome, userErrors }).toEqual({ outcome: 'COMMITTED', userErrors: [] });
    expect(transaction).toMatchObject({ transId: 'T-77', name: 'Elm Street', status: 'NEW' });
    const id = under.gateway.access.transactionId(transaction!.grant!);
    expect(await under.gateway.access.openTransaction(ann, id)).toMatchObject({ transId: 'T-77', holder: '111' });
    expect(under.upstream.requestsTo('addTrans')).toEqual([
      {
        stateID: 'MI',
        agentNRDSID: '111',
        transName: 'Elm Street',
        streetAddress: '1 Elm Street',
        propertyType: 'R',
        transactionType: 'L',
        propertyStatus: 'N',
      },
    ]);
  });

  test('with a response that has only a summary reads the transaction, whose other fields would be blank', async () => {
    const { transId: _, ...record } = created;
    const under = underTest(() => [summary], { getTransById: () => [record] });
    const { outcome, isRead, transaction } = await create(under);
    expect({ outcome, isRead }).toEqual({ outcome: 'COMMITTED', isRead: true });
    expect(transaction).toMatchObject({ transId: 'T-77', property: { streetAddress: '1 Elm Street' } });
  });

  test('returns an id without an NRDS id to a service', async () => {
    const under = underTest(() => [created]);
    const { transaction } = await create(under, {}, service);
    const id = under.gateway.access.transactionId(transaction!.grant!);
    expect((await under.gateway.access.openTransaction(service, id)).holder).toBe('');
    await expect(under.gateway.access.openTransaction(ann, id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('REJECTED', () => {
  const badCharacter = (value: string) =>
    failing('UPSTREAM_REJECTED', {
      status: 402,
      upstreamType: 'Bad Request',
      upstreamMessage: `Invalid Character found in ${value}`,
    });

  test.each<[string, Partial<typeof input>, string, (string | null)[]]>([
    ['the only field with the quoted value', { name: 'Elm ^3' }, 'Elm ^3', ['name']],
    ['every field with the quoted value', { name: 'a^b', streetAddress: 'a^b' }, 'a^b', ['name', 'streetAddress']],
    ['the agent with the quoted value', {}, '111', ['agentNrdsId']],
    ['the field whose code is quoted', { propertyType: 'VACANT_LAND' }, 'V', ['propertyType']],
    ['both fields whose code is quoted', { status: 'LEASED_RENTED' }, 'L', ['type', 'status']],
    ['no field if none has the quoted value', {}, 'something else', [null]],
    ['no field if nothing is quoted', {}, '', [null]],
  ])('for an invalid character names %s', async (_, more, value, fields) => {
    const { outcome, userErrors, transaction } = await create(badCharacter(value), more);
    const message = `Invalid Character found in ${value}`;
    const upstream = { status: 402, type: 'Bad Request', message };
    expect({ outcome, transaction }).toEqual({ outcome: 'REJECTED', transaction: null });
    expect(userErrors).toEqual(fields.map((field) => ({ field, message, code: 'INVALID_CHARACTER', upstream })));
  });

  test('for a reason that upstream states names no field and returns the reason', async () => {
    const upstreamMessage = 'Transaction creation failed: unknown state';
    const details = { status: 403, upstreamType: 'New Transaction Failure', upstreamMessage };
    expect(await create(failing('UPSTREAM_REJECTED', details))).toEqual({
      outcome: 'REJECTED',
      replayed: false,
      possibleMatches: null,
      transaction: null,
      isRead: false,
      userErrors: [
        {
          field: null,
          message: upstreamMessage,
          code: 'REJECTED',
          upstream: { status: 403, type: 'New Transaction Failure', message: upstreamMessage },
        },
      ],
    });
  });

  test.each([
    ['its type', { status: 403, upstreamType: 'New Transaction Failure' }, 'New Transaction Failure'],
    ['that it was rejected', { status: 400 }, 'The service rejected the request'],
  ])('without an upstream message reports %s', async (_, details, message) => {
    const { userErrors } = await create(failing('UPSTREAM_REJECTED', details));
    expect(userErrors).toMatchObject([{ field: null, message, code: 'REJECTED' }]);
  });

  test('for an agent that is not in the directory, without calling addTrans', async () => {
    const under = underTest(() => [created]);
    const grant = await under.gateway.access.agent(service, '222');
    const { gateway } = under;
    const author = authorOf(service, null);
    expect(await gateway.createTransaction(gateway.loaders(), grant, author, input, true)).toMatchObject({
      outcome: 'REJECTED',
      transaction: null,
      userErrors: [{ field: 'agentNrdsId', code: 'NOT_FOUND', upstream: null }],
    });
    expect(under.upstream.requestsTo('addTrans')).toEqual([]);
  });

  test.each(['ﬂ', 'ſc', 'ß', 'UTA', '12'])(
    'for the state %s, which is not two letters, without calling addTrans',
    async (stateId) => {
      const under = underTest(() => [created]);
      expect((await create(under, { stateId })).userErrors).toMatchObject([
        { field: 'stateId', code: 'INVALID_VALUE' },
      ]);
      expect(under.upstream.requestsTo('addTrans')).toEqual([]);
    },
  );

  test('for blank fields, each by name, without calling addTrans', async () => {
    const under = underTest(() => [created]);
    const { outcome, userErrors } = await create(under, { stateId: '', name: ' \t', streetAddress: '\u00a0' });
    expect(outcome).toBe('REJECTED');
    expect(userErrors.map(({ field, code }) => [field, code])).toEqual([
      ['stateId', 'INVALID_VALUE'],
      ['name', 'INVALID_VALUE'],
      ['streetAddress', 'INVALID_VALUE'],
    ]);
    expect((await create(under, { name: '' })).userErrors.map(({ field }) => field)).toEqual(['name']);
    expect(under.upstream.requestsTo('addTrans')).toEqual([]);
  });
});

describe('UNKNOWN', () => {
  test.each<[string, UpstreamFaultCode, Partial<UpstreamFaultDetails>]>([
    ['no response in time', 'UPSTREAM_TIMEOUT', { sent: 'unknown' }],
    ['a connection that breaks', 'UPSTREAM_UNAVAILABLE', { sent: 'unknown' }],
    ['a 500', 'UPSTREAM_UNAVAILABLE', { status: 500 }],
    ['an unreadable response', 'UPSTREAM_INVALID', { status: 200 }],
  ])('after %s, and the creation is never sent again', async (_, code, details) => {
    const under = failing(code, details);
    expect(await create(under)).toMatchObject({
      outcome: 'UNKNOWN',
      transaction: null,
      userErrors: [{ field: null, code: 'OUTCOME_UNKNOWN', upstream: null }],
    });
    expect(under.upstream.requestsTo('addTrans')).toHaveLength(1);
  });

  test('after a response without a record', async () => {
    expect((await create(underTest(() => []))).outcome).toBe('UNKNOWN');
  });
});

describe('a thrown error', () => {
  test.each<[string, UpstreamFaultCode, Partial<UpstreamFaultDetails>]>([
    ['a refused connection', 'UPSTREAM_UNAVAILABLE', { sent: false }],
    ['no connection in time', 'UPSTREAM_TIMEOUT', { sent: false }],
    ['a denial of access', 'UPSTREAM_ACCESS_DENIED', { status: 401 }],
    ['too many requests', 'UPSTREAM_RATE_LIMITED', { status: 429 }],
    ['a token that could not be obtained', 'UPSTREAM_UNAVAILABLE', { endpoint: 'token', status: 503 }],
    [
      'a token request that was rejected',
      'UPSTREAM_REJECTED',
      { endpoint: 'token', status: 400, upstreamType: 'Invalid Request', upstreamMessage: 'client-1 is unknown' },
    ],
  ])('means that nothing was done, after %s', async (_, code, details) => {
    const under = failing(code, details);
    await expect(create(under)).rejects.toMatchObject({ code, sent: details.sent ?? expect.anything() });
    expect(under.upstream.requestsTo('addTrans')).toHaveLength(1);
  });

  test('means that nothing was done, after a directory that cannot be loaded', async () => {
    const under = gatewayOver({
      activeUsers: () => Promise.reject(fault('UPSTREAM_TIMEOUT', { endpoint: 'activeUsers', sent: 'unknown' })),
    });
    await expect(create(under)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', endpoint: 'activeUsers' });
    expect(under.upstream.requestsTo('addTrans')).toEqual([]);
  });

  test('is the original one, after a bug', async () => {
    const bug = new TypeError('a bug');
    await expect(create(underTest(() => Promise.reject(bug)))).rejects.toBe(bug);
  });
});
