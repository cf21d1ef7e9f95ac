// Several transactions of one agent in one request: which calls they take, and that each is what it would be by itself.

import { defaultNotation } from '@realty-forms/contract/calls/filter.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { selectPaths } from '@realty-forms/contract/columns/selection.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Principal } from '../../../src/gateway/callers/principal.ts';
import { type Detail, rawOf } from '../../../src/gateway/reading/transactions.ts';
import { UpstreamFault } from '../../../src/upstream/faults.ts';
import { agentOf, service } from '../../support/callers/callers.ts';
import { type GatewayUnderTest, gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { detailRecord } from '../../support/transaction-record.ts';
import { batchOf, type Handlers } from '../../support/upstreams/fake-upstream.ts';

const ann = agentOf('111');
const users = ['111', '222'].map((agentNRDSID) => ({ agentNRDSID, email: `${agentNRDSID}@example.com` }));

const recordOf = (transId: string): FlatRecord => ({ ...detailRecord, transName: `Transaction ${transId}`, transId });
const bare = ({ transId: _, ...record }: FlatRecord): FlatRecord => record;
const numbers = (length: number, from = 0) => Array.from({ length }, (_, n) => `T-${from + n}`);

/** An upstream where agent 111 has these transactions. */
function upstreamOf(
  all: readonly FlatRecord[],
  overrides: Handlers = {},
  othersTransactions: 'show' | 'refuse' = 'show',
): GatewayUnderTest {
  const handlers: Handlers = {
    activeUsers: (request) => batchOf(users, request),
    listTrans: (request) => batchOf(request.filter === 'NRDSID=<111>' ? all : [], request),
    getTransById: ({ transId }) => all.filter((each) => String(each['transId']).trim() === transId).map(bare),
    ...overrides,
  };
  return gatewayOver(handlers, defaultNotation, { othersTransactions });
}

/** All of them within one request, each with its sealed id opened first; `detailOf` is what is selected of each. */
async function read(
  { gateway }: GatewayUnderTest,
  ids: readonly string[],
  { caller = ann, nrdsId = '111', detailOf = () => undefined }: Reading = {},
) {
  const loaders = gateway.loaders();
  const grant = await gateway.access.agent(caller, nrdsId);
  const sealed = ids.map((each) => gateway.access.transactionId(gateway.access.ownTransaction(grant, each)));
  return await Promise.allSettled(
    sealed.map(async (id, n) =>
      gateway.transactions.get(loaders, await gateway.access.openTransaction(caller, id), detailOf(n)),
    ),
  );
}

interface Reading {
  readonly caller?: Principal;
  readonly nrdsId?: string;
  readonly detailOf?: (n: number) => Detail | undefined;
}

type Outcome = Awaited<ReturnType<typeof read>>[number];

/** What a client would see of it. */
function shown(outcome: Outcome): unknown {
  if (outcome.status === 'rejected') return (outcome.reason as { code?: unknown }).code ?? outcome.reason;
  const { source: _, ...record } = outcome.value;
  return { ...record, raw: rawOf(outcome.value) };
}

const calls = ({ upstream }: GatewayUnderTest) => ({
  lists: upstream.requestsTo('listTrans').length,
  singles: upstream.requestsTo('getTransById').length,
});

describe('several transactions of one agent', () => {
  test.each<[string, { of: number; ids: readonly string[] }, { lists: number; singles: number }]>([
    ['20 of 60 are one batch of the list', { of: 60, ids: numbers(20, 30) }, { lists: 1, singles: 0 }],
    ['4 of 100 are one batch', { of: 100, ids: numbers(4) }, { lists: 1, singles: 0 }],
    ['3 are read one by one', { of: 60, ids: numbers(3) }, { lists: 0, singles: 3 }],
    ['20 in the third batch of 250 are three batches', { of: 250, ids: numbers(20, 210) }, { lists: 3, singles: 0 }],
    ['4 of 1,000 are one by one after the first batch', { of: 1000, ids: numbers(4, 900) }, { lists: 1, singles: 4 }],
    [
      'the list is left when as many batches as records are missing',
      { of: 1000, ids: [...numbers(6), ...numbers(9, 900)] },
      { lists: 1, singles: 9 },
    ],
    [
      'those that the list does not have are read by themselves',
      { of: 60, ids: numbers(6, 57) },
      { lists: 1, singles: 3 },
    ],
    ['of an agent without any, each is asked for', { of: 0, ids: numbers(5) }, { lists: 1, singles: 5 }],
  ])('%s', async (_, { of, ids }, expected) => {
    const all = numbers(of).map(recordOf);
    const under = upstreamOf(all);
    const outcomes = await read(under, ids);
    expect(calls(under)).toEqual(expected);
    expect(outcomes.map((each) => (each.status === 'fulfilled' ? each.value.name : each.reason.code))).toEqual(
      ids.map((id) => (Number(id.slice(2)) < of ? `Transaction ${id}` : 'NOT_FOUND')),
    );
  });

  test('are read on where the first batch has ended, if the service shows then that it returns 20 at most', async () => {
    const all = numbers(110).map(recordOf);
    const listTrans: Handlers['listTrans'] = (request) => {
      const { data, ...batch } = batchOf(all, request);
      return { ...batch, data: data.slice(0, 20) };
    };
    const under = upstreamOf(all, { listTrans });
    await read(under, numbers(20, 83));
    expect(calls(under).singles).toBe(0);
    const batches = under.upstream.requestsTo('listTrans').map((each) => `${each.batch_size}:${each.batch_no}`);
    expect(batches).toEqual(['100:1', '20:2', '99:1', '20:1', '20:3', '20:4', '20:5', '20:6']);
  });

  test('are asked for in whole batches of full records, in the order of a page', async () => {
    const under = upstreamOf(numbers(5).map(recordOf));
    await read(under, numbers(5));
    expect(under.upstream.requestsTo('listTrans')).toEqual([
      { batch_size: 100, batch_no: 1, sort: 'insertDate:asc', filter: 'NRDSID=<111>', full_details: true },
    ]);
  });

  test('are found by numbers that a list pads, or writes as numbers', async () => {
    const under = upstreamOf([...numbers(3).map(recordOf), { ...recordOf(' T-3 ') }, { ...recordOf(''), transId: 77 }]);
    const outcomes = await read(under, [...numbers(4), '77']);
    expect(calls(under)).toEqual({ lists: 1, singles: 0 });
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
  });

  test('have the columns that each of them selects, without the number among those that upstream sent', async () => {
    const under = upstreamOf(numbers(5).map(recordOf));
    const details: readonly (Detail | undefined)[] = [
      { full: true, selection: selectPaths(new Set(['name', 'transId'])) },
      { full: true, selection: selectPaths(new Set(['seller', 'seller.agent', 'seller.agent.email', 'transId'])) },
      { full: true, selection: selectPaths(new Set(['name', 'transId'])), raw: true },
      undefined,
    ];
    const outcomes = await read(under, numbers(4), { detailOf: (n) => details[n] });
    expect(calls(under)).toEqual({ lists: 1, singles: 0 });
    const [name, seller, raw, whole] = outcomes.map((each) => (each.status === 'fulfilled' ? each.value : null));
    expect(name?.name).toBe('Transaction T-0');
    expect(seller?.seller?.agent?.email).toBe('opposing@example.com');
    expect(raw && rawOf(raw)).toEqual(bare(recordOf('T-2')));
    expect([whole && rawOf(whole), whole?.property?.city]).toEqual([bare(recordOf('T-3')), 'Salem']);
  });

  test('are read again after a write', async () => {
    const under = upstreamOf(numbers(5).map(recordOf));
    const grant = await under.gateway.access.agent(ann, null);
    const loaders = under.gateway.loaders();
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(numbers(5).map((id) => loaders.transaction(under.gateway.access.ownTransaction(grant, id))));
      loaders.forgetTransactions();
    }
    expect(calls(under)).toEqual({ lists: 2, singles: 0 });
  });
});

