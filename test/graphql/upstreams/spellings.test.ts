// Columns in another case than the specification's are the same columns (2): no one loses access, and no record is blank.
import { expect, test } from 'vitest';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { users } from '../../support/upstreams/hand-typed-upstream.ts';

const records = ['Elm', 'Oak'].map((transName, at) => ({
  transName,
  propertyStatus: 'A',
  insertDate: '2026-03-01T09:00:00Z',
  City: 'Salem',
  sellerParty1Name: 'Ada',
  transId: `${501 + at}`,
}));

test.each([
  ['lower', (name: string) => name.toLowerCase()],
  ['upper', (name: string) => name.toUpperCase()],
  ['Pascal', (name: string) => name.charAt(0).toUpperCase() + name.slice(1)],
])('an agent sees full records where all names are in %s case', async (_case, spell) => {
  const { stub, ask } = await startStubbedGraph();
  const respelled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(respelled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [spell(name), respelled(member)]));
  };
  const meta = (total: number) => ({ total, max: total, next_batch_no: null });
  stub.answer('/accounts/activeUsers', { json: respelled({ meta: meta(users.length), data: users }) });
  stub.answer('/fsforms/listTrans', { json: respelled([{ meta: meta(2), data: records }]) });
  stub.answer('/fsforms/getTransById', { json: respelled([records[0]]) });
  const token = await agentToken();
  const list = `{ transactions { totalCount nodes { id name status insertDate property { city } seller { parties { name } } } } }`;
  const ids: string[] = [];
  // The second response is read by the order of columns that the first has shown.
  for (const _ of [1, 2]) {
    const { data, errors } = await ask(list, { token });
    expect(errors).toBeUndefined();
    const { nodes, totalCount } = data['transactions'] as { nodes: { id: string }[]; totalCount: number };
    const shown = {
      status: 'ACTIVE',
      insertDate: '2026-03-01T09:00:00Z',
      property: { city: 'Salem' },
      seller: { parties: [{ name: 'Ada' }] },
    };
    expect([totalCount, nodes]).toMatchObject([
      2,
      [
        { name: 'Elm', ...shown },
        { name: 'Oak', ...shown },
      ],
    ]);
    ids.push(...nodes.map(({ id }) => id));
  }
  const one = await ask(`{ transaction(by: { id: "${ids[0]}" }) { name transId property { city } } }`, { token });
  expect(one.data).toEqual({ transaction: { name: 'Elm', transId: '501', property: { city: 'Salem' } } });
});
