import type { TransactionFilter } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { selectGroups } from '@realty-forms/contract/columns/selection.ts';
import { describe, expect, test } from 'vitest';
import { grantOf, type ListArguments, rawOf } from '../../../src/gateway/reading/transactions.ts';
import { UpstreamFault } from '../../../src/upstream/faults.ts';
import { agentOf, service } from '../../support/callers/callers.ts';
import { type GatewayUnderTest, gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { detailRecord } from '../../support/transaction-record.ts';
import { batchOf, type Handlers } from '../../support/upstreams/fake-upstream.ts';

const ann = agentOf('111');
const summary = { full: false, selection: selectGroups('summary') };
const full = { full: true, selection: selectGroups('summary', 'property', 'seller', 'identifier') };

const records: FlatRecord[] = Array.from({ length: 45 }, (_, index) => ({
  ...detailRecord,
  transName: `Transaction ${index}`,
  transId: `T-${index}`,
}));
const bare = ({ transId: _, ...record }: FlatRecord): FlatRecord => record;

/** Every agent of these tests is in the directory. */
const activeUsers: NonNullable<Handlers['activeUsers']> = (request) =>
  batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request);

const underTest = (all: readonly FlatRecord[] = records) =>
  gatewayOver({
    activeUsers,
    listTrans: (request) => batchOf(request.full_details ? all : all.map(bare), request),
    getTransById: ({ transId }) => all.filter((each) => each['transId'] === transId).map(bare),
  });

async function list({ gateway }: GatewayUnderTest, args: ListArguments = {}, detail = summary, caller = ann) {
  const grant = await gateway.access.agent(caller, '111');
  return gateway.transactions.list(gateway.loaders(), grant, args, detail);
}