describe('whose transactions they are', () => {
  test('each agent’s are looked for in its own list only', async () => {
    const both: Principal = agentOf('111', '222');
    const owner = { '111': numbers(5), '222': numbers(5, 100) };
    const unsided = (id: string) => ({ ...recordOf(id), buyerAgentNRDSID: '' });
    const under = upstreamOf([], {
      listTrans: (request) => batchOf(owner[request.filter === 'NRDSID=<111>' ? '111' : '222'].map(unsided), request),
      getTransById: () => [],
    });
    const { access, loaders: newLoaders } = under.gateway;
    const loaders = newLoaders();
    const ask = async (nrdsId: '111' | '222', ids: readonly string[]) => {
      const grant = await access.agent(both, nrdsId);
      return ids.map((id) => loaders.transaction(access.ownTransaction(grant, id)));
    };
    // The ids of 222's are also asked for as if they were 111's, which no sealed id says.
    const records = await Promise.all([
      ...(await ask('111', [...owner['111'], 'T-100'])),
      ...(await ask('222', owner['222'])),
    ]);
    expect(under.upstream.requestsTo('listTrans').map(({ filter }) => filter)).toEqual([
      'NRDSID=<111>',
      'NRDSID=<222>',
    ]);
    expect(records.map((record) => record === null)).toEqual(Array.from({ length: 11 }, (_, n) => n === 5));
  });

  test('a service’s ids name no agent, so its transactions are read one by one', async () => {
    const under = upstreamOf(numbers(20).map(recordOf));
    await read(under, numbers(20), { caller: service });
    expect(calls(under)).toEqual({ lists: 0, singles: 20 });
  });

  test('a list with a record of others, if these are refused, is not believed, and each is read by itself', async () => {
    const all = numbers(5).map(recordOf);
    all[2] = { ...recordOf('T-2'), sellerAgentNRDSID: '888', buyerAgentNRDSID: '999' };
    const under = upstreamOf(all, {}, 'refuse');
    const outcomes = await read(under, numbers(5));
    expect(calls(under)).toEqual({ lists: 1, singles: 5 });
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true]);
    expect(outcomes[2]).toMatchObject({ reason: { code: 'UPSTREAM_INVALID' } });
  });
});

