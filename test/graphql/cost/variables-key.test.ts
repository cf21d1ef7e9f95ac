// The shape of variables: which requests of an operation share an estimate.
import { buildSchema, parse } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { createVariablesKey, defaultTexts } from '../../../src/graphql/cost/variables-key.ts';

const variablesKey = createVariablesKey(parse('{ a(text: "own") b(order: ASC) c(id: 12) }'), ['LEFT']);

describe('variables have the same shape', () => {
  it.each([
    ['whatever their texts, if the same ones are equal', { a: 'x', b: ['y', 'x'] }, { a: 'p', b: ['q', 'p'] }],
    ['if a text looks like a placeholder', { a: 'x' }, { a: 't0' }],
  ])('%s', (_, one, other) => {
    expect(variablesKey(one)).toBe(variablesKey(other));
  });
});

describe('variables have different shapes', () => {
  it.each([
    ['if texts are equal in only one of them', { a: 'x', b: 'y' }, { a: 'x', b: 'x' }],
    ['if a text equals one in the document', { a: 'x' }, { a: 'own' }],
    ['if a text equals an enum value in the document', { a: 'own' }, { a: 'ASC' }],
    ['if a text equals a number in the document, which may be an id', { a: 'own' }, { a: '12' }],
    ['if a text equals a default of the schema', { a: 'x' }, { a: 'LEFT' }],
    ['if a number becomes a text', { a: 1 }, { a: '1' }],
    ['if a number differs', { a: 1 }, { a: 2 }],
    ['if a Boolean differs', { a: true }, { a: false }],
    ['if the length of a list differs', { a: ['x'] }, { a: ['x', 'y'] }],
    ['if null is given in only one of them', { a: null }, {}],
    ['if a name differs', { a: 'x' }, { b: 'x' }],
    ['if a name imitates the notation of the shape', { a: 1, b: 2 }, { 'a:1,b': 2 }],
    ['if objects are nested differently', { a: { b: 1 }, c: 2 }, { a: { b: 1, c: 2 } }],
  ])('%s', (_, one, other) => {
    expect(variablesKey(one)).not.toBe(variablesKey(other));
  });
});

test('default texts are those of arguments and input fields, at any depth', () => {
  const schema = buildSchema(`
    enum Side { LEFT RIGHT }
    input In { side: Side = RIGHT  texts: [String!] = ["a", "b"]  count: Int = 3  none: String = null }
    type Query { one(side: Side = LEFT, in: In = { texts: ["c"] }): Int  two(in: In): Int }
  `);
  expect(defaultTexts(schema).toSorted()).toEqual(['LEFT', 'RIGHT', 'a', 'b', 'c']);
});