describe('a list', () => {
  test('requests summaries or all details as specified, and always states its order', async () => {
    const under = underTest();
    await list(under);
    await list(under, { first: 3, orderBy: { field: 'CLOSING_DATE', direction: 'DESC' } }, full);
    await list(under, { first: 1, orderBy: { field: 'TYPE' } });
    expect(under.upstream.requestsTo('listTrans')).toEqual([
      { batch_size: 20, batch_no: 1, sort: 'insertDate:asc', filter: 'NRDSID=<111>', full_details: false },
      { batch_size: 3, batch_no: 1, sort: 'closingDate:desc', filter: 'NRDSID=<111>', full_details: true },
      { batch_size: 1, batch_no: 1, sort: 'transactionType:asc', filter: 'NRDSID=<111>', full_details: false },
    ]);
  });

  const statuses = ['ACTIVE', 'PENDING'] as const;
  const listing = (isListed: (filter: string) => boolean, all = records) =>
    gatewayOver({
      activeUsers,
      listTrans: (request) => batchOf(isListed(request.filter) ? all : [], request),
    });
  const filtersOf = ({ upstream }: GatewayUnderTest) => upstream.requestsTo('listTrans').map(({ filter }) => filter);

  test('for several codes is an error if it is empty, although a transaction has one of them', async () => {
    const under = listing((filter) => !filter.includes('|'));
    const fault = { code: 'UPSTREAM_INVALID', endpoint: 'listTrans' };
    const filter = { statuses, types: ['LISTING', 'PURCHASE'], realtorName: 'Ann' } as const;
    await expect(list(under, { filter })).rejects.toMatchObject(fault);
    expect(filtersOf(under)).toEqual([
      'NRDSID=<111>, realtorName=<Ann>, transactionType=<A|P>, propertyStatus=<A|P>',
      'NRDSID=<111>, realtorName=<Ann>',
    ]);
    expect((await list(under, { filter: { ...filter, statuses: ['ACTIVE'], types: null } })).nodes).toHaveLength(20);
  });

  const withStatus = (...codes: string[]) =>
    records.map((each, at) => ({ ...each, propertyStatus: codes[at % codes.length] ?? '' }));

  test('for several codes is empty if no transaction has one of them; once a list has shown several, that is not checked', async () => {
    const closed = withStatus('C', '');
    const empty = listing((filter) => !filter.includes('|'), closed);
    expect((await list(empty, { filter: { statuses } })).nodes).toEqual([]);
    let isListed = true;
    const under = listing(() => isListed, withStatus('A', 'P'));
    await list(under, { filter: { statuses } });
    isListed = false;
    await list(under, { filter: { statuses } });
    expect(filtersOf(under)).toHaveLength(2);
  });

  test('for several codes is an error if the service has listed those with one of them only', async () => {
    const all = withStatus('A', 'P', 'X');
    const reading = (isRead: (code: string) => boolean) =>
      gatewayOver({
        activeUsers,
        listTrans: (request) =>
          batchOf(request.filter.includes('|') ? all.filter((each) => isRead(each.propertyStatus)) : all, request),
      });
    const fault = { code: 'UPSTREAM_INVALID', endpoint: 'listTrans' };
    const filter = { statuses };
    await expect(
      list(
        reading((code) => code === 'A'),
        { filter },
      ),
    ).rejects.toMatchObject(fault);
    const under = reading((code) => code !== 'X');
    const unread = { ...summary, selection: selectGroups('identifier') };
    expect((await list(under, { filter }, unread)).totalCount).toBe(30);
    await list(under, { filter }, unread);
    // Only the first of them was compared with the list without the codes.
    expect(filtersOf(under)).toHaveLength(3);
  });

  test.each<[TransactionFilter, false | undefined]>([
    [{ insertDateMin: '2026-03-04T23:00:00Z' }, undefined],
    [{ insertDate: '2026-03-04' }, undefined],
    [{ closingDateRange: { to: '2026-06-30' } }, undefined],
    [{ purchaseAgreementDate: '2026-05-02' }, undefined],
    [{ insertDateMin: '2026-03-06' }, false],
    [{ insertDate: '2026-03-01T12:00:00Z' }, false],
    [{ lastUpdateDateSince: '2026-03-20' }, false],
    [{ closingDateRange: { from: '2026-07-04' } }, false],
    [{ closingDate: '2026-07-04' }, false],
    [{ purchaseAgreementDate: '2026-05-09' }, false],
  ])(
    'for %j has only records of that period, or the next days, if it is as requested: %s',
    async (filter, isAsRequested) => {
      const of = {
        insertDate: '2026-03-04T15:00:00Z',
        lastUpdateDate: '2026-03-12',
        purchaseAgreementDate: '2026-05-01',
        projectedClosingDate: '2026-07-01',
      };
      const under = underTest([{ ...detailRecord, ...of }]);
      const withDates = { full: true, selection: selectGroups('summary', 'purchase') };
      expect((await list(under, { filter }, withDates)).isAsRequested).toBe(isAsRequested);
    },
  );

  const changedOn = (...times: string[]) => times.map((lastUpdateDate, at) => ({ ...records[at], lastUpdateDate }));

  test('for a day is an error if it is empty, although a transaction is of that day', async () => {
    const of = changedOn('2026-03-01T15:00:00Z', '2026-03-04T15:00:00Z');
    const under = listing((filter) => !filter.includes('lastUpdateDate='), of);
    const fault = { code: 'UPSTREAM_INVALID', endpoint: 'listTrans' };
    await expect(list(under, { filter: { lastUpdateDate: '2026-03-04', realtorName: 'Ann' } })).rejects.toMatchObject(
      fault,
    );
    expect(filtersOf(under)).toEqual([
      'NRDSID=<111>, realtorName=<Ann>, lastUpdateDate=<2026-03-04>',
      'NRDSID=<111>, realtorName=<Ann>, lastUpdateDate_since=<2026-03-04>',
      // Where a service further west or east would have it.
      'NRDSID=<111>, realtorName=<Ann>, lastUpdateDate=<2026-03-03>',
      'NRDSID=<111>, realtorName=<Ann>, lastUpdateDate=<2026-03-05>',
    ]);
    const filter = { lastUpdateDate: '2026-03-02' };
    expect((await list(under, { filter })).nodes).toEqual([]);
  });

  test('for a day is compared once a minute, and not with a bound that may match a part of the day', async () => {
    const under = listing(() => false, changedOn('2026-03-04T00:30:00Z'));
    const withBound = { lastUpdateDate: '2026-03-04', lastUpdateDateSince: '2026-03-03T20:00:00-05:00' };
    expect((await list(under, { filter: withBound })).nodes).toEqual([]);
    for (const lastUpdateDate of ['2026-03-05', '2026-03-06']) await list(under, { filter: { lastUpdateDate } });
    expect(filtersOf(under)).toHaveLength(4);
  });

  test('for a day is not checked once a list has had something of a day that did not happen at midnight', async () => {
    let isListed = true;
    const under = listing(() => isListed, changedOn('2026-03-04T15:00:00Z'));
    await list(under, { filter: { lastUpdateDate: '2026-03-04' } });
    isListed = false;
    await list(under, { filter: { lastUpdateDate: '2026-03-05' } });
    expect(filtersOf(under)).toHaveLength(2);
  });

  test.each([
    ['DESC', ['2026-03-04T10:00:00Z', '2026-03-01T10:00:00Z', '', '2026-02-28'], undefined],
    ['ASC', ['2026-03-01', '2026-03-01T20:00:00Z', '2026-03-01T01:00:00-05:00'], undefined],
    ['ASC', ['2026-03-04T10:00:00Z', '2026-03-01T10:00:00Z'], false],
    ['DESC', ['2026-03-01T10:00:00Z', '', '2026-03-04T10:00:00Z'], false],
  ] as const)('in %s order of these times is as requested or not: %j', async (direction, times, isAsRequested) => {
    const under = underTest(times.map((insertDate, at) => ({ ...records[at], insertDate })));
    const page = await list(under, { orderBy: { field: 'INSERT_DATE', direction } });
    expect(page.isAsRequested).toBe(isAsRequested);
  });

  test('is not as requested if an answer has a record twice, on the page or beside its cursor', async () => {
    const repeating = (at: number) => underTest(records.with(at, records[at - 1] as FlatRecord));
    expect((await list(repeating(2), { first: 9 }, full)).isAsRequested).toBe(false);
    const after = (await list(underTest(), { first: 9 }, full)).pageInfo.endCursor;
    expect((await list(repeating(9), { first: 9, after }, full)).isAsRequested).toBe(false);
    expect((await list(repeating(30), { first: 9, after }, full)).isAsRequested).toBeUndefined();
    // Summaries have no numbers, and may be alike.
    expect((await list(repeating(2), { first: 9 })).isAsRequested).toBeUndefined();
  });

  test('of summaries has no transaction numbers, and throws only when one is read', async () => {
    const { nodes } = await list(underTest(), { first: 2 });
    expect(nodes.map(({ name, status }) => [name, status])).toEqual([
      ['Transaction 0', 'PENDING'],
      ['Transaction 1', 'PENDING'],
    ]);
    expect(() => grantOf(nodes[0]!)).toThrow(
      expect.objectContaining({ code: 'UPSTREAM_INVALID', endpoint: 'listTrans' }),
    );
  });

  test('with all details has transaction numbers, ids that open, and the raw record', async () => {
    const under = underTest();
    const { nodes } = await list(under, { first: 2 }, full);
    expect(nodes.map(({ transId }) => transId)).toEqual(['T-0', 'T-1']);
    expect(nodes[1]?.grant).toMatchObject({ transId: 'T-1', holder: '111' });
    expect(rawOf(nodes[0]!)).toBe(records[0]);
    expect(nodes[0]?.seller?.agent?.nrdsId).toBe('999');
  });

  test('throws only for those records that have all details but no number', async () => {
    const [first, second] = records;
    const { nodes } = await list(underTest([bare(first!), second!, { ...first, transId: ' ' }]), {}, full);
    expect(nodes.map(({ name }) => name)).toEqual(['Transaction 0', 'Transaction 1', 'Transaction 0']);
    expect(nodes[1]?.transId).toBe('T-1');
    for (const index of [0, 2]) {
      expect(() => grantOf(nodes[index]!)).toThrow(expect.objectContaining({ code: 'UPSTREAM_INVALID' }));
    }
  });

  test('continues after a cursor with another page size and other details', async () => {
    const under = underTest();
    const { pageInfo, totalCount } = await list(under, { first: 20 });
    expect(totalCount).toBe(45);
    const next = await list(under, { first: 3, after: pageInfo.endCursor }, full);
    expect(next.nodes.map(({ transId }) => transId)).toEqual(['T-20', 'T-21', 'T-22']);
  });

  test.each<[string, ListArguments, typeof ann]>([
    ['filter', { filter: { realtorName: 'Ann' } }, ann],
    ['order', { orderBy: { field: 'INSERT_DATE', direction: 'DESC' } }, ann],
    ['caller', {}, service],
  ])('rejects a cursor of another %s', async (_, args, caller) => {
    const under = underTest();
    const { pageInfo } = await list(under, { ...args, first: 1 }, summary, caller);
    const calls = under.upstream.requestsTo('listTrans').length;
    await expect(list(under, { after: pageInfo.endCursor })).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
    expect(under.upstream.requestsTo('listTrans')).toHaveLength(calls);
  });

  test('rejects a cursor of another agent, even from the same service', async () => {
    const { gateway, upstream } = underTest();
    const listOf = async (nrdsId: string, args: ListArguments) =>
      gateway.transactions.list(gateway.loaders(), await gateway.access.agent(service, nrdsId), args, summary);
    const { pageInfo } = await listOf('222', { first: 1 });
    await expect(listOf('111', { after: pageInfo.endCursor })).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
    expect(upstream.requestsTo('listTrans')).toHaveLength(1);
  });

  test('of an unknown NRDS id is NOT_FOUND for a service; of an agent without transactions it is empty', async () => {
    const { gateway } = underTest([]);
    const listOf = async (nrdsId: string) =>
      gateway.transactions.list(gateway.loaders(), await gateway.access.agent(service, nrdsId), {}, summary);
    await expect(listOf('999')).rejects.toMatchObject({ code: 'NOT_FOUND', argument: 'agentNrdsId' });
    expect(await listOf('111')).toMatchObject({ nodes: [], totalCount: 0 });
  });

  test('that is empty is believed while the directory cannot be loaded', async () => {
    const { gateway } = gatewayOver({
      activeUsers: () =>
        Promise.reject(new UpstreamFault('UPSTREAM_TIMEOUT', 'down', { endpoint: 'activeUsers', sent: true })),
      listTrans: (request) => batchOf([], request),
    });
    const grant = await gateway.access.agent(service, '999');
    expect(await gateway.transactions.list(gateway.loaders(), grant, {}, summary)).toMatchObject({ totalCount: 0 });
  });

  test('accepts a cursor of the same list with equivalent arguments', async () => {
    const under = underTest();
    const { pageInfo } = await list(under, { filter: { realtorName: null }, orderBy: null, first: 1 });
    const next = {
      after: pageInfo.endCursor,
      filter: null,
      orderBy: { field: 'INSERT_DATE', direction: 'ASC' },
    } as const;
    expect((await list(under, next)).nodes[0]?.name).toBe('Transaction 1');
  });
});

