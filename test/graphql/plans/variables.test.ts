// Variables as a plan coerces them, with graphql-js as the oracle.
import { getOperationAST, getVariableValues, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createCoercion } from '../../../src/graphql/plans/variables.ts';
import { createSchema } from '../../../src/graphql/schema/schema.ts';

const schema = createSchema();

const types = [
  'String',
  'String!',
  'ID',
  'ID!',
  'Int',
  'Int!',
  'Boolean',
  'Boolean!',
  'OrderDirection',
  'OrderDirection!',
  'Timestamp',
  'Decimal!',
  '[String!]',
  'TransactionFilter',
];

const values: readonly unknown[] = [
  undefined,
  null,
  '',
  'text',
  'toString',
  'ASC',
  'asc',
  '2026-03-01',
  '1.5',
  0,
  -0,
  1,
  1.5,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_648,
  -2_147_483_649,
  Number.NaN,
  true,
  false,
  [],
  ['a'],
  [1],
  {},
  { realtorName: 'a' },
  { nothing: 1 },
];

function both(defined: string, given: Record<string, unknown>) {
  const { variableDefinitions = [] } = getOperationAST(parse(`query(${defined}) { __typename }`)) ?? {};
  const { coerced = null } = getVariableValues(schema, variableDefinitions, given);
  return [createCoercion(schema, variableDefinitions)(given), coerced] as const;
}

describe('the variables of a plan', () => {
  it.each(types)('of type %s are coerced as by graphql-js, whatever is given', (type) => {
    for (const value of values) {
      const [ours, theirs] = both(`$v: ${type}`, { v: value });
      expect(ours, String(value)).toStrictEqual(theirs);
    }
    expect(both(`$v: ${type}`, {}).map((each) => each && Object.keys(each))).toEqual(
      type.endsWith('!') ? [null, null] : [[], []],
    );
  });

  it('get defaults for absent variables only', () => {
    for (const given of [{}, { v: null }, { v: 3 }, { v: 'x' }, { w: 4 }]) {
      const [ours, theirs] = both('$v: Int = 1, $w: Int! = 2', given);
      expect(ours).toStrictEqual(theirs);
    }
  });

  it('are in the order of their definitions, without undefined ones', () => {
    const given = { c: true, x: 'not defined', b: 'b', a: 'a' };
    const [ours, theirs] = both('$a: String!, $b: ID, $c: Boolean, $d: Int', given);
    expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
    expect(JSON.stringify(ours)).toBe('{"a":"a","b":"b","c":true}');
  });

  it('are read from own properties only', () => {
    for (const name of ['toString', 'constructor', '__proto__', 'inherited']) {
      const inherits = Object.create({ inherited: 'a' }) as Record<string, unknown>;
      for (const given of [{}, inherits, JSON.parse(`{"${name}":"own"}`)]) {
        const [ours, theirs] = both(`$${name}: String`, given);
        expect(ours && Object.entries(ours), name).toStrictEqual(theirs && Object.entries(theirs));
        expect(Object.getPrototypeOf(ours)).toBe(Object.prototype);
      }
    }
  });

  it('are never the object that was given', () => {
    const given = { v: 'a' };
    expect(both('$v: String', given)[0]).not.toBe(given);
  });
});
