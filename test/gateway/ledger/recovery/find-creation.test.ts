// Finding a creation that got no response, by lists of the POST API alone.
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { expect, test } from 'vitest';
import { authorOf } from '../../../../src/gateway/ledger/write-command.ts';
import type { CreateResult } from '../../../../src/gateway/writing/create-transaction.ts';
import { agentOf } from '../../../support/callers/callers.ts';
import { type GatewayUnderTest, gatewayOver } from '../../../support/gateways/gateway-under-test.ts';
import { batchOf, type Handlers } from '../../../support/upstreams/fake-upstream.ts';
import { noResponse } from '../process.ts';

const ann = agentOf('111');
const input = {
  stateId: 'or',
  name: 'Elm  Street',
  streetAddress: '1 Elm Street',
  propertyType: 'RESIDENTIAL',
  type: 'LEASE_RENTAL',
  status: 'NEW',
} as const;

/** The record upstream would create from the input, inserted at the held clock's time. */
const made: FlatRecord = {
  transId: 'T-9',
  transName: 'Elm Street ',
  streetAddress: '1 Elm street',
  State: 'OR',
  propertyType: 'R',
  transactionType: 'L',
  propertyStatus: 'N',
  insertDate: '2026-11-20T12:00:00Z',
};

function over(records: readonly FlatRecord[], addTrans?: Handlers['addTrans']): GatewayUnderTest {
  return gatewayOver({
    activeUsers: (request) => batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request),
    addTrans: addTrans ?? (() => Promise.reject(noResponse())),
    listTrans: (request) => batchOf(records, request),
    getTransById: ({ transId }) => records.filter((record) => record.transId === transId),
  });
}

async function create({ gateway }: GatewayUnderTest, key: string | null = 'key-1'): Promise<CreateResult> {
  const grant = await gateway.access.agent(ann, '111');
  return gateway.createTransaction(gateway.loaders(), grant, authorOf(ann, key), input, true);
}

test('the matching record is COMMITTED, even if the service reformats its texts, and is read again for a replay', async () => {
  const under = over([{ ...made, transId: 'T-8', streetAddress: '2 Elm Street' }, made]);
  const first = await create(under);
  expect(first).toMatchObject({ outcome: 'COMMITTED', userErrors: [], replayed: false, possibleMatches: null });
  expect(first.transaction?.transId).toBe('T-9');
  const again = await create(under);
  expect(again).toMatchObject({ outcome: 'COMMITTED', replayed: true });
  expect(again.transaction?.grant?.transId).toBe(first.transaction?.grant?.transId);
  expect(under.upstream.requestsTo('addTrans')).toHaveLength(1);
  expect(under.upstream.requestsTo('getTransById')).toEqual([{ transId: 'T-9' }]);
});

const failure = 'Transaction creation failed: no room';
test.each<[string, FlatRecord[]]>([
  ['an error', [{ message: failure, type: 'New Transaction Failure' }]],
  ['an error under another name', [{ error: failure }]],
  ['a record without its number', [{ transName: 'Elm Street', transId: '' }]],
  ['an empty record', [{}]],
  ['no record', []],
])('%s in place of the created record is not a usable response, so the record is searched for', async (_, answer) => {
  expect(await create(over([made], () => answer))).toMatchObject({
    outcome: 'COMMITTED',
    transaction: { transId: 'T-9' },
  });
  expect(await create(over([], () => answer))).toMatchObject({
    outcome: 'UNKNOWN',
    transaction: null,
    possibleMatches: [],
  });
});

test('a creation without a key is searched for too', async () => {
  expect(await create(over([made]), null)).toMatchObject({ outcome: 'COMMITTED', replayed: false });
});

test('lists the agent’s newest records with all details, from one day earlier, as a service may compare whole days', async () => {
  const under = over([made]);
  await create(under);
  expect(under.upstream.requestsTo('listTrans')).toEqual([
    {
      batch_size: 100,
      batch_no: 1,
      sort: 'insertDate:desc',
      filter: 'NRDSID=<111>, insertDate_min=<2026-11-19>',
      full_details: true,
    },
  ]);
});

