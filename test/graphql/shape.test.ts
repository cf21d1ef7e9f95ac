// The shape of variables: which requests of an operation are weighed as one.
import { buildSchema, parse } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { createShape, defaultTexts } from '../../src/graphql/plans/shape.ts';

const shapeOf = createShape(parse('{ a(text: "own") b(order: ASC) c(id: 12) }'), ['LEFT']);

describe('variables have the same shape', () => {
  it.each([
    [
      'whatever their texts, where those are alike in the same places',
      { a: 'x', b: ['y', 'x'] },
      { a: 'p', b: ['q', 'p'] },
    ],
    ['whatever a text is that stands for itself', { a: 'x' }, { a: 't0' }],
  ])('%s', (_, one, other) => {
    expect(shapeOf(one)).toBe(shapeOf(other));
  });
});

describe('variables have another shape', () => {
  it.each([
    ['where texts are alike that were not', { a: 'x', b: 'y' }, { a: 'x', b: 'x' }],
    ['where a text is one of the document', { a: 'x' }, { a: 'own' }],
    ['where it is an enum’s value there', { a: 'own' }, { a: 'ASC' }],
    ['where it is a number there, which may be an id', { a: 'own' }, { a: '12' }],
    ['where a text is a default of the schema', { a: 'x' }, { a: 'LEFT' }],
    ['where a number is a text', { a: 1 }, { a: '1' }],
    ['by each number', { a: 1 }, { a: 2 }],
    ['by each condition', { a: true }, { a: false }],
    ['by the length of a list', { a: ['x'] }, { a: ['x', 'y'] }],
    ['where null is given', { a: null }, {}],
    ['by the name', { a: 'x' }, { b: 'x' }],
    ['where a name looks like what else is written', { a: 1, b: 2 }, { 'a:1,b': 2 }],
    ['where objects stand in each other', { a: { b: 1 }, c: 2 }, { a: { b: 1, c: 2 } }],
  ])('%s', (_, one, other) => {
    expect(shapeOf(one)).not.toBe(shapeOf(other));
  });
});

test('the texts of a schema’s defaults are those of arguments and inputs, however deep they stand', () => {
  const schema = buildSchema(`
    enum Side { LEFT RIGHT }
    input In { side: Side = RIGHT  texts: [String!] = ["a", "b"]  count: Int = 3  none: String = null }
    type Query { one(side: Side = LEFT, in: In = { texts: ["c"] }): Int  two(in: In): Int }
  `);
  expect(defaultTexts(schema).toSorted()).toEqual(['LEFT', 'RIGHT', 'a', 'b', 'c']);
});
