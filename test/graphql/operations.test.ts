// The caches of operations are bounded, however operations are written.
import { getOperationAST, parse } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import { createCostEstimator } from '../../src/graphql/cost/estimate.ts';
import { createOperations } from '../../src/graphql/operations.ts';
import { createSchema } from '../../src/graphql/schema/schema.ts';

const schema = createSchema();

function createPreparer(estimateCost = createCostEstimator(schema)) {
  const operations = createOperations(schema, estimateCost);
  return {
    prepare(text: string, isKept = true) {
      const document = parse(text);
      return operations.prepare({ text, operationName: null }, document, getOperationAST(document)!, isKept);
    },
    find: (text: string) => operations.find({ text, operationName: null }),
  };
}

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');

/**
 * A short text with nearly a thousand selections once its fragments are expanded, compiled for each of sixteen combinations
 * of conditions.
 */
const largeDocument = (name: string) => `
  query ${name}($a: Boolean!, $b: Boolean!, $c: Boolean!, $d: Boolean!) {
    ${times(19, (at) => `t${at}: transaction(by: { id: "x" }) { ...F }`)}
    ${['a', 'b', 'c', 'd'].map((each) => `${each}: viewer @skip(if: $${each}) { role }`).join(' ')}
  }
  fragment F on Transaction { id name seller { ...S } buyer { ...S } }
  fragment S on TransactionSide {
    landlordName parties { slot name address email fax } brokerage { name address phone fax } broker { name email }
    agent { name email fax }
  }`;
const conditions = Array.from({ length: 16 }, (_, bits) => ({
  a: (bits & 1) > 0,
  b: (bits & 2) > 0,
  c: (bits & 4) > 0,
  d: (bits & 8) > 0,
}));

const ordinaryDocument = (name: string) => `
  query ${name}($id: ID!) {
    viewer { role scopes nrdsIds }
    transaction(by: { id: $id }) {
      id name status type
      seller { landlordName parties { slot name email } brokerage { name phone } agent { name email } }
      buyer { landlordName parties { slot name email } brokerage { name phone } agent { name email } }
    }
  }`;

describe('a compiled operation', () => {
  it('stays cached among hundreds of ordinary ones', () => {
    const { prepare } = createPreparer();
    const prepared = Array.from({ length: 250 }, (_, at) => prepare(ordinaryDocument(`Q${at}`)));
    const runs = prepared.map((each) => each.compiled({ id: 'x' }));
    expect(prepared.map((each) => each.compiled({ id: 'x' }))).toEqual(runs);
  });

  it('is evicted by the number of selections, however short the texts are', () => {
    const { prepare } = createPreparer();
    const operation = prepare(ordinaryDocument('Q'));
    const run = operation.compiled({ id: 'x' });
    for (let at = 0; at < 4; at += 1) for (const each of conditions) prepare(largeDocument(`S${at}`)).compiled(each);
    expect(operation.compiled({ id: 'x' })).not.toBe(run);
  });

  it('is cached for each combination of conditions', () => {
    const operation = createPreparer().prepare(largeDocument('S'));
    const runs = new Set(conditions.map((each) => operation.compiled(each)));
    for (const each of conditions) expect(runs.has(operation.compiled(each))).toBe(true);
    expect(runs.size).toBe(16);
  });
});

describe('an estimate', () => {
  const asking = 'query Flat($n: Int, $f: TransactionFilter) { transactions(first: $n, filter: $f) { totalCount } }';
  it('is computed once for variables of the same shape', () => {
    const estimateCost = vi.fn(createCostEstimator(schema));
    const operation = createPreparer(estimateCost).prepare(asking);
    expect([{ n: 5 }, { n: 5 }, { n: 6 }, { n: 5 }].map((each) => operation.estimateCost(each).calls)).toEqual([
      1, 1, 1, 1,
    ]);
    expect(estimateCost).toHaveBeenCalledTimes(2);
  });

  it('counts calls by how their arguments are written, whatever the variables are', () => {
    const query = `query Q($a: ID!, $b: ID!) {
      a: transaction(by: { id: $a }) { name } b: transaction(by: { id: $b }) { name } c: transaction(by: { id: $a }) { name }
    }`;
    const { estimateCost: cost } = createPreparer().prepare(query);
    expect([cost({ a: 'x', b: 'y' }).calls, cost({ a: 'x', b: 'x' }).calls]).toEqual([2, 2]);
  });

  it('counts distinct entries of a variable, and each entry of a list that has variables', () => {
    const { estimateCost: cost } = createPreparer().prepare(
      'query Q($ids: [ID!]!, $a: ID!, $b: ID!) { nodes(ids: $ids) { id } c: nodes(ids: [$a, $b, "x"]) { id } }',
    );
    const calls = (ids: readonly string[], b: string) => cost({ ids, a: 'x', b }).calls;
    expect([calls(['x', 'x', 'x'], 'x'), calls(['x', 'y', 'x'], 'y'), calls(['x', 'x', 'x'], 'y')]).toEqual([4, 5, 4]);
  });

  it.each([
    ['if a number differs', { n: 1 }, { n: 2 }],
    ['if a Boolean differs', { n: true }, { n: false }],
    ['if the length of a list differs', { n: ['x'] }, { n: ['x', 'x'] }],
    ['if the number of distinct entries differs', { n: ['x', 'y'] }, { n: ['x', 'x'] }],
    ['if null is given in only one of them', { n: null }, {}],
    ['if another variable is given', { n: 1 }, { f: 1 }],
  ])('is computed anew %s', (_, one, other) => {
    const estimateCost = vi.fn(createCostEstimator(schema));
    const { estimateCost: cost } = createPreparer(estimateCost).prepare(asking);
    for (const each of [one, other]) cost(each);
    expect(estimateCost).toHaveBeenCalledTimes(2);
  });

  it('is not cached for variables with long names', () => {
    const estimateCost = vi.fn(createCostEstimator(schema));
    const { estimateCost: cost } = createPreparer(estimateCost).prepare(asking);
    for (const length of [900, 900, 1_000, 1_000]) cost({ ['n'.repeat(length)]: 5 });
    expect(estimateCost).toHaveBeenCalledTimes(3);
  });
});

describe('a document', () => {
  it('is evicted by the number of tokens, however short they are', () => {
    const { prepare, find } = createPreparer();
    const packed = (name: string) => `query ${name}{${times(30, () => `viewer{${times(30, () => 'role')}}`)}}`;
    prepare(packed('Q'));
    for (let at = 0; at < 150; at += 1) prepare(packed(`Q${at}`));
    expect(find(packed('Q149'))).not.toBeNull();
    expect(find(packed('Q'))).toBeNull();
  });

  it('is not kept for callers without a token', () => {
    const { prepare, find } = createPreparer();
    const text = ordinaryDocument('Q');
    prepare(text, false);
    expect(find(text)).toBeNull();
    const kept = prepare(text);
    expect([find(text), prepare(text, false)]).toEqual([kept, kept]);
  });
});
