// The size of a response: estimated before the first call and bounded, for any document, and never below what it turns out to be.
import { createHash } from 'node:crypto';
import { getIntrospectionQuery, getVariableValues, graphqlSync, Kind, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createCostEstimator, type Estimate } from '../../../src/graphql/cost/estimate.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { agentToken } from '../../support/callers/caller-tokens.ts';
import { aliasedPage, everyFieldOf } from '../../support/gateways/full-selection.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const schema = createSchema();
const estimateCost = createCostEstimator(schema);

function estimate(text: string, given: Record<string, unknown> = {}): Estimate {
  const { definitions } = parse(text);
  const operation = definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)!;
  const fragments = definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION);
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
  return estimateCost(operation, {
    fragments: Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment])),
    variableValues: coerced!,
  });
}

const bytes = (text: string, given?: Record<string, unknown>) => estimate(text, given).bytes;
/** What `selection` adds to each of the objects of a page. */
const perNode = (selection: string, page = 'transactions') =>
  (bytes(`{ ${page}(first: 100) { nodes { __typename ${selection} } } }`) -
    bytes(`{ ${page}(first: 100) { nodes { __typename } } }`)) /
  100;

describe('the estimate of a response', () => {
  test('counts keys and values of every alias, and is exact where the values are known', () => {
    expect(bytes('{ __typename }')).toBe('{"data":{"__typename":"Query"}}'.length + 2);
    expect(perNode('aa: name')).toBe('"aa":,'.length + 66);
    expect(perNode('aa: name bb: name')).toBe(2 * perNode('aa: name'));
    expect(perNode('name name ... on Transaction { name }')).toBe(perNode('name'));
    expect(perNode('name @skip(if: true)')).toBe(0);
  });

  test('multiplies by the length of pages and of lists', () => {
    const page = (first: number) => bytes(`{ transactions(first: ${first}) { nodes { name } } }`);
    expect(page(100) - page(99)).toBe(page(2) - page(1));
    expect(perNode('seller { parties { name } }')).toBeGreaterThan(8 * 66);
    expect(perNode('serviceProviders { company }')).toBeGreaterThan(7 * 66);
    expect(perNode('files(first: 30) { nodes { name } }')).toBeGreaterThan(30 * 66);
    const byVariable = 'query ($n: Int) { transactions(first: $n) { nodes { name } } }';
    expect(bytes(byVariable, { n: 7 })).toBe(page(7));
    expect(bytes('{ nodes(ids: ["x", "x", "x"]) { id } }')).toBeGreaterThan(3 * 100);
  });

  test('counts a flat record as a whole, or by the columns that are named', () => {
    expect(perNode('flat')).toBeGreaterThan(241 * 60);
    expect(perNode('flat(keys: ["transName", "listingPrice"])')).toBeLessThan(300);
  });

  test('takes the largest of several types', () => {
    const on = (type: string, selection: string) => `... on ${type} { ${selection} }`;
    const one = bytes(`{ node(id: "x") { ${on('Transaction', 'name transId')} } }`);
    expect(bytes(`{ node(id: "x") { ${on('Transaction', 'name transId')} ${on('Account', 'email')} } }`)).toBe(one);
  });

  test('of the schema itself is an upper bound, however its lists are nested', () => {
    const leaf =
      'name description enumValues { name description } ofType { name description enumValues { name description } }';
    const fields = (below: string) =>
      `fields { name description args { name description type { ${leaf} } } type { ${leaf} ${below} } }`;
    const deep = `{ __schema { types { ${fields(`ofType { ofType { ofType { ${fields('')} } } } ${fields('')}`)} } } }`;
    for (const source of [getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }), deep]) {
      const answer = graphqlSync({ schema, source });
      expect(answer.errors).toBeUndefined();
      expect(bytes(source)).toBeGreaterThan(JSON.stringify(answer).length);
    }
  });

  test('names the innermost field that has at least half of it', () => {
    expect(estimate(aliasedPage(1)).largest?.path).toBe('transactions.n0');
    expect(estimate(aliasedPage(3)).largest?.path).toBe('transactions');
    expect(estimate('{ page: transactions { nodes { name raw: flat } } }').largest?.path).toBe('page.nodes.raw');
    expect(
      estimate('{ a: transactions { totalCount } b: transactions { totalCount } c: __typename }').largest,
    ).toBeNull();
  });
});

const token = await agentToken();

describe('a response that would be too large', () => {
  test('is rejected before the first call, with its estimate, the limit and the field that has most of it', async () => {
    const { ask, stub } = await startStubbedGraph();
    const { status, data, errors } = await ask(aliasedPage(44), { token });
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_COSTLY', retryable: false } }]);
    expect(errors?.[0]?.message).toMatch(
      /^The response may have \d{8} bytes, and at most 4000000 are allowed; transactions has most of them, \d{8}\./,
    );
    expect(stub.requests).toEqual([]);
  });

  test('is rejected for persisted documents too', async () => {
    const text = aliasedPage(44);
    const id = createHash('sha256').update(text).digest('hex');
    const { ask, stub } = await startStubbedGraph({}, { persistedDocuments: JSON.stringify({ [id]: text }) });
    const { status, errors } = await ask(text, { token });
    expect([status, errors?.[0]?.extensions['code']]).toEqual([400, 'QUERY_TOO_COSTLY']);
    expect(stub.requests).toEqual([]);
  });

  test('is rejected again and again, by any path', async () => {
    const { ask } = await startStubbedGraph({}, { maxBytes: 100_000 });
    for (let n = 0; n < 3; n += 1) expect((await ask(aliasedPage(1), { token })).status).toBe(400);
    const few = 'query ($n: Int!) { transactions(first: $n) { nodes { flat } } }';
    const statuses = [];
    for (const n of [1, 100, 1, 100]) statuses.push((await ask(few, { token, variables: { n } })).status);
    expect(statuses).toEqual([200, 400, 200, 400]);
  });
});

test.each([
  ['a page of a hundred', `nodes { ${everyFieldOf('Transaction', ['account', 'files'])} }`],
  ['a page of a hundred, as nodes and as edges, without flat,', `nodes { ...T } edges { cursor node { ...T } }`],
])('%s with every field of a transaction is within the limit', (_, lists) => {
  const fragment = `fragment T on Transaction { ${everyFieldOf('Transaction', ['account', 'files', 'flat'])} }`;
  const text = `{ transactions(first: 100) { ${lists} } } ${lists.includes('...T') ? fragment : ''}`;
  expect(bytes(text)).toBeLessThan(4_000_000);
});