describe('a list that does not help', () => {
  const failed = new UpstreamFault('UPSTREAM_TIMEOUT', 'thrown by the test', { endpoint: 'listTrans', sent: true });

  test.each<[string, Handlers['listTrans']]>([
    ['fails', () => Promise.reject(failed)],
    ['shows no numbers', (request) => batchOf(numbers(900).map(recordOf).map(bare), request)],
    ['has no length', (request) => ({ ...batchOf(numbers(900).map(recordOf), request), max: null })],
    ['is empty, with any counts', () => ({ total: 0, max: 300, nextBatchNo: 2, data: [] })],
  ])('because it %s costs one call, and nothing else', async (_, listTrans) => {
    const under = upstreamOf(numbers(10).map(recordOf), { ...(listTrans && { listTrans }) });
    const outcomes = await read(under, numbers(12));
    expect(calls(under)).toEqual({ lists: 1, singles: 12 });
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([...Array(10).fill(true), false, false]);
  });

  test('because it grows as fast as it is read costs no more calls than there are transactions', async () => {
    const under = upstreamOf(numbers(5).map(recordOf), {
      listTrans: ({ batch_no = 1 }) => {
        const data = numbers(100, batch_no * 1000).map(recordOf);
        return { total: 100, max: (batch_no + 1) * 100, nextBatchNo: batch_no + 1, data };
      },
    });
    const outcomes = await read(under, numbers(5));
    expect(calls(under)).toEqual({ lists: 5, singles: 5 });
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
  });

  test('and a transaction that fails by itself fail each for its own reasons', async () => {
    const under = upstreamOf(numbers(6).map(recordOf), {
      listTrans: () => Promise.reject(failed),
      getTransById: ({ transId }) => {
        if (transId === 'T-3')
          throw new UpstreamFault('UPSTREAM_REJECTED', 'no', { endpoint: 'getTransById', sent: true });
        return [bare(recordOf(transId))];
      },
    });
    const outcomes = await read(under, numbers(6));
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, true, true]);
    expect(outcomes[3]).toMatchObject({ reason: { code: 'UPSTREAM_REJECTED' } });
  });
});

test('every request returns each transaction as it is by itself, however the list changes meanwhile', async () => {
  const change = fc.record({ remove: fc.boolean(), at: fc.nat() });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 450 }),
      fc.uniqueArray(fc.nat(500), { minLength: 1, maxLength: 40 }),
      fc.array(change, { maxLength: 6 }),
      async (length, requested, changes) => {
        const ids = requested.map((n) => `T-${n}`);
        const listed = numbers(length).map(recordOf);
        // Of the others, every third is hidden from the list, but can be read.
        const hidden = ids.filter((_, n) => (requested[n] as number) % 3 === 0).map(recordOf);
        const stored = new Map([...listed, ...hidden].map((record) => [record['transId'], record]));
        const pending = [...changes];
        const under = upstreamOf([], {
          listTrans(request) {
            const page = batchOf(listed, request);
            const next = pending.shift();
            // Records leave their places and return at the end: some are seen twice, some never.
            if (next !== undefined && listed.length > 0) {
              const [moved] = listed.splice(next.at % listed.length, 1);
              if (moved !== undefined && !next.remove) listed.push(moved);
            }
            return page;
          },
          getTransById: ({ transId }) => [...(stored.has(transId) ? [bare(recordOf(transId))] : [])],
        });
        const outcomes = await read(under, ids);
        const { lists, singles } = calls(under);
        const alone = await Promise.all(ids.map(async (id) => (await read(under, [id]))[0] as Outcome));
        expect(outcomes.map(shown)).toEqual(alone.map(shown));
        const isWholeInList = changes.length === 0 && requested.every((n) => n < length);
        expect(singles).toBeLessThanOrEqual(ids.length);
        expect(lists).toBeLessThanOrEqual(ids.length < 4 ? 0 : Math.min(ids.length, 1 + Math.floor(length / 100)));
        if (isWholeInList) expect(lists + singles).toBeLessThanOrEqual(ids.length + 1);
      },
    ),
    { numRuns: 40 },
  );
});
