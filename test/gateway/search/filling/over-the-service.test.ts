// The index over the POST API itself: all of it is found, own writes at once, and what the service does not have is removed and told.
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { Gateway } from '../../../../src/gateway/gateway.ts';
import { agentToken, serviceToken } from '../../../support/callers/caller-tokens.ts';
import { service } from '../../../support/callers/callers.ts';
import { createDateClock } from '../../../support/date-clock.ts';
import { startGraph } from '../../../support/gateways/graph-under-test.ts';
import { openSearchIndex } from '../../../support/gateways/search-index.ts';
import { CLIENT_SECRET, client, startUpstream } from '../../../support/upstreams/real-upstream.ts';
import { load, row } from '../index-under-test.ts';

const found = `query ($text: String, $after: String) {
  search(text: $text, first: 100, after: $after) {
    totalCount isComplete nodes { id transId name status } pageInfo { hasNextPage endCursor } } }`;
const listed = `query ($agent: String!, $after: String) {
  transactions(agentNrdsId: $agent, first: 100, after: $after) {
    nodes { id transId name status } pageInfo { hasNextPage endCursor } } }`;
const changed = `query ($agent: String!, $after: String) {
  transactionChanges(agentNrdsId: $agent, after: $after) {
    changes { kind transactionId transaction { id } } endCursor hasMore } }`;
const create = 'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { outcome } }';

async function start() {
  const upstream = await startUpstream({ seed: { agents: 3, offices: 1, transactions: 60, seed: 7 } });
  onTestFinished(() => upstream.close());
  const index = await openSearchIndex();
  let gateway: Gateway | undefined;
  const { ask } = await startGraph(
    { baseUrl: upstream.url, clientId: client.id, clientSecret: CLIENT_SECRET, vendorEmail: client.vendorEmail },
    {
      indexing: { index, agents: null, callsPerMinute: 6_000, closedDays: null },
      gateway: (each) => {
        gateway = each;
        return each;
      },
    },
  );
  const { filling, feeds, access } = gateway as unknown as Gateway;
  onTestFinished(async () => {
    feeds.close();
    await filling?.close();
  });
  const token = await serviceToken();
  /** All nodes of a list, page after page. */
  const all = async (query: string, variables: Record<string, unknown>): Promise<readonly object[]> => {
    const nodes: object[] = [];
    for (let after: string | null = null, hasMore = true; hasMore; ) {
      const { data } = await ask(query, { token, variables: { ...variables, after } });
      const [page] = Object.values(data) as {
        nodes: object[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
      }[];
      nodes.push(...(page?.nodes ?? []));
      hasMore = page?.pageInfo.hasNextPage ?? false;
      after = page?.pageInfo.endCursor ?? null;
    }
    return nodes;
  };
  const isComplete = async () => (await ask(found, { token })).data?.search?.isComplete;
  return { index, filling, feeds, access, ask, all, isComplete, token };
}

const byId = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

test('a search finds what the lists have, and a new transaction as soon as it is created', async () => {
  const { filling, ask, all, isComplete, token } = await start();
  filling?.start();
  await expect.poll(isComplete).toBe(true);
  const { data } = await ask('{ accounts(first: 10) { nodes { nrdsId } } }', { token });
  const agents = data.accounts.nodes.map(({ nrdsId }: { nrdsId: string }) => nrdsId);
  const lists = await Promise.all(agents.map((agent: string) => all(listed, { agent })));
  expect(lists.flat().length).toBeGreaterThan(40);
  expect((await all(found, {})).toSorted(byId)).toEqual(lists.flat().toSorted(byId));

  const own = await agentToken([demoAgentNrdsId]);
  const place = { stateId: 'UT', streetAddress: '1 Quokka Street', name: 'Quokka' };
  const input = { ...place, propertyType: 'RESIDENTIAL', type: 'LISTING', status: 'NEW' };
  expect((await ask(create, { token: own, variables: { input } })).data.createTransaction.outcome).toBe('COMMITTED');
  expect((await ask(found, { token: own, variables: { text: 'quokk' } })).data.search).toMatchObject({ totalCount: 1 });
});

test('if the service no longer has a transaction, its row is removed, and streams and pages of changes report it', async () => {
  const clock = createDateClock(Date.now());
  const { index, filling, feeds, access, ask, token } = await start();
  await load(index, demoAgentNrdsId, [row('no-such-number', { transName: 'Gone' })]);
  const { data: before } = await ask(found, { token, variables: { text: 'gone' } });
  const changes = async (after: string | null, by = token) =>
    (await ask(changed, { token: by, variables: { agent: demoAgentNrdsId, after } })).data.transactionChanges;
  const { endCursor } = await changes(null);
  const events = feeds.listen(await access.agent(service, demoAgentNrdsId), null);
  expect((await events.next()).value).toMatchObject({ kind: 'READY' });
  filling?.start();
  await expect.poll(() => index.stateOf(demoAgentNrdsId)).toMatchObject({ load: 2, isLoading: false });
  clock.advance(11 * 60_000);
  const later = await serviceToken();
  for (let next = await events.next(); ; next = await events.next())
    if (next.value?.kind === 'DELETED') {
      expect(next.value).toMatchObject({ transId: 'no-such-number' });
      break;
    }
  expect((await ask(found, { token: later, variables: { text: 'gone' } })).data.search).toMatchObject({
    totalCount: 0,
  });
  const told = { kind: 'DELETED', transactionId: before.search.nodes[0].id, transaction: null };
  expect(await changes(endCursor, later)).toMatchObject({ changes: [told], hasMore: false });
});
