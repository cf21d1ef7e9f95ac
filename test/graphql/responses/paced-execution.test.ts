// A large response has the same text whether its lists are completed in turns or at once, by graphql-js or by compiled code.
import { execute, getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import type { Context } from '../../../src/graphql/context.ts';
import { createCompile } from '../../../src/graphql/plans/compile.ts';
import { Reservation, ResponseBudget } from '../../../src/graphql/responses/budget.ts';
import { paceLists } from '../../../src/graphql/responses/lists.ts';
import { Pacer } from '../../../src/graphql/responses/pacer.ts';
import { cat, dog, schemaOfShelves, shelf } from '../../support/gateways/executions.ts';

const documents = [
  '{ shelf { a: sureShelves { text shelf { id } } b: sureShelves { text shelf { id } } c: shelves { id } } }',
  '{ shelf { things { __typename ... on Cat { lives } ... on Shelf { id grid texts } } sureThings { __typename } } }',
  '{ animals { name ... on Dog { good friend { name } } } things { __typename } other }',
  '{ shelf { shelves { shelves { id text } } } laterShelf { shelves { id } } }',
];

const listOf = (length: number, make: (at: number) => unknown) => Array.from({ length }, (_, at) => make(at));
const resolvers = (isBroken: boolean) => {
  const shelves = () =>
    listOf(40, (at) =>
      shelf({ id: `s${at}`, shelf: at % 3 ? shelf() : Promise.resolve(shelf()), grid: [[at]], texts: ['x'] }),
    );
  const make = () =>
    shelf({
      sureShelves: shelves(),
      shelves: [...shelves(), null, isBroken ? new Error('a broken shelf') : null].map((each, at) =>
        each instanceof Error || at % 5 ? each : Promise.resolve(each && { ...each, shelves: shelves() }),
      ),
      things: listOf(30, (at) => (at % 2 ? cat() : shelf({ id: `t${at}` }))),
      sureThings: listOf(12, () => dog(isBroken ? { __typename: 'Fish' } : {})),
    });
  return {
    Query: {
      shelf: make,
      laterShelf: async () => make(),
      animals: () =>
        listOf(25, (at) => (at % 2 ? dog({ friend: cat(), ...(isBroken && at === 7 && { good: null }) }) : cat())),
      things: () => listOf(20, (at) => (at % 4 === 0 ? Promise.resolve(dog()) : cat())),
      other: () => 'other',
    },
  };
};

function contextOf(isLarge: boolean): { readonly context: Context; readonly slices: () => number } {
  let slices = 0;
  let time = 0;
  const pacer = new Pacer({
    // Each reading of the clock is a millisecond later.
    now: () => {
      time += 1;
      return time;
    },
    yieldToOthers: async () => {
      slices += 1;
    },
  });
  const budget = new ResponseBudget({ maxBytes: 1e9, maxCallerBytes: 1e9 });
  const reservation = new Reservation(budget, 'somebody');
  reservation.set(2_000_000);
  const large = isLarge ? { pace: pacer.pace(() => false), reservation } : null;
  return { context: { large } as unknown as Context, slices: () => slices };
}

test.each([false, true])('paced execution gives the same result (with errors: %s)', async (isBroken) => {
  const schema = paceLists(schemaOfShelves(resolvers(isBroken)));
  const compile = createCompile(schemaOfShelves(resolvers(isBroken)));
  for (const text of documents) {
    const document = parse(text);
    const run = compile(document, getOperationAST(document)!, {});
    const expected = JSON.stringify(await execute({ schema, document, contextValue: contextOf(false).context }));
    expect(expected.includes('"errors"'), text).toBe(isBroken);
    const whole = contextOf(false);
    expect(inOrder(await run(whole.context, {})), text).toEqual(inOrder(JSON.parse(expected)));
    expect(whole.slices()).toBe(0);
    for (const each of [contextOf(true), contextOf(true)]) {
      const byGraphqlJs = await execute({ schema, document, contextValue: each.context });
      expect(inOrder(byGraphqlJs), text).toEqual(inOrder(JSON.parse(expected)));
      expect(each.slices()).toBeGreaterThan(2);
    }
    const paced = contextOf(true);
    expect(inOrder(await run(paced.context, {})), text).toEqual(inOrder(JSON.parse(expected)));
    expect(paced.slices()).toBeGreaterThan(2);
  }
});

/** The text of the data, and the errors in the order in which every response has them. */
function inOrder({ data, errors = [] }: { data?: unknown; errors?: readonly unknown[] }) {
  return { data: JSON.stringify(data), errors: errors.map((error) => JSON.stringify(error)).sort() };
}

test('the objects of a list that is selected twice in the same way are completed once', async () => {
  let reads = 0;
  class Item {
    readonly __typename = 'Shelf';
    get text(): string {
      reads += 1;
      return 'text';
    }
  }
  const compile = createCompile(
    schemaOfShelves({ Query: { shelf: () => shelf({ sureShelves: listOf(20, () => new Item()), shelf: shelf() }) } }),
  );
  const ask = async (text: string) => {
    reads = 0;
    const document = parse(text);
    const { data } = await compile(document, getOperationAST(document)!, {})(contextOf(false).context, {});
    return { text: JSON.stringify(data), reads };
  };
  const once = await ask('{ shelf { a: sureShelves { text } } }');
  const aliases = Array.from({ length: 45 }, (_, at) => `n${at}: sureShelves { text }`).join(' ');
  const often = await ask(`{ shelf { ${aliases} m: sureShelves { t: text } } }`);
  expect(once.reads).toBe(20);
  expect(often.reads).toBe(40);
  expect(often.text.match(/"text":"text"/g)).toHaveLength(45 * 20);
});
