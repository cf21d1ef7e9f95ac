// Services that return fewer records than they are asked for, or count them otherwise: through the whole graph.
import { expect, test } from 'vitest';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const deals = Array.from({ length: 103 }, (_, at) => ({
  transId: `${501 + at}`,
  transName: `Deal ${at}`,
  sellerAgentNRDSID: '100',
  insertDate: new Date(1_780_000_000_000 + at * 60_000).toISOString(),
  lastUpdateDate: new Date(1_780_000_000_000 + at * 60_000).toISOString(),
}));

/** A graph over a service that returns at most so many records at once. */
async function startCapped(max: (sent: number) => number, limit = 20, all = deals) {
  const { stub, ask } = await startStubbedGraph();
  const token = await agentToken(['100']);
  const capped = (all: readonly object[]) => (request: { readonly body: string }) => {
    const { batch_size: size, batch_no: number } = JSON.parse(request.body);
    const data = all.slice((number - 1) * size, number * size).slice(0, limit);
    return { meta: { total: data.length, max: max(data.length), next_batch_no: null }, data };
  };
  stub.answer('/fsforms/listTrans', (request) => ({ json: [capped(all)(request)] }));
  const page = async (args: string) => {
    const fields = '{ totalCount nodes { transId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';
    const { data, errors, extensions } = await ask(`{ transactions(${args}) ${fields} }`, { token });
    expect(errors).toBeUndefined();
    const { nodes, pageInfo, totalCount } = data.transactions;
    const warnings = extensions?.warnings as { readonly code: string }[] | undefined;
    return { ids: nodes.map(({ transId }: { transId: string }) => transId), pageInfo, totalCount, warnings };
  };
  return { page, stub, ask };
}

test('no change of a service that returns at most 20 records is lost', async () => {
  const { stub, ask } = await startCapped(() => deals.length);
  const token = await agentToken(['100']);
  const changes = (after: string | null) =>
    ask(
      'query ($after: String) { transactionChanges(after: $after, first: 100) { endCursor changes { transaction { transId } } } }',
      { token, variables: { after } },
    );
  const begin = (await changes(null)).data.transactionChanges.endCursor;
  const changed = deals.slice(0, 60).map((deal) => ({ ...deal, lastUpdateDate: '2026-06-01T00:00:00Z' }));
  stub.answer('/fsforms/listTrans', ({ body }) => {
    const { batch_size: size, batch_no: number, filter } = JSON.parse(body);
    const all = String(filter).includes('lastUpdateDate_since') ? changed : [...deals.slice(60), ...changed];
    const data = all.slice((number - 1) * size, number * size).slice(0, 20);
    return { json: [{ meta: { total: data.length, max: all.length }, data }] };
  });
  const { data } = await changes(begin);
  const told = data.transactionChanges.changes.map(
    (each: { transaction: { transId: string } }) => each.transaction.transId,
  );
  expect(told.toSorted()).toEqual(changed.map(({ transId }) => transId));
});

const allIds = deals.map(({ transId }) => transId);

test.each([
  ['counts its lists', () => deals.length, undefined],
  ['counts its batches', (sent: number) => sent, ['LIST_UNCERTAIN']],
])('a service that returns at most 20 records, and %s, is walked from both ends', async (_, max, warned) => {
  const { page } = await startCapped(max);
  const forward: string[] = [];
  for (let after: string | null = null, more = true; more; ) {
    const next = await page(after === null ? 'first: 20' : `first: 20, after: "${after}"`);
    forward.push(...next.ids);
    if (forward.length === 20) expect(next.warnings?.map(({ code }) => code)).toEqual(warned);
    [after, more] = [next.pageInfo.endCursor, next.pageInfo.hasNextPage];
  }
  expect(forward).toEqual(allIds);
  expect((await page('last: 25')).ids).toEqual(allIds.slice(-25));
});

test.each([
  [103, 1],
  [21, 1],
  // Only the batch behind a full one shows that the list ends with it.
  [20, 2],
  [19, 1],
  [0, 1],
])('the first 20 transactions of %i take %i calls before a good service', async (length, expected) => {
  const { page, stub } = await startCapped(() => length, 100, deals.slice(0, length));
  expect((await page('first: 20')).ids).toEqual(allIds.slice(0, Math.min(20, length)));
  expect(stub.requestsTo('/fsforms/listTrans')).toHaveLength(expected);
});
