// What is cached of operations: bounded, however they are written and whoever sends them.
import { getOperationAST, parse } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../src/graphql/context.ts';
import { createEstimator } from '../../../src/graphql/cost/estimate.ts';
import { createCompile } from '../../../src/graphql/plans/compile.ts';
import { createPlans, type Plans } from '../../../src/graphql/plans/plans.ts';
import { plansPlugin } from '../../../src/graphql/plans/plugin.ts';
import { formatError } from '../../../src/graphql/responses/errors.ts';
import { createResultFormatter } from '../../../src/graphql/responses/response.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import { captureLog } from '../../support/caught-log.ts';

const schema = createSchema();
const compile = createCompile(createSchema());

function createPlanner(weigh = createEstimator(schema)) {
  const plans = createPlans({ minSightings: 0, weigh, schema, compile });
  return {
    pass(text: string) {
      const document = parse(text);
      return plans.recordSighting({ text, operationName: null }, document, getOperationAST(document)!);
    },
    find: (text: string) => plans.find({ text, operationName: null }),
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
    const { pass } = createPlanner();
    const plans = Array.from({ length: 400 }, (_, at) => pass(ordinaryDocument(`Q${at}`)));
    const runs = plans.map((plan) => plan?.compiled({ id: 'x' }));
    expect(plans.map((plan) => plan?.compiled({ id: 'x' }))).toEqual(runs);
  });

  it('is evicted by the number of selections, however short the texts are', () => {
    const { pass } = createPlanner();
    const plan = pass(ordinaryDocument('Q'))!;
    const run = plan.compiled({ id: 'x' });
    for (let at = 0; at < 4; at += 1) for (const each of conditions) pass(largeDocument(`S${at}`))!.compiled(each);
    expect(plan.compiled({ id: 'x' })).not.toBe(run);
  });

  it('is cached for each combination of conditions', () => {
    const plan = createPlanner().pass(largeDocument('S'))!;
    const runs = new Set(conditions.map((each) => plan.compiled(each)));
    for (const each of conditions) expect(runs.has(plan.compiled(each))).toBe(true);
    expect(runs.size).toBe(16);
  });
});

describe('an estimate', () => {
  const asking = 'query Flat($n: Int, $f: TransactionFilter) { transactions(first: $n, filter: $f) { totalCount } }';
  it('is computed once for variables of the same shape', () => {
    const weigh = vi.fn(createEstimator(schema));
    const plan = createPlanner(weigh).pass(asking)!;
    expect([{ n: 5 }, { n: 5 }, { n: 6 }, { n: 5 }].map((each) => plan.weigh(each).calls)).toEqual([1, 1, 1, 1]);
    expect(weigh).toHaveBeenCalledTimes(2);
  });

  it.each([
    [
      'the schema’s default of another field’s argument',
      `query Q($d: OrderDirection!) {
        a: transactions(orderBy: { field: NAME }) { totalCount }
        b: transactions(orderBy: { field: NAME, direction: $d }) { totalCount }
      }`,
      [{ d: 'ASC' }, { d: 'DESC' }],
    ],
    [
      'an id that the document contains as a number',
      'query Q($d: ID!) { a: transaction(by: { id: 12 }) { name } b: transaction(by: { id: $d }) { name } }',
      [{ d: '12' }, { d: '13' }],
    ],
  ])('is one call if a variable equals %s, and two if not', (_, query, [alike, other]) => {
    const { weigh } = createPlanner().pass(query)!;
    expect([other, alike, other].map((each) => weigh(each!).calls)).toEqual([2, 1, 2]);
    expect([alike, other].map((each) => createPlanner().pass(query)?.weigh(each!).calls)).toEqual([1, 2]);
  });

  it('is not cached for variables with long names', () => {
    const weigh = vi.fn(createEstimator(schema));
    const plan = createPlanner(weigh).pass(asking)!;
    const named = (length: number) => ({ n: 5, f: { ['k'.repeat(length)]: 'x' } });
    for (const length of [900, 900, 1_000, 1_000]) plan.weigh(named(length));
    expect(weigh).toHaveBeenCalledTimes(3);
  });
});

describe('a document', () => {
  it('is evicted by the number of tokens, however short they are', () => {
    const { pass, find } = createPlanner();
    const packed = (name: string) => `query ${name}{${times(30, () => `viewer{${times(30, () => 'role')}}`)}}`;
    pass(packed('Q'));
    for (let at = 0; at < 150; at += 1) pass(packed(`Q${at}`));
    expect(find(packed('Q149'))).not.toBeNull();
    expect(find(packed('Q'))).toBeNull();
  });

  it('has no plan if its operation is never compiled', () => {
    const { pass, find } = createPlanner();
    const text = 'mutation { shareApp(input: { fields: {} }) { outcome } }';
    expect([pass(text), pass(text), find(text)]).toEqual([null, null, null]);
  });
});

it('an operation that cannot be compiled is executed the regular way, and the failure is logged', async () => {
  const { log, lines } = captureLog();
  const plan = {
    coerce: () => ({}),
    compiled() {
      throw new Error('it cannot');
    },
  };
  const hooks = await plansPlugin(
    { find: () => null, recordSighting: () => plan as never },
    createResultFormatter(formatError, log),
    log,
  ).requestDidStart?.({} as never);
  const contextValue = { principal: { subject: 'somebody' }, requestId: 'request-0001' };
  const asked = { request: {}, source: '{ a }', operation: {}, contextValue };
  expect(await hooks?.responseForOperation?.(asked as never)).toBeNull();
  expect(lines).toMatchObject([{ requestId: 'request-0001', err: { message: 'it cannot' } }]);
});

it('operations of unauthenticated callers are not counted', async () => {
  const noted: string[] = [];
  const plans: Plans = {
    find: () => null,
    recordSighting({ text }) {
      noted.push(text);
      return null;
    },
  };
  const { log } = captureLog();
  const hooks = await plansPlugin(plans, createResultFormatter(formatError, log), log).requestDidStart?.({} as never);
  const ask = (source: string, principal: object | null) =>
    hooks?.responseForOperation?.({ request: {}, source, operation: {}, contextValue: { principal } } as never);
  expect(await ask('{ a }', null)).toBeNull();
  expect(await ask('{ b }', { subject: 'somebody' } satisfies Partial<Context['principal']>)).toBeNull();
  expect(noted).toEqual(['{ b }']);
});
