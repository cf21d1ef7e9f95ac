// The estimate of generated queries against the calls that they make.
import fc from 'fast-check';
import { type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { load, row } from '../../gateway/search/index-under-test.ts';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { openSearchIndex } from '../../support/gateways/search-index.ts';
import { rows, scopes, startLists } from './listed-service.ts';

const schema = createSchema();

/** Fields that lead to objects, by type. `Node` is selected as both of its types. */
const branches: Readonly<Record<string, readonly string[]>> = {
  Query: ['node', 'nodes', 'viewer', 'accounts', 'account', 'transactions', 'transaction', 'search', 'deadlines'],
  Viewer: ['accounts', 'transactions'],
  AccountConnection: ['nodes', 'edges'],
  AccountEdge: ['node'],
  Account: ['office', 'transactions'],
  TransactionConnection: ['nodes', 'edges'],
  TransactionEdge: ['node'],
  SearchConnection: ['nodes', 'edges'],
  SearchEdge: ['node'],
  DeadlineConnection: ['nodes', 'edges'],
  DeadlineEdge: ['node'],
  Deadline: ['transaction'],
  Transaction: ['account', 'files', 'property', 'seller'],
  TransactionFileConnection: ['nodes', 'edges'],
  TransactionFileEdge: ['node'],
  TransactionFile: [],
};

/** Leaves that differ in what they need. */
const leaves: Readonly<Record<string, readonly string[]>> = {
  Viewer: ['role'],
  Account: ['id', 'email', 'accountId', 'nrdsId'],
  AccountConnection: ['totalCount'],
  Transaction: ['id', 'name', 'transId'],
  TransactionConnection: ['totalCount'],
  SearchConnection: ['totalCount'],
  DeadlineConnection: ['totalCount'],
  Deadline: ['date'],
  TransactionFile: ['id', 'name'],
  TransactionFileConnection: ['totalCount'],
};

const DAY = '2026-03-06';

interface Known {
  readonly ids: readonly string[];
  readonly cursors: Readonly<Record<'Account' | 'Transaction', readonly string[]>>;
}

/** A selection set of a type, in GraphQL. */
function selections(type: GraphQLObjectType, depth: number, known: Known): fc.Arbitrary<string> {
  const leafSize = fc.constantFrom('__typename', ...(leaves[type.name] ?? []));
  const below = depth === 0 ? [] : (branches[type.name] ?? []).map((name) => selected(type, name, depth - 1, known));
  const one = below.length === 0 ? leafSize : fc.oneof(leafSize, ...below);
  return fc.array(one, { minLength: 1, maxLength: 3 }).map((parts) => {
    // Aliases keep fields with different arguments apart.
    const aliased = parts.map((part, at) => (part === '__typename' ? part : `${type.name}${at}: ${part}`));
    return `{ ${aliased.join(' ')} }`;
  });
}

function selected(type: GraphQLObjectType, name: string, depth: number, known: Known): fc.Arbitrary<string> {
  const field = type.getFields()[name]!;
  const named = getNamedType(field.type);
  const objects = isObjectType(named) ? [named] : ['Account', 'Transaction'].map((each) => schema.getType(each));
  const below = fc.tuple(...objects.map((each) => selections(each as GraphQLObjectType, depth, known)));
  return fc.tuple(argumentsOf(type, name, known), below).map(([args, sets]) => {
    const set = isObjectType(named)
      ? sets[0]
      : `{ ${sets.map((each, at) => `... on ${nameOf(objects[at])} ${each}`).join(' ')} }`;
    return `${name}${args} ${set}`;
  });
}

const nameOf = (type: unknown): string => (type as GraphQLObjectType).name;

function argumentsOf(type: GraphQLObjectType, name: string, { ids, cursors }: Known): fc.Arbitrary<string> {
  const isRoot = type.name === 'Query';
  if (isRoot && name === 'node') return fc.constantFrom(...ids).map((id) => `(id: "${id}")`);
  if (isRoot && name === 'nodes')
    return fc
      .array(fc.constantFrom(...ids), { minLength: 1, maxLength: 5 })
      .map((list) => `(ids: ${JSON.stringify(list)})`);
  if (isRoot && name === 'account') return fc.constantFrom('100', '101').map((id) => `(by: { nrdsId: "${id}" })`);
  if (isRoot && name === 'transaction') return fc.constantFrom('1', '2').map((id) => `(by: { transId: "${id}" })`);
  if (name === 'search') return fc.constantFrom(1, 3, 61).map((first) => `(first: ${first})`);
  if (name === 'deadlines')
    return fc.constantFrom(1, 3, 61).map((first) => `(from: "${DAY}", to: "${DAY}", first: ${first})`);
  if (name !== 'accounts' && name !== 'transactions' && name !== 'files') return fc.constant('');
  const size = fc.constantFrom(1, 2, 3, 61);
  const isAccounts = name === 'accounts';
  const hasAgent = name === 'transactions' && type.name !== 'Account';
  // The known cursors of transactions are of one agent's list.
  const cursor = fc.constantFrom(null, ...(isAccounts ? cursors.Account : hasAgent ? cursors.Transaction : []));
  const agent = hasAgent ? 'agentNrdsId: "100" ' : '';
  return fc.tuple(fc.boolean(), size, cursor).map(([isForward, length, at]) => {
    const [count, from] = isForward ? ['first', 'after'] : ['last', 'before'];
    return `(${agent}${count}: ${length}${at === null ? '' : ` ${from}: "${at}"`})`;
  });
}

/** No more than a query may have. */
const hasFewAliases = (query: string): boolean => query.split(/\d: /).length <= 50;

/** The lists of two agents are in it. */
async function indexed() {
  const index = await openSearchIndex();
  for (const nrdsId of ['100', '101'])
    await load(
      index,
      nrdsId,
      rows.slice(0, 70).map(({ transId, ...record }) => row(transId, { ...record, projectedClosingDate: DAY })),
    );
  return { index, agents: null, callsPerMinute: 1, closedDays: null };
}

test('a change of service providers makes no more calls than estimated, with an index and without', async () => {
  for (const [indexing, calls] of [
    [undefined, 1],
    [await indexed(), 2],
  ] as const) {
    const graph = await startLists({ indexing });
    const asAgent = await agentToken(['100'], [...scopes, 'providers.write']);
    const { data } = await graph.ask('{ transactions(first: 1) { nodes { id } } }', { token: asAgent });
    const provider = {
      kind: 'TITLE',
      company: 'Deeds',
      agentName: 'Dee',
      companyAddress: '1 Elm',
      email: 'd@example.com',
    };
    const input = {
      transactionId: data.transactions.nodes[0].id,
      providers: [{ ...provider, represents: 'Seller', contact: { phone: '555-0100' } }],
    };
    for (const [selected, more] of [
      ['outcome', 0],
      ['outcome transaction { id name }', 1],
    ] as const) {
      const query = `mutation ($input: AddServiceProvidersInput!) { addServiceProviders(input: $input) { ${selected} } }`;
      const answer = await graph.ask(query, { token: asAgent, variables: { input }, extensions: { cost: true } });
      expect(answer.data.addServiceProviders.outcome).toBe('COMMITTED');
      expect(answer.extensions.cost.upstreamCalls).toEqual({ estimated: 2 + more, actual: calls + more });
    }
  }
});

test('no query makes more calls than estimated', async () => {
  const graph = await startLists({ maxCalls: 1_000_000, maxBytes: 1_000_000_000, indexing: await indexed() });
  const token = await serviceToken(scopes);
  const page = '(agentNrdsId: "100" first: 100) { edges { cursor node { id } } }';
  const { data } = await graph.ask(`{ transactions${page} accounts(first: 100) { edges { cursor node { id } } } }`, {
    token,
  });
  const edges = (of: string): { cursor: string; node: { id: string } }[] => data[of].edges;
  const [transactions, accounts] = [edges('transactions'), edges('accounts')];
  const known: Known = {
    ids: [...transactions.slice(0, 3), ...accounts.slice(0, 2)].map(({ node }) => node.id),
    cursors: {
      Account: [accounts[4]!.cursor, accounts.at(-1)!.cursor],
      Transaction: [transactions[0]!.cursor, transactions[49]!.cursor, transactions.at(-1)!.cursor],
    },
  };
  await fc.assert(
    fc.asyncProperty(selections(schema.getQueryType()!, 4, known).filter(hasFewAliases), async (query) => {
      const { errors, extensions } = await graph.ask(query, { token, extensions: { cost: true } });
      expect(errors).toBeUndefined();
      const { estimated, actual } = extensions.cost.upstreamCalls;
      expect(actual).toBeLessThanOrEqual(estimated);
    }),
    { numRuns: 15 },
  );
});