describe('the text of a filter', () => {
  const filterText = async (filter: TransactionFilter, notation?: Parameters<typeof gatewayOver>[1]) => {
    const under = gatewayOver({ activeUsers, listTrans: (request) => batchOf([], request) }, notation);
    await list(under, { filter });
    return under.upstream.requestsTo('listTrans')[0]?.filter;
  };

  test('is not sent with a text where a timestamp belongs', async () => {
    const under = underTest();
    for (const filter of [{ insertDateMin: 'soon' }, { closingDateRange: { from: '2026-03-01', to: 'tomorrow' } }])
      await expect(list(under, { filter })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: expect.stringMatching(/^filter\..*: must be an ISO 8601 date or a date-time with an offset/),
      });
    expect(under.upstream.requestsTo('listTrans')).toEqual([]);
  });

  const unsafe = ['<', '>', ',', '|', '=', '\n', '\u0000', '\u007f', '\u0085', '\u2028'];
  test.each<[string, (value: string) => TransactionFilter]>([
    ['filter.realtorName', (realtorName) => ({ realtorName })],
    ['filter.lastUpdateDate', (lastUpdateDate) => ({ lastUpdateDate })],
    ['filter.insertDateMin', (insertDateMin) => ({ insertDateMin })],
    ['filter.closingDateRange.from', (from) => ({ closingDateRange: { from, to: '2026-04-01' } })],
    ['filter.closingDateRange.to', (to) => ({ closingDateRange: { from: '2026-03-01', to } })],
  ])('rejects an unsafe or blank %s by name, before any call of listTrans', async (argument, filterOf) => {
    const under = underTest();
    for (const character of unsafe) {
      await expect(list(under, { filter: filterOf(`a${character}b`) })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: `${argument}: must not contain the character ${JSON.stringify(character)}`,
      });
    }
    for (const blank of ['', '  ']) {
      await expect(list(under, { filter: filterOf(blank) })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: expect.stringMatching(`^${argument}: must not be blank`),
      });
    }
    expect(under.upstream.requestsTo('listTrans')).toEqual([]);
  });

  test.each([
    ['2026-04-02', '2026-04-01'],
    ['2026-04-01T10:00:00Z', '2026-04-01T11:30:00+02:00'],
  ])('rejects a range from %s to %s before any call of listTrans', async (from, to) => {
    const under = underTest();
    await expect(list(under, { filter: { closingDateRange: { from, to } } })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: `filter.closingDateRange: to (${to}) must not be before from (${from})`,
    });
    expect(under.upstream.requestsTo('listTrans')).toEqual([]);
  });

  test.each([
    ['2026-04-01', '2026-04-01'],
    ['2026-04-01T10:00:00Z', '2026-04-01T10:30:00-02:00'],
    ['2026-04-01T10:00:00Z', '2026-04-01'],
    ['2026-04-01', '2026-03-31T22:30:00-05:00'],
  ])('accepts a range from %s to %s', async (from, to) => {
    expect(await filterText({ closingDateRange: { from, to } })).toBe(
      `NRDSID=<111>, closingDate_range=<${from} - ${to}>`,
    );
  });

  test('rejects the configured separator and an empty list', async () => {
    const under = gatewayOver({ activeUsers }, { brackets: false, separator: '&' });
    const refused = (filter: TransactionFilter, message: string) =>
      expect(list(under, { filter })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(message),
      });
    await refused({ realtorName: 'Ann & Bob' }, 'filter.realtorName: must not contain the character "&"');
    await refused({ propertyTypes: [] }, 'filter.propertyTypes: must not be empty; omit it instead');
    await refused({ types: [] }, 'filter.types: must not be empty; omit it instead');
    await refused({ statuses: [] }, 'filter.statuses: must not be empty; omit it instead');
  });

  test.each(['1>, NRDSID=<222', '111|222', '111,222'])('rejects the agent "%s" from a service', async (nrdsId) => {
    const { gateway, upstream } = underTest();
    const grant = await gateway.access.agent(service, nrdsId);
    const failing = gateway.transactions.list(gateway.loaders(), grant, {}, summary);
    await expect(failing).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(/^agentNrdsId:/),
    });
    expect(upstream.calls).toEqual([]);
  });
});

describe('one transaction', () => {
  test('has the number that the record leaves out, and the id by which it was requested', async () => {
    const under = underTest();
    const { gateway } = under;
    const [listed] = (await list(under, { first: 1 }, full)).nodes;
    const id = gateway.access.transactionId(listed!.grant!);
    const found = await gateway.transactions.get(gateway.loaders(), await gateway.access.openTransaction(ann, id));
    expect(found).toMatchObject({ transId: 'T-0', grant: { id }, name: 'Transaction 0', purchase: { price: null } });
    expect(rawOf(found)).not.toHaveProperty('transId');
    expect(found.serviceProviders).toEqual([expect.objectContaining({ kind: 'ESCROW', company: 'Escrow Ltd' })]);
  });

  test('that upstream does not have is the same NOT_FOUND as one that is not the caller’s', async () => {
    const { gateway } = underTest();
    const grant = gateway.access.ownTransaction(await gateway.access.agent(ann, null), 'T-999');
    const missing = await gateway.transactions.get(gateway.loaders(), grant).catch((error: unknown) => error);
    await expect(gateway.access.openTransaction(ann, 'T-0')).rejects.toEqual(missing);
    expect(missing).toMatchObject({ code: 'NOT_FOUND' });
  });
});
