// A service that answers a creation with a record that it has rewritten: the number is in the response, so the creation is not lost.
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { expect, test } from 'vitest';
import { authorOf } from '../../../../src/gateway/ledger/write-command.ts';
import type { CreateResult } from '../../../../src/gateway/writing/create-transaction.ts';
import { agentOf } from '../../../support/callers/callers.ts';
import { type GatewayUnderTest, gatewayOver } from '../../../support/gateways/gateway-under-test.ts';
import { batchOf } from '../../../support/upstreams/fake-upstream.ts';
import { noResponse } from '../process.ts';

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
  /** What the agent's list has; by default, the record of the response. */
  readonly listed?: readonly FlatRecord[];
}

function over(...services: readonly Service[]): GatewayUnderTest {
  let created = -1;
  const now = () => services[Math.max(created, 0)]!;
  const listed = () => now().listed ?? [now().answer];
  return gatewayOver({
    activeUsers: (request) => batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request),
    addTrans() {
      created += 1;
      return [now().answer];
    },
    listTrans: (request) => batchOf(listed(), request),
    getTransById({ transId }) {
      const { transId: _, ...record } = services.find(({ answer }) => answer['transId'] === transId)!.answer;
      return [record];
    },
  });
}

async function create({ gateway }: GatewayUnderTest, key = 'key-1'): Promise<CreateResult> {
  const grant = await gateway.access.agent(ann, '111');
  return gateway.createTransaction(gateway.loaders(), grant, authorOf(ann, key), input, true);
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
  ['a standardized address and blank agents', { ...standardized, sellerAgentNRDSID: '' }],
])(
  'is COMMITTED with %s, if the record is in the agent’s list, and a replay has the same transaction',
  async (_, other) => {
    const under = over({ answer: { ...asSent, ...other } });
    const first = await create(under);
    expect(first).toMatchObject({ outcome: 'COMMITTED', replayed: false, transaction: { transId: 'T-9' } });
    const again = await create(under);
    expect(again).toMatchObject({ outcome: 'COMMITTED', replayed: true });
    expect(again.transaction?.grant?.transId).toBe(first.transaction?.grant?.transId);
    expect(under.upstream.requestsTo('addTrans')).toHaveLength(1);
  },
);

test.each<[string, FlatRecord]>([
  ['half of the values rewritten', { State: 'Oregon', propertyStatus: 'A' }],
  ['neither its name nor its address', { transName: 'Elm Street (2)' }],
  ['an older record', { insertDate: '2026-11-19T12:00:00Z' }],
  ['a day in place of a time', { insertDate: '2026-11-20' }],
  ['two other agents', { sellerAgentNRDSID: '', buyerAgentNRDSID: '' }],
])('with %s it is UNKNOWN, with the record as a possible match, also under its key later', async (what, other) => {
  const answer = { ...asSent, ...standardized, ...other };
  const listed =
    what === 'two other agents' ? { ...answer, sellerAgentNRDSID: '222', buyerAgentNRDSID: '333' } : answer;
  const under = over({ answer, listed: [listed] });
  expect(await unknownWith(create(under))).toEqual(['UNKNOWN', ['T-9']]);
  expect(await unknownWith(create(under))).toEqual(['UNKNOWN', ['T-9']]);
  expect(under.upstream.requestsTo('addTrans')).toHaveLength(1);
});

test('a record that is not listed yet is a possible match, read by its number under the key later, and COMMITTED once it is listed', async () => {
  const listed: FlatRecord[] = [];
  const answer = { ...asSent, ...standardized, propertyStatus: 'A', State: 'OR', insertDate: null };
  const under = over({ answer, listed });
  for (const _ of ['at once', 'under its key']) {
    const result = await create(under);
    expect([result.outcome, matchesOf(result)]).toEqual(['UNKNOWN', ['T-9']]);
    expect(result.possibleMatches?.[0]?.grant).toMatchObject({ transId: 'T-9' });
  }
  expect(under.upstream.requestsTo('getTransById')).toEqual([{ transId: 'T-9' }]);
  listed.push({ ...answer, insertDate: '2026-11-20T12:00:00Z' });
  expect(await create(under)).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
});

test('if another record agrees better, both are possible matches', async () => {
  const numbered = { ...asSent, transName: 'Elm Street (2)' };
  const older = { ...asSent, transId: 'T-8' };
  expect(await unknownWith(create(over({ answer: numbered, listed: [numbered, older] })))).toEqual([
    'UNKNOWN',
    ['T-9', 'T-8'],
  ]);
  const closer = { ...older, ...standardized };
  const twice = { ...numbered, State: 'Oregon' };
  expect(await unknownWith(create(over({ answer: twice, listed: [twice, closer] })))).toEqual([
    'UNKNOWN',
    ['T-9', 'T-8'],
  ]);
});

test('two equal creations are each COMMITTED with the record that their own response named', async () => {
  const [one, other] = [
    { ...asSent, ...standardized },
    { ...asSent, ...standardized, transId: 'T-10' },
  ];
  const under = over({ answer: one }, { answer: other, listed: [other, one] });
  expect(await create(under, 'key-1')).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
  expect(await create(under, 'key-2')).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-10' } });
});

test('the record of another creation, claimed by it, is neither taken nor shown', async () => {
  const under = over({ answer: asSent }, { answer: { ...asSent, ...standardized }, listed: [asSent] });
  expect(await create(under, 'key-1')).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
  expect(await unknownWith(create(under, 'key-2'))).toEqual(['UNKNOWN', []]);
});

test('a named record that cannot be read by its number takes nothing from what is listed', async () => {
  const similar = { ...asSent, transId: 'T-7', State: 'Oregon' };
  const under = over({ answer: { ...asSent, ...standardized, insertDate: '' }, listed: [similar] });
  await create(under);
  const { call } = under.upstream;
  Object.assign(under.upstream, {
    call: (...given: Parameters<typeof call>) =>
      given[0] === 'getTransById' ? Promise.reject(noResponse()) : call(...given),
  });
  expect(await unknownWith(create(under))).toEqual(['UNKNOWN', ['T-7']]);
});
