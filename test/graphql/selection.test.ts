// Fields of a transaction that the operator has selected for webhooks: checked once, and read as a service.
import { expect, onTestFinished, test } from 'vitest';
import type { PrepareSelection } from '../../src/graphql/selection.ts';
import { principalOf } from '../../src/webhooks/following.ts';
import { serviceToken } from '../support/callers/caller-tokens.ts';
import { startGraph, startStubbedGraph } from '../support/gateways/graph-under-test.ts';
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
  const list = 'query ($id: String!) { transactions(agentNrdsId: $id) { nodes { id name status } } }';
  const all = await graph.ask(list, { token, variables: { id: data.accounts.nodes[0].nrdsId } });
  return {
    prepare: prepareSelection as PrepareSelection,
    node: all.data.transactions.nodes[0],
    upstream,
    lines: graph.lines,
  };
}

test('a selection is read of the transaction as it is', async () => {
  const { prepare, node } = await start();
  const select = prepare('{ name status files { totalCount } }');
  expect(await select(principal, node.id)).toEqual({
    content: { transaction: { name: node.name, status: node.status, files: { totalCount: expect.any(Number) } } },
  });
});

test('a transaction that does not exist is null', async () => {
  const { prepare } = await start();
  expect(await prepare('{ name }')(principal, 'AQEC')).toEqual({ content: { transaction: null } });
});

test('what needs another scope is null, with its error', async () => {
  const { prepare, node } = await start();
  const read = await prepare('{ name files { totalCount } }')(
    { ...principal, scopes: new Set(['transactions.read']) },
    node.id,
  );
  expect(read).toMatchObject({ content: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } });
});

test('a service that cannot be reached is a problem that may pass', async () => {
  const { prepare, node, upstream } = await start();
  await upstream.close();
  expect(await prepare('{ name }')(principal, node.id)).toEqual({
    problem: expect.stringMatching(/^the selected fields cannot be read \(UPSTREAM_\w+\)$/),
  });
});

test.each([
  ['{ nam }', /Cannot query field "nam"/],
  ['name', /Syntax Error|must have a selection/],
  ['{ name } other: viewer { role }', /not one selection/],
  ['{ name } } query Other { viewer { role }', /not one selection/],
  ['{ name } } fragment F on Transaction { id', /not one selection/],
  ['{ ...F }', /Unknown fragment "F"/],
  [
    `{ ${Array.from({ length: 9 }, (_, at) => `f${at}: files(filter: { fileName: "${at}" }) { totalCount }`).join(' ')} }`,
    /upstream calls/,
  ],
])('%s is refused', async (selection, problem) => {
  let prepareSelection: PrepareSelection | undefined;
  await startStubbedGraph(
    {},
    {
      graphql(made) {
        prepareSelection = made.prepareSelection;
        return made;
      },
    },
  );
  expect(() => prepareSelection?.(selection)).toThrow(problem);
});
