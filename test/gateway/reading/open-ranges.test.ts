// Ranges of which one end is enough: what is sent for the other, what is refused, and which cursors fit.

import {
  defaultNotation,
  type FilterNotation,
  parseFilter,
  transactionFilterKeys,
} from '@realty-forms/contract/calls/filter.ts';
import type { TransactionFilter } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { selectGroups } from '@realty-forms/contract/columns/selection.ts';
import { expect, test } from 'vitest';
import type { PageArguments } from '../../../src/gateway/paging/connection.ts';
import { agentOf } from '../../support/callers/callers.ts';
import { gatewayOver } from '../../support/gateways/gateway-under-test.ts';
import { summaryRecord } from '../../support/transaction-record.ts';
import { batchOf } from '../../support/upstreams/fake-upstream.ts';

const ann = agentOf('111');
const summary = { full: false, selection: selectGroups('summary') };

/** A service that lists what lies in the range, ends included, and refuses one without two ends. */
function serviceWith(closings: readonly (string | null)[], notation?: FilterNotation) {
  const under = gatewayOver(
    {
      activeUsers: (request) => batchOf([{ agentNRDSID: '111', email: 'ann@example.com' }], request),
      listTrans: (request) => batchOf(closings.flatMap(inRange(String(request.filter), notation)), request),
    },
    notation,
  );
  const list = async (
    closingDateRange: NonNullable<TransactionFilter['closingDateRange']>,
    page: PageArguments = {},
  ) => {
    const grant = await under.gateway.access.agent(ann, '111');
    return under.gateway.transactions.list(
      under.gateway.loaders(),
      grant,
      { ...page, filter: { closingDateRange } },
      summary,
    );
  };
  return { list, sent: () => under.upstream.requestsTo('listTrans').map(({ filter }) => filter) };
}

function inRange(filter: string, notation?: FilterNotation) {
  const parsed = parseFilter(filter, transactionFilterKeys, notation);
  const range = parsed.ok ? parsed.values.get('closingDate_range') : undefined;
  if (typeof range !== 'object' || !('from' in range)) throw new Error(`no range in ${filter}`);
  return (closing: string | null, index: number): FlatRecord[] =>
    closing !== null && range.from <= closing && closing <= range.to
      ? [{ ...summaryRecord, transName: `Transaction ${index}`, insertDate: `2026-01-01T00:00:${10 + index}Z` }]
      : [];
}

test.each<[NonNullable<TransactionFilter['closingDateRange']>, string]>([
  [{ from: '2026-03-01' }, '2026-03-01 - 2999-12-31'],
  [{ from: '2026-03-01', to: null }, '2026-03-01 - 2999-12-31'],
  [{ to: '2026-03-01' }, '1970-01-02 - 2026-03-01'],
  [{ from: null, to: '2026-03-01T09:30:00-07:00' }, '1970-01-02 - 2026-03-01T09:30:00-07:00'],
])('of %o, the open end is sent as the outermost day', async (range, text) => {
  const { list, sent } = serviceWith([]);
  await list(range);
  expect(sent()).toEqual([`NRDSID=<111>, closingDate_range=<${text}>`]);
});

test('the outermost days are written like all other days', async () => {
  const timestamps = { form: 'us', dates: 'us', timeZone: 'America/Denver' } as const;
  const { list, sent } = serviceWith([], { ...defaultNotation, timestamps });
  await list({ from: '2026-03-01' });
  await list({ to: '2026-03-01' });
  expect(sent()).toEqual([
    'NRDSID=<111>, closingDate_range=<03/01/2026 - 12/31/2999>',
    'NRDSID=<111>, closingDate_range=<01/02/1970 - 03/01/2026>',
  ]);
});

test.each<[NonNullable<TransactionFilter['closingDateRange']>, string]>([
  [{}, 'must have from, to or both'],
  [{ from: null, to: null }, 'must have from, to or both'],
  [{ from: '3000-01-01' }, 'to (2999-12-31) must not be before from (3000-01-01)'],
  [{ to: '1969-12-31' }, 'to (1969-12-31) must not be before from (1970-01-02)'],
])('%o is refused by name, before any call', async (range, problem) => {
  const { list, sent } = serviceWith([]);
  await expect(list(range)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    argument: 'filter.closingDateRange',
    message: `filter.closingDateRange: ${problem}`,
  });
  expect(sent()).toEqual([]);
});

test('a cursor fits the same range however its open end is written, and no other', async () => {
  const { list } = serviceWith(['2026-03-01', '2026-03-02', '2026-03-03']);
  const after = (await list({ from: '2026-03-01' }, { first: 1 })).pageInfo.endCursor;
  const next = await list({ from: '2026-03-01', to: null }, { first: 1, after });
  expect(next.nodes.map(({ name }) => name)).toEqual(['Transaction 1']);
  await expect(list({ from: '2026-03-02' }, { after })).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
  await expect(list({ to: '2026-03-01' }, { after })).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
});