test.each<[string, Partial<Record<string, string>>]>([
  ['another name', { transName: 'Oak Street' }],
  ['another address', { streetAddress: '2 Elm Street' }],
  ['another state', { State: 'WA' }],
  ['another property type', { propertyType: 'V' }],
  ['another type', { transactionType: 'A' }],
  ['another status', { propertyStatus: 'P' }],
])(
  'a record with %s is a possible match, but never decides, and one that differs in two values is none',
  async (_, other) => {
    const { outcome, possibleMatches } = await create(over([{ ...made, ...other }]));
    expect([outcome, possibleMatches?.map(({ transId }) => transId)]).toEqual(['UNKNOWN', ['T-9']]);
    const two = { transName: 'Oak', propertyStatus: 'P' };
    expect(await create(over([{ ...made, ...other, ...two }]))).toMatchObject({ possibleMatches: [] });
    const earlier = { ...made, ...other, insertDate: '2026-11-20T11:30:00Z' };
    expect(await create(over([earlier]))).toMatchObject({ possibleMatches: [] });
  },
);

test('a record that matches is COMMITTED even if there are similar ones; if it is not decisive, they are returned too', async () => {
  const similar = { ...made, transId: 'T-8', State: 'Oregon' };
  expect(await create(over([similar, made]))).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
  const { outcome, possibleMatches } = await create(over([similar, { ...made, insertDate: '2026-11-20' }]));
  expect([outcome, possibleMatches?.map(({ transId }) => transId)]).toEqual(['UNKNOWN', ['T-8', 'T-9']]);
});

test.each([
  ['a date without a time', '2026-11-20'],
  ['no date', null],
])('a record with %s may be older: it is a possible match, but not decisive', async (_, insertDate) => {
  const { outcome, transaction, possibleMatches } = await create(over([{ ...made, insertDate }]));
  expect({ outcome, transaction }).toEqual({ outcome: 'UNKNOWN', transaction: null });
  expect(possibleMatches?.map(({ transId }) => transId)).toEqual(['T-9']);
});

test.each([
  ['before the creation was sent', '2026-11-20T11:57:59Z'],
  ['long after the creation was sent', '2026-11-20T12:17:01Z'],
])(
  'a record inserted %s is a possible match if there is no other, as clocks and time zones may be wrong, but never decides',
  async (_, insertDate) => {
    const untimely = { ...made, transId: 'T-8', insertDate };
    const { outcome, possibleMatches } = await create(over([untimely]));
    expect([outcome, possibleMatches?.map(({ transId }) => transId)]).toEqual(['UNKNOWN', ['T-8']]);
    expect(await create(over([untimely, made]))).toMatchObject({
      outcome: 'COMMITTED',
      transaction: { transId: 'T-9' },
    });
    const unclear = await create(over([untimely, { ...made, insertDate: null }]));
    expect(unclear.possibleMatches?.map(({ transId }) => transId)).toEqual(['T-9']);
  },
);

test('if two records match, neither is taken and both are returned as possible matches', async () => {
  const { outcome, possibleMatches } = await create(over([made, { ...made, transId: 'T-10' }]));
  expect(outcome).toBe('UNKNOWN');
  expect(possibleMatches?.map(({ transId }) => transId)).toEqual(['T-9', 'T-10']);
});

const others = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...made, transId: `O-${index}`, transName: `Other ${index}` }));

test('a record that is in two batches, because another was inserted in between, counts once', async () => {
  const records: FlatRecord[] = (others(102) as FlatRecord[]).toSpliced(99, 0, made);
  const under = over(records);
  const { call } = under.upstream;
  Object.assign(under.upstream, {
    async call(...given: Parameters<typeof call>) {
      const answer = await call(...given);
      if (given[0] === 'listTrans') records.unshift({ ...made, transId: 'N-1', transName: 'New' });
      return answer;
    },
  });
  expect(await create(under)).toMatchObject({ outcome: 'COMMITTED', transaction: { transId: 'T-9' } });
  expect(under.upstream.requestsTo('listTrans')).toHaveLength(2);
});

test('up to 500 records are searched; a longer list leaves the outcome UNKNOWN', async () => {
  const within = over([made, ...others(320)]);
  expect((await create(within)).outcome).toBe('COMMITTED');
  expect(within.upstream.requestsTo('listTrans').map(({ batch_no }) => batch_no)).toEqual([1, 2, 3, 4]);
  const beyond = over([made, ...others(520)]);
  expect((await create(beyond)).outcome).toBe('UNKNOWN');
  expect(beyond.upstream.requestsTo('listTrans')).toHaveLength(6);
});

test('a matching record without an id leaves the outcome UNKNOWN', async () => {
  const { transId: _, ...numberless } = made;
  expect((await create(over([numberless]))).outcome).toBe('UNKNOWN');
});

test('a replay returns the outcome even if the transaction cannot be read', async () => {
  const records = [made];
  const under = over(records);
  await create(under);
  records.length = 0;
  expect(await create(under)).toMatchObject({ outcome: 'COMMITTED', transaction: null, replayed: true });
});
