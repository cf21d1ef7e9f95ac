/** Compiled execution returns what graphql-js returns for any selection, on made-up types and on the whole schema. */
import {
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { createSchema } from '../../../src/graphql/schema/schema.ts';
import {
  cat,
  compareExecutions,
  dog,
  pathText,
  type RecordCall,
  schemaOfShelves,
  shelf,
} from '../../support/gateways/executions.ts';

describe('selections on made-up types', () => {
  const whole = shelf({ sureText: 'sure', number: 3, yes: false, texts: ['a', 'b'], grid: [[1], [2, 3]] });
  const expectSame = compareExecutions((note) => {
    const giving = <T>(give: () => T) => {
      return (_source: unknown, _args: object, _context: unknown, info: GraphQLResolveInfo): T => {
        note(info);
        return give();
      };
    };
    return schemaOfShelves({
      Query: {
        shelf: giving(() => ({ ...whole, shelf: { ...whole, animal: cat() } })),
        laterShelf: giving(() => Promise.resolve(whole)),
        animals: giving(() => [cat({ friend: dog() }), Promise.resolve(dog()), cat()]),
        things: giving(() => [shelf(), null, cat({ shelf: whole }), Promise.resolve(null), dog()]),
        other: giving(() => 'other'),
      },
      Shelf: { id: giving(() => Promise.resolve('asked')), color: giving(() => 'GREEN') },
      Dog: { friend: giving(() => Promise.resolve(cat())) },
    });
  });

  test.each([
    '{ __typename }',
    '{ b: other a: other other }',
    '{ shelf { number text t: __typename yes number color id } other }',
    '{ shelf { shelf { shelf { text } number } } shelf { shelf { text yes } id } }',
    '{ shelf { text } laterShelf { id text } shelf { number } }',
    '{ ...A ...B other } fragment A on Query { other shelf { ...C number } } fragment B on Query { shelf { ...C yes } } fragment C on Shelf { text ...D } fragment D on Shelf { id texts ...E } fragment E on Shelf { grid text }',
    '{ shelf { ...D ... { yes ...D } ... on Shelf { sureText ...D } } } fragment D on Shelf { id text }',
    '{ shelf { shelf { animal { name __typename ... on Cat { lives } } } } }',
    '{ animals { ... on Cat { lives } name ... on Dog { good friend { name __typename } } ... on Animal { n: name } } }',
    '{ animals { ...N ... on Named { ...N } ... on Cat { friend { ...N } } } } fragment N on Named { again: name ... on Dog { good } }',
    '{ animals { ... on Cat { friend { name } } ... on Dog { friend { ... on Cat { lives } } } } }',
    '{ things { ... on Animal { name } ... on Shelf { text color id } ... on Named { t: __typename } ... on Cat { shelf { id } } } }',
    '{ things { __typename } all: things { ... on Thing { ... on Dog { good friend { __typename } } } } }',
    '{ things { ... on Cat { shelf { number } } ... on Cat { shelf { grid id number } name } } }',
    '{ shelf { constructor: text hasOwnProperty: number toString: id then: yes made: color } }',
    '{ shelf { v: text source: number run: id path: color made: yes r0: texts } r0: other }',
    '{ nothing shelf { shelf { sureShelf: shelf { text } } } }',
  ])('%s', async (text) => {
    const { expected, found } = await expectSame(text);
    expect(found.errors).toEqual([]);
    expect(found.resolved).toEqual(expected.resolved);
  });
});

describe('the whole schema, every field selected', () => {
  const schema = createSchema();
  test.each(Object.keys(schema.getQueryType()!.getFields()))('%s', async (name) => {
    const { found } = await compareExecutions(stubbed)(`{ ${selectAll(schema, name)} }`, name);
    expect(found.errors).toEqual([]);
    expect(found.resolved.length).toBeGreaterThan(0);
  });
});

/** The schema with made-up records, and without arguments. */
function stubbed(note: RecordCall): GraphQLSchema {
  const schema = createSchema();
  const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
  const plain = new Map(
    objects.map((each) => [each, Object.values(each.getFields()).filter(({ resolve }) => resolve === undefined)]),
  );
  let count = 0;
  const made = (type: GraphQLOutputType): unknown => {
    count += 1;
    const some = getNullableType(type);
    if (type === some && count % 7 === 0) return null;
    if (isListType(some)) return Array.from({ length: count % 3 }, () => made(some.ofType));
    if (isEnumType(some)) return some.getValues()[count % some.getValues().length]?.value;
    if (isLeafType(some))
      return { Int: count, Float: count / 2, Boolean: count % 2 === 0 }[some.name] ?? `text ${count}`;
    if (isAbstractType(some)) {
      const possible = schema.getPossibleTypes(some);
      return made(possible[count % possible.length]!);
    }
    const properties = plain.get(some)!.map(({ name, type: each }) => [name, made(each)] as const);
    return { __typename: some.name, ...Object.fromEntries(properties) };
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isAbstractType(type)) type.resolveType = ({ __typename: name }) => name;
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      field.args = [];
      // Nothing made up has anything to warn of.
      field.extensions = {};
      if (field.resolve === undefined) continue;
      field.resolve = (_source, _args, _context, info) => {
        note(info);
        count = pathText(info.path).length;
        const value = made(field.type) ?? null;
        return isAsync(count) ? Promise.resolve(value) : value;
      };
    }
  }
  return schema;
}

const isAsync = (count: number): boolean => count % 2 === 1;

/** A field with everything below it, six levels deep. */
function selectAll(schema: GraphQLSchema, query: string): string {
  const below = (type: GraphQLOutputType, depth: number): string | null => {
    const named = getNamedType(type);
    if (isLeafType(named)) return '';
    if (depth === 0) return null;
    const parts: string[] = ['__typename'];
    if (!isObjectType(named)) {
      for (const each of schema.getPossibleTypes(named))
        parts.push(`... on ${each.name} ${below(each, depth - 1) ?? ''}`);
      return `{ ${parts.join(' ')} }`;
    }
    for (const field of Object.values(named.getFields())) {
      const selected = below(field.type, depth - 1);
      // Types of an interface may have fields of the same name but of different types.
      if (selected !== null) parts.push(`${named.name}${field.name}: ${field.name} ${selected}`);
    }
    return `{ ${parts.join(' ')} }`;
  };
  const field = schema.getQueryType()!.getFields()[query]!;
  return `${query} ${below(field.type, 5)}`;
}
