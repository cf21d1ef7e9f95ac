// A service that answers a creation with a record that it has rewritten.
import type { CreateTransaction } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { describe, expect, test } from 'vitest';
import { authorOf } from '../../../../src/gateway/ledger/write-command.ts';
import type { CreateResult } from '../../../../src/gateway/writing/create-transaction.ts';
import { agentOf } from '../../../support/callers/callers.ts';
import { type GatewayUnderTest, gatewayOver } from '../../../support/gateways/gateway-under-test.ts';
import { openLedgerInMemory } from '../../../support/gateways/memory-ledger.ts';
import { createManualClock } from '../../../support/held-clock.ts';
import { batchOf, type Handlers } from '../../../support/upstreams/fake-upstream.ts';

const ann = agentOf('111');
const input = {
  stateId: 'OR',
  name: 'Elm Street',
  streetAddress: '1 elm street, north side',
  propertyType: 'RESIDENTIAL',
  type: 'LISTING',
  status: 'NEW',
} as const;
/** As it was sent, inserted at the held clock's time. */
const asSent: FlatRecord = {
  transId: 'T-9',
  transName: 'Elm Street',
  streetAddress: '1 elm street, north side',
  State: 'OR',
  propertyType: 'R',
  transactionType: 'A',
  propertyStatus: 'N',
  insertDate: '2026-11-20T12:00:00Z',
  sellerAgentNRDSID: '111',
};
const standardized = { streetAddress: '1 N ELM ST' };

interface Service {
  readonly answer: FlatRecord;
  /** The record in the agent's list, if it differs. */
  readonly listed?: FlatRecord;
}

const activeUsers: NonNullable<Handlers['activeUsers']> = (request) =>
  batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request);

function over(...services: readonly Service[]): GatewayUnderTest {
  let created = -1;
  const now = () => services[Math.max(created, 0)]!;
  return gatewayOver({
    activeUsers,
    addTrans() {
      created += 1;
      return [now().answer];
    },
    listTrans: (request) => batchOf([now().listed ?? now().answer], request),
    getTransById({ transId }) {
      const { transId: _, ...record } = services.find(({ answer }) => answer['transId'] === transId)!.answer;
      return [record];
    },
  });
}

type Input = Omit<CreateTransaction, 'agentNrdsId'>;

async function create({ gateway }: GatewayUnderTest, key = 'key-1', given: Input = input): Promise<CreateResult> {
  const grant = await gateway.access.agent(ann, '111');
  return gateway.createTransaction(gateway.loaders(), grant, authorOf(ann, key), given, true);
}

const matchesOf = ({ possibleMatches }: CreateResult) => possibleMatches?.map(({ transId }) => transId);
const unknownWith = async (creating: Promise<CreateResult>) => {
  const result = await creating;
  return [result.outcome, matchesOf(result)];
};

test.each<[string, FlatRecord]>([
  ['a standardized address', standardized],
  ['status A for N', { propertyStatus: 'A' }],
  ['a numbered name', { transName: 'Elm Street (2)' }],
  ['a standardized address and another status', { ...standardized, propertyStatus: 'A' }],
])('is COMMITTED with %s, and a replay has the same transaction', async (_, other) => {
  const under = over({ answer: { ...asSent, ...other } });
  const first = await create(under);
  expect(first).toMatchObject({ outcome: 'COMMITTED', replayed: false, transaction: { transId: 'T-9' } });
  const again = await create(under);
  expect(again).toMatchObject({ outcome: 'COMMITTED', replayed: true });
  expect(again.transaction?.grant?.transId).toBe(first.transaction?.grant?.transId);
  expect(under.upstream.requestsTo('addTrans')).toHaveLength(1);
  expect(under.upstream.requestsTo('listTrans')).toEqual([]);
});

test.each<[string, FlatRecord]>([
  ['half of the values rewritten', { propertyType: 'C', propertyStatus: 'A' }],
  ['neither its name nor its address', { transName: 'Elm Street (2)' }],
  ['an older record', { insertDate: '2026-11-19T12:00:00Z' }],
  ['a day in place of a time', { insertDate: '2026-11-20' }],
  ['two other agents', { sellerAgentNRDSID: '222', buyerAgentNRDSID: '333' }],
])('with %s it is UNKNOWN, with the record as a possible match, also under its key later', async (_, other) => {
  const answer = { ...asSent, ...standardized, ...other };
  const under = over({ answer });
  expect(await unknownWith(create(under))).toEqual(['UNKNOWN', ['T-9']]);
  expect(await unknownWith(create(under))).toEqual(['UNKNOWN', ['T-9']]);
  expect(under.upstream.requestsTo('addTrans')).toHaveLength(1);
});

