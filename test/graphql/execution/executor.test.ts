/** Compiled execution returns what graphql-js returns, whatever a resolver returns or a property holds, at any position; lists are arrays. */
import { type GraphQLResolveInfo, getOperationAST, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { compileOperation } from '../../../src/graphql/execution/compile.ts';
import {
  cat,
  compareExecutions,
  dog,
  type ExpectSame,
  givenContext,
  schemaOfShelves,
  shelf,
} from '../../support/gateways/executions.ts';

/** Handled here, because not every test awaits it. */
function rejected(): Promise<never> {
  const promise = Promise.reject(new Error('rejected'));
  promise.catch(() => undefined);
  return promise;
}

/** Possible values of a field, or of each item in its list. */
const values: Record<string, () => unknown> = {
  'a text': () => 'text',
  'no text': () => '',
  'a color': () => 'RED',
  'a number': () => 7,
  'minus nothing': () => -0,
  'a large number': () => 2 ** 40,
  'a broken number': () => 1.5,
  'what is no number': () => Number.NaN,
  true: () => true,
  false: () => false,
  null: () => null,
  undefined: () => undefined,
  'an object': () => ({ text: 'own', sureText: 'own' }),
  'an object that converts itself': () => ({ valueOf: () => 'converted', toJSON: () => 'json' }),
  'a date': () => new Date(0),
  'a symbol': () => Symbol('s'),
  'an error': () => new Error('a value'),
  'a cat': () => cat(),
  'a dog with a cat': () => dog({ friend: cat({ friend: null }) }),
  'a dog that is neither good nor bad': () => dog({ good: null }),
  'a shelf': () => shelf(),
  'a shelf whose parts come later': () => shelf({ text: Promise.resolve('late'), shelf: Promise.resolve(shelf()) }),
  'a thing of no type': () => ({ name: 'x' }),
  'a thing of an unknown type': () => ({ __typename: 'Fish', name: 'x' }),
  'a thing of a type that is not possible': () => ({ __typename: 'Query' }),
  'a thing whose type cannot be read': () =>
    new (class {
      get __typename(): string {
        throw new Error('which?');
      }
    })(),
  'no list': () => [],
  'a promise of a text': () => Promise.resolve('late'),
  'a promise of a number': () => Promise.resolve(8),
  'a promise of null': () => Promise.resolve(null),
  'a promise of an error': () => Promise.resolve(new Error('a late value')),
  'a promise of a cat': () => Promise.resolve(cat()),
  'a promise of a shelf': () => Promise.resolve(shelf({ sureText: 'here' })),
  'a promise that fails': rejected,
  // biome-ignore lint/suspicious/noThenProperty: something that is like a promise
  'what is like a promise': () => ({ then: (give: (value: unknown) => void) => give('like') }),
};

const thrown = Symbol('thrown');
const others: Record<string, () => unknown> = {
  'something thrown': () => thrown,
  'a list with a hole': () => Object.assign(new Array(3), ['a']),
  'a list of lists': () => [[1, 2], null, [3, null], Promise.resolve([4])],
  'a promise of a list': () => Promise.resolve(['a', Promise.resolve('b'), null]),
  'a promise of shelves': () => Promise.resolve([shelf({ sureText: 'a' }), Promise.resolve(shelf({ sureText: 'b' }))]),
};
const listItems: Record<string, () => unknown> = Object.fromEntries([
  ['no list', () => 'text'],
  ['a promise of no list', () => Promise.resolve(8)],
  ['a promise that fails', rejected],
  ...Object.entries(values).map(([name, make]) => [
    `a list with ${name}`,
    () => [shelf({ sureText: 'c' }), make(), make()],
  ]),
]);

const animal = '{ __typename name ... on Cat { lives friend { name } } ... on Dog { good friend { name } } }';
const thing = `{ __typename ... on Animal ${animal} ... on Shelf { text sureText } }`;
/** The fields, each with its selection set. */
const fields: Record<string, string> = {
  text: '',
  sureText: '',
  number: '',
  real: '',
  yes: '',
  sureYes: '',
  id: '',
  sureId: '',
  color: '',
  sureColor: '',
  any: '',
  shelf: '{ text shelf { text } }',
  sureShelf: '{ text shelf { text } }',
  texts: '',
  sureTexts: '',
  grid: '',
  shelves: '{ text sureText }',
  sureShelves: '{ text sureText }',
  animal,
  sureAnimal: animal,
  things: thing,
  sureThings: thing,
};

interface World {
  make: () => unknown;
}

/** A shelf with one field as the world defines it, either as a property or by its resolver. */
function shelfWith(field: string, world: World, way: 'property' | 'resolver'): ExpectSame {
  const held = (): unknown => {
    const value = world.make();
    if (value === thrown) throw new Error('thrown');
    return value;
  };
  const source = (): object => {
    const whole = { before: 'b', after: 'a', text: 'plain', isTried: true };
    return way === 'resolver' ? whole : Object.defineProperty(whole, field, { get: held, enumerable: true });
  };
  return compareExecutions((note) => {
    const give = (_source: unknown, _args: object, _context: unknown, info: GraphQLResolveInfo) => {
      note(info);
      return info.fieldName === 'laterShelf' ? Promise.resolve(source()) : source();
    };
    const resolve = (from: Record<string, unknown>, _args: object, _context: unknown, info: GraphQLResolveInfo) => {
      note(info);
      return from['isTried'] === true ? held() : from[field];
    };
    const after = ({ after: text }: { after?: string }, _args: object, _context: unknown, info: GraphQLResolveInfo) => {
      note(info);
      return Promise.resolve(text);
    };
    return schemaOfShelves({
      Query: { shelf: give, sureShelf: give, laterShelf: give },
      Shelf: way === 'resolver' ? { [field]: resolve, after } : { after },
    });
  });
}

describe.each(['property', 'resolver'] as const)('a field read from its %s', (way) => {
  test.each(Object.entries(fields))('%s is the same as in graphql-js, whatever its value', async (field, below) => {
    const world: World = { make: () => null };
    const expectSame = shelfWith(field, world, way);
    const selection = `{ before x: ${field} ${below} after }`;
    // Not by a last `s`, because `yes` is a Boolean.
    const isList = /(texts|grid|shelves|things)$/i.test(field);
    for (const [what, make] of Object.entries({ ...(isList ? listItems : values), ...others })) {
      // No property of the gateway's objects throws.
      if (way === 'property' && make() === thrown) continue;
      world.make = make;
      await expectSame(`{ laterShelf ${selection} shelf ${selection} other }`, what);
      await expectSame(`{ other sureShelf ${selection} }`, `in an object that must be: ${what}`);
    }
  });
});

test('each property is read once if nothing fails', async () => {
  const read: string[] = [];
  const noting = (name: string, whole: object): object =>
    new Proxy(whole, {
      get(target, key) {
        if (Object.hasOwn(target, key)) read.push(`${name}.${String(key)}`);
        return Reflect.get(target, key);
      },
    });
  const things = () => [noting('cat', { name: 'Tom', lives: 9 }), Promise.resolve(noting('late', { name: 'Tim' }))];
  const make = () =>
    noting('shelf', {
      text: 'a',
      number: 1,
      real: 1.5,
      color: 'RED',
      texts: ['b'],
      shelves: [noting('in', { id: 7 })],
    });
  const schema = schemaOfShelves({
    Query: { shelf: make, laterShelf: () => Promise.resolve(make()), things },
    Thing: { __resolveType: () => 'Cat' },
  });
  const document = parse(
    '{ shelf { text number real color texts shelves { id } } laterShelf { x: text } things { ... on Cat { name lives } } }',
  );
  await compileOperation(schema, document, getOperationAST(document)!, {})(givenContext, {});
  const ofShelf = ['text', 'number', 'real', 'color', 'texts', 'shelves'].map((key) => `shelf.${key}`);
  const ofThings = ['cat.name', 'cat.lives', 'late.name'];
  expect(read.toSorted()).toEqual([...ofShelf, 'in.id', 'shelf.text', ...ofThings].toSorted());
});

test('a resolver gets the same arguments and info as from graphql-js', async () => {
  const infos: GraphQLResolveInfo[] = [];
  const id = (_source: unknown, _args: object, _context: unknown, info: GraphQLResolveInfo): string => {
    infos.push(info);
    return 'id';
  };
  const expectSame = compareExecutions(() => schemaOfShelves({ Query: { shelf: () => shelf() }, Shelf: { id } }));
  await expectSame('query Q { shelf { a: id ...F } } fragment F on Shelf { a: id }');
  const [expected, found] = infos.map((info) => ({
    path: info.path,
    fieldName: info.fieldName,
    nodes: info.fieldNodes.map(({ alias, name, loc }) => [alias?.value, name.value, loc?.start]),
    types: [String(info.parentType), String(info.returnType)],
    fragments: Object.keys(info.fragments),
    operation: info.operation.name?.value,
    isOfTheSchema: info.schema.getType('Shelf') === info.parentType,
    rootValue: info.rootValue,
    variableValues: { ...info.variableValues },
  }));
  expect(found).toEqual(expected);
  expect(expected?.nodes).toHaveLength(2);
});
