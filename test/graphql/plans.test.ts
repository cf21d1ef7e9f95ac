// What is kept of operations for those that come again: however they are written and whoever sends them, no more than so much.
import { getOperationAST, parse } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import type { Context } from '../../src/graphql/context.ts';
import { formatError } from '../../src/graphql/errors.ts';
import { createEstimator } from '../../src/graphql/estimate.ts';
import { createPlans, type Plans } from '../../src/graphql/plans/plans.ts';
import { plansPlugin } from '../../src/graphql/plans/plugin.ts';
import { createSchema } from '../../src/graphql/schema.ts';
import { catchLog } from '../support/caught-log.ts';

const schema = createSchema();

function planning(weigh = createEstimator(schema)) {
  const plans = createPlans({ after: 0, weigh, schema, schemaToCompile: createSchema() });
  return {
    pass(text: string) {
      const document = parse(text);
      return plans.pass({ text, operationName: null }, document, getOperationAST(document)!);
    },
    find: (text: string) => plans.find({ text, operationName: null }),
  };
}

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');

/** Short, and nearly a thousand selections once its fragments are unfolded, for each of sixteen conditions. */
const swelling = (name: string) => `
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

const ordinary = (name: string) => `
  query ${name}($id: ID!) {
    viewer { role scopes nrdsIds }
    transaction(by: { id: $id }) {
      id name status type
      seller { landlordName parties { slot name email } brokerage { name phone } agent { name email } }
      buyer { landlordName parties { slot name email } brokerage { name phone } agent { name email } }
    }
  }`;

describe('what is compiled', () => {
  it('is kept for hundreds of ordinary operations', () => {
    const { pass } = planning();
    const plans = Array.from({ length: 400 }, (_, at) => pass(ordinary(`Q${at}`)));
    const runs = plans.map((plan) => plan?.compiled({ id: 'x' }));
    expect(plans.map((plan) => plan?.compiled({ id: 'x' }))).toEqual(runs);
  });

  it('is forgotten by what it selects, however short its text is', () => {
    const { pass } = planning();
    const plan = pass(ordinary('Q'))!;
    const run = plan.compiled({ id: 'x' });
    for (let at = 0; at < 4; at += 1) for (const each of conditions) pass(swelling(`S${at}`))!.compiled(each);
    expect(plan.compiled({ id: 'x' })).not.toBe(run);
  });

  it('is one for each of the conditions that it depends on', () => {
    const plan = planning().pass(swelling('S'))!;
    const runs = new Set(conditions.map((each) => plan.compiled(each)));
    for (const each of conditions) expect(runs.has(plan.compiled(each))).toBe(true);
    expect(runs.size).toBe(16);
  });
});

describe('an estimate', () => {
  const asking = 'query Flat($n: Int, $f: TransactionFilter) { transactions(first: $n, filter: $f) { totalCount } }';
  it('is made once for variables of one shape', () => {
    const weigh = vi.fn(createEstimator(schema));
    const plan = planning(weigh).pass(asking)!;
    expect([{ n: 5 }, { n: 5 }, { n: 6 }, { n: 5 }].map((each) => plan.weigh(each))).toEqual([1, 1, 1, 1]);
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
      'an id that stands in the document as a number',
      'query Q($d: ID!) { a: transaction(by: { id: 12 }) { name } b: transaction(by: { id: $d }) { name } }',
      [{ d: '12' }, { d: '13' }],
    ],
  ])('is one call where a variable is %s, and two where not', (_, query, [alike, other]) => {
    const { weigh } = planning().pass(query)!;
    expect([other, alike, other].map((each) => weigh(each!))).toEqual([2, 1, 2]);
    expect([alike, other].map((each) => planning().pass(query)?.weigh(each!))).toEqual([1, 2]);
  });

  it('is not kept for variables whose names are long', () => {
    const weigh = vi.fn(createEstimator(schema));
    const plan = planning(weigh).pass(asking)!;
    const named = (length: number) => ({ n: 5, f: { ['k'.repeat(length)]: 'x' } });
    for (const length of [900, 900, 1_000, 1_000]) plan.weigh(named(length));
    expect(weigh).toHaveBeenCalledTimes(3);
  });
});

describe('a document', () => {
  it('is forgotten by its tokens, however short they are', () => {
    const { pass, find } = planning();
    const packed = (name: string) => `query ${name}{${times(30, () => `viewer{${times(30, () => 'role')}}`)}}`;
    pass(packed('Q'));
    for (let at = 0; at < 150; at += 1) pass(packed(`Q${at}`));
    expect(find(packed('Q149'))).not.toBeNull();
    expect(find(packed('Q'))).toBeNull();
  });

  it('has no plan where its operation is never compiled', () => {
    const { pass, find } = planning();
    const text = 'mutation { shareApp(input: { fields: {} }) { outcome } }';
    expect([pass(text), pass(text), find(text)]).toEqual([null, null, null]);
  });
});

it('what cannot be compiled is carried out the plain way, and told to the log', async () => {
  const { log, lines } = catchLog();
  const plan = {
    coerce: () => ({}),
    compiled() {
      throw new Error('it cannot');
    },
  };
  const hooks = await plansPlugin({ find: () => null, pass: () => plan as never }, formatError, log).requestDidStart?.(
    {} as never,
  );
  const contextValue = { principal: { subject: 'somebody' }, requestId: 'request-0001' };
  const asked = { request: {}, source: '{ a }', operation: {}, contextValue };
  expect(await hooks?.responseForOperation?.(asked as never)).toBeNull();
  expect(lines).toMatchObject([{ requestId: 'request-0001', err: { message: 'it cannot' } }]);
});

it('takes no note of what nobody asks for', async () => {
  const noted: string[] = [];
  const plans: Plans = {
    find: () => null,
    pass({ text }) {
      noted.push(text);
      return null;
    },
  };
  const hooks = await plansPlugin(plans, formatError, catchLog().log).requestDidStart?.({} as never);
  const ask = (source: string, principal: object | null) =>
    hooks?.responseForOperation?.({ request: {}, source, operation: {}, contextValue: { principal } } as never);
  expect(await ask('{ a }', null)).toBeNull();
  expect(await ask('{ b }', { subject: 'somebody' } satisfies Partial<Context['principal']>)).toBeNull();
  expect(noted).toEqual(['{ b }']);
});