test('a record that is not listed yet is COMMITTED under its key once it is listed', async () => {
  const answer = { ...asSent, ...standardized, propertyStatus: 'A', insertDate: null };
  const service: Service = { answer, listed: { ...asSent, transId: 'T-8', transName: 'Oak', propertyStatus: 'P' } };
  const under = over(service);
  expect(await unknownWith(create(under))).toEqual(['UNKNOWN', []]);
  Object.assign(service, { listed: { ...answer, insertDate: asSent['insertDate'] } });
  expect(await create(under)).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
});

test.each<[string, FlatRecord]>([
  ['a standardized address', standardized],
  ['a standardized address and another status', { ...standardized, propertyStatus: 'A' }],
])('with %s and without an agent is COMMITTED if it is in the agent’s list', async (_, other) => {
  const under = over({ answer: { ...asSent, ...other, sellerAgentNRDSID: '' } });
  expect(await create(under)).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
  expect(under.upstream.requestsTo('listTrans')).toHaveLength(1);
});

test('two equal creations are each COMMITTED with the record that their own response named', async () => {
  const [one, other] = [
    { ...asSent, ...standardized },
    { ...asSent, ...standardized, transId: 'T-10' },
  ];
  const under = over({ answer: one }, { answer: other });
  expect(await create(under, 'key-1')).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
  expect(await create(under, 'key-2')).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-10' } });
});

test('the record of another creation, claimed by it, is neither taken nor shown', async () => {
  const under = over({ answer: asSent }, { answer: { ...asSent, ...standardized } });
  expect(await create(under, 'key-1')).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
  expect(await unknownWith(create(under, 'key-2'))).toEqual(['UNKNOWN', []]);
});

describe('of two creations that differ in their status', () => {
  const [fresh, active] = [asSent, { ...asSent, transId: 'T-10', propertyStatus: 'A' }];
  const createActive = (under: GatewayUnderTest) => create(under, 'key-2', { ...input, status: 'ACTIVE' });

  test('neither gets the record of the other, if they are sent at the same time and the answers are crossed', async () => {
    const both = Promise.withResolvers<void>();
    const under = gatewayOver({
      activeUsers,
      async addTrans({ propertyStatus }) {
        if (under.upstream.requestsTo('addTrans').length === 2) both.resolve();
        await both.promise;
        return [propertyStatus === 'A' ? fresh : active];
      },
      listTrans: (request) => batchOf([active, fresh], request),
    });
    const outcomes = await Promise.all([create(under), createActive(under)].map(unknownWith));
    expect(outcomes).toEqual([
      ['UNKNOWN', ['T-10', 'T-9']],
      ['UNKNOWN', ['T-10', 'T-9']],
    ]);
  });

  test('only the one that created it gets the record that both answers have, if they are sent at the same time', async () => {
    const arrived = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const under = gatewayOver({
      activeUsers,
      async addTrans({ propertyStatus }) {
        arrived.resolve();
        if (propertyStatus !== 'A') await answered.promise;
        return [fresh];
      },
      listTrans: (request) => batchOf([fresh], request),
    });
    const first = create(under);
    await arrived.promise;
    expect(await unknownWith(createActive(under))).toEqual(['UNKNOWN', ['T-9']]);
    answered.resolve();
    expect(await first).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
  });

  test.each([
    ['UNKNOWN', 1],
    ['COMMITTED', 60],
  ])(
    'one that gets a record with the values of the other is %s if that has had no outcome for %i min',
    async (outcome, minutes) => {
      const created: FlatRecord[] = [];
      const under = gatewayOver({
        activeUsers,
        addTrans({ propertyStatus }) {
          const insertDate = new Date(under.clock.now()).toISOString();
          if (propertyStatus !== 'A') created.push({ ...active, insertDate });
          return created;
        },
        listTrans: (request) => batchOf(created, request),
      });
      expect(await unknownWith(createActive(under))).toEqual(['UNKNOWN', []]);
      under.clock.advance(minutes * 60_000);
      expect((await create(under)).outcome).toBe(outcome);
    },
  );
});

test('the number in an answer that names another agent is not used', async () => {
  const listed = { ...asSent, ...standardized, propertyStatus: 'A', sellerAgentNRDSID: '' };
  const under = over({ answer: { ...listed, sellerAgentNRDSID: '222' }, listed });
  expect(await unknownWith(create(under))).toEqual(['UNKNOWN', []]);
});

test('an answer counts if the ledger cannot say whose its record is', async () => {
  const clock = createManualClock();
  const ledgerStore = { ...openLedgerInMemory(clock), unclaimed: () => Promise.reject(new Error('down')) };
  const addTrans = () => [{ ...asSent, ...standardized }];
  const under = gatewayOver({ activeUsers, addTrans }, undefined, { clock, ledgerStore });
  expect(await create(under)).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
});
