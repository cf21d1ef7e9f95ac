// Fields of a transaction that the operator has selected for webhooks: checked once, and read as a service.
import { expect, onTestFinished, test } from 'vitest';
import { createSealer } from '../../src/gateway/ids/seal.ts';
import type { GraphQL } from '../../src/graphql/server.ts';
import type { PrepareSelection } from '../../src/graphql/webhook-selection.ts';
import { principalOf } from '../../src/webhooks/following.ts';
import { serviceToken } from '../support/callers/caller-tokens.ts';
import { gatewayDefaults } from '../support/gateways/default-options.ts';
import { type Overrides, startGraph, startStubbedGraph } from '../support/gateways/graph-under-test.ts';
import { CLIENT_SECRET, client, startUpstream } from '../support/upstreams/real-upstream.ts';

const principal = principalOf('crm');
const credentials = { clientId: client.id, clientSecret: CLIENT_SECRET, vendorEmail: client.vendorEmail };

async function start() {
  const upstream = await startUpstream({ seed: { agents: 1, offices: 1, transactions: 2, seed: 7 } });
  onTestFinished(() => upstream.close());
  let prepareSelection: PrepareSelection | undefined;
  const graph = await startGraph(
    { baseUrl: upstream.url, ...credentials },
    {
      graphql(made) {
        prepareSelection = made.prepareSelection;
        return made;
      },
    },
  );
  const token = await serviceToken();
  const { data } = await graph.ask('{ accounts { nodes { nrdsId } } }', { token });
  const list = 'query ($id: String!) { transactions(agentNrdsId: $id) { nodes { id name status lastUpdateDate } } }';
  const all = await graph.ask(list, { token, variables: { id: data.accounts.nodes[0].nrdsId } });
  return { prepare: prepareSelection as PrepareSelection, node: all.data.transactions.nodes[0] };
}

test('a selection is read of the transaction as it is', async () => {
  const { prepare, node } = await start();
  const select = prepare('{ name status files { totalCount } }');
  expect(await select(principal, node.id, node.lastUpdateDate)).toEqual({
    content: { transaction: { name: node.name, status: node.status, files: { totalCount: expect.any(Number) } } },
  });
});

test('a transaction that does not exist is null', async () => {
  const { prepare } = await start();
  expect(await prepare('{ name }')(principal, 'AQEC', null)).toEqual({ content: { transaction: null } });
});

test('an older state than that of the change is a problem, and so is a missing transaction', async () => {
  const { prepare, node } = await start();
  const problem = 'the service does not return the change yet';
  const later = new Date(Date.parse(node.lastUpdateDate) + 1_000).toISOString();
  expect(await prepare('{ name }')(principal, node.id, later)).toEqual({ problem });
  expect(await prepare('{ name }')(principal, 'AQEC', later)).toEqual({ problem });
});

test('what needs another scope is null, with its error', async () => {
  const { prepare, node } = await start();
  const read = await prepare('{ name files { totalCount } }')(
    { ...principal, scopes: new Set(['transactions.read']) },
    node.id,
    null,
  );
  expect(read).toMatchObject({ content: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } });
});

test('a service that cannot be reached is a problem that may pass', async () => {
  const { prepare } = await preparing({ baseUrl: 'http://127.0.0.1:1' });
  const id = createSealer(gatewayDefaults.idKeys).seal('transaction', ['', 'T-1']);
  expect(await prepare('{ name }')(principal, id, null)).toEqual({
    problem: expect.stringMatching(/^the selected fields cannot be read \(UPSTREAM_\w+\)$/),
  });
});

test('a transaction that turns out to be too large is a problem, too', async () => {
  const { prepare, stub } = await preparing({}, { maxBytes: 200_000 });
  stub.answer('/fsforms/getTransById', () => ({ json: [{ transId: 'T-1', transName: 'x'.repeat(200_000) }] }));
  const id = createSealer(gatewayDefaults.idKeys).seal('transaction', ['', 'T-1']);
  expect(await prepare('{ name }')(principal, id, null)).toEqual({
    problem: 'the selected fields cannot be read (QUERY_TOO_COSTLY)',
  });
});

test.each([
  ['{ nam }', /Cannot query field "nam"/],
  ['name', /not one selection/],
  ['{ name } other: viewer { role }', /not one selection/],
  ['{ name } } query Other { viewer { role }', /not one selection/],
  ['{ name } } fragment F on Transaction { id', /not one selection/],
  ['{ ...F }', /Unknown fragment "F"/],
  [
    `{ ${Array.from({ length: 9 }, (_, at) => `f${at}: files(filter: { fileId: "${at}" }) { totalCount }`).join(' ')} }`,
    /upstream calls/,
  ],
])('%s is refused', async (selection, problem) => {
  const { prepare } = await preparing({});
  expect(() => prepare(selection)).toThrow(problem);
});

async function preparing(options: Parameters<typeof startStubbedGraph>[0], overrides: Overrides = {}) {
  let prepareSelection: PrepareSelection | undefined;
  const keep = (made: GraphQL): GraphQL => {
    prepareSelection = made.prepareSelection;
    return made;
  };
  const { stub } = await startStubbedGraph(options, { ...overrides, graphql: keep });
  return { prepare: prepareSelection as PrepareSelection, stub };
}
