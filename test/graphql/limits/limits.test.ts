// Limits on the size of a query: what exceeds one is rejected before execution, and real clients' queries are not.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getIntrospectionQuery, parse } from 'graphql';
import { expect, test } from 'vitest';
import { limits, MAX_TOKENS } from '../../../src/graphql/limits/limits.ts';
import { measureVariables } from '../../../src/graphql/limits/parameters.ts';
import { measureQuery } from '../../../src/graphql/limits/query-size.ts';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { startGraph } from '../../support/gateways/graph-under-test.ts';
import { hostileRequests } from '../../support/hostile/hostile-queries.ts';

/** None of these queries needs the service. */
const start = () => startGraph({ baseUrl: 'http://127.0.0.1:9' });

test.each(hostileRequests)('rejects $name before execution', async ({ query, variables, refusal }) => {
  const { ask } = await start();
  const asked = { token: await serviceToken(), ...(variables && { variables }) };
  const { status, data, errors, text } = await ask(query, asked);
  expect({ status, data }).toEqual({ status: 400, data: undefined });
  expect(errors?.[0]).toMatchObject({
    message: expect.stringMatching(refusal),
    extensions: { code: 'BAD_USER_INPUT' },
  });
  expect(errors?.every(({ extensions }) => extensions['code'] === 'BAD_USER_INPUT')).toBe(true);
  expect(text.length).toBeLessThan(2_000);
});

const viewer = (inner: string) => `{ viewer { ${inner} } }`;
const repeat = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');

const through = 'fields { type { fields { name } } }';
const values = 'fields { type { ofType { enumValues { name } } } }';
const within = 'fields { args { name } type { name ofType { name ofType { name } } } } interfaces { name }';

test.each<[string, (count: number) => string]>([
  ['aliases', (count) => viewer(repeat(count, (n) => `a${n}: __typename`))],
  ['rootFields', (count) => `{ ${repeat(count, () => '__typename')} }`],
  ['repeats', (count) => viewer(repeat(count, () => 'role'))],
  [
    'introspectionDepth',
    (count) => `{ __type(name: "Query") ${'{ ofType '.repeat(count - 2)} { kind } ${'}'.repeat(count - 2)} }`,
  ],
  ['introspections', (count) => `{ ${repeat(count, (n) => `a${n}: __schema { queryType { name } }`)} }`],
  ['introspections', (count) => `{ ${repeat(count, (n) => `a${n}: __type(name: "Query") { ${through} }`)} }`],
  ['introspections', (count) => `{ ${repeat(count, (n) => `a${n}: __type(name: "Query") { ${values} }`)} }`],
  ['introspectedTypes', (count) => `{ ${repeat(count, (n) => `a${n}: __type(name: "Query") { ${within} }`)} }`],
])('exactly the maximum of %s is accepted, and one more is not', async (name, write) => {
  const { ask } = await start();
  const { max } = limits[name as keyof typeof limits];
  const token = await serviceToken();
  expect((await ask(write(max), { token })).errors).toBeUndefined();
  expect((await ask(write(max + 1), { token })).errors?.[0]?.message).toContain(`at most ${max} are allowed (${name})`);
});

test('all exceeded limits are named at once, each with the number found', async () => {
  const { ask } = await start();
  const { errors } = await ask(`{ ${repeat(60, (n) => `a${n}: viewer { role }`)} }`, { token: await serviceToken() });
  expect(errors).toMatchObject([
    {
      message:
        'The query has 60 root fields, and at most 30 are allowed (rootFields). ' +
        'The query has 60 aliases, and at most 50 are allowed (aliases).',
    },
  ]);
});

test('GraphiQL’s query for the whole schema is accepted', async () => {
  const { ask } = await start();
  const whole = { inputValueDeprecation: true, specifiedByUrl: true, schemaDescription: true, oneOf: true };
  const { data, errors } = await ask(getIntrospectionQuery({ ...whole, directiveIsRepeatable: true }));
  expect(errors).toBeUndefined();
  expect(data.__schema.types.length).toBeGreaterThan(10);
});

test('queries by which tools learn what introspection the server knows are accepted', async () => {
  const { ask } = await start();
  const types = ['__Schema', '__Type', '__Field', '__InputValue', '__EnumValue', '__Directive'];
  const kinds = '{ kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind } } } } }';
  const selected = `{ name fields(includeDeprecated: true) { name args { name type ${kinds} } type ${kinds} } }`;
  const { data, errors } = await ask(
    `query Supported { ${types.map((name, at) => `t${at}: __type(name: "${name}") ${selected}`).join(' ')} }`,
  );
  expect(errors).toBeUndefined();
  expect(Object.values(data).map((type) => (type as { name: string }).name)).toEqual(types);
});

test('GraphiQL’s tabs stay within half of every limit', () => {
  const folder = join(import.meta.dirname, '../../../src/http/playground/tabs');
  const texts = readdirSync(folder).flatMap((file) =>
    file.endsWith('.graphql') ? [readFileSync(join(folder, file), 'utf8')] : [],
  );
  expect(texts.length).toBeGreaterThan(3);
  for (const text of texts) {
    const document = parse(text, { maxTokens: MAX_TOKENS / 2 });
    const measured = measureQuery(document);
    if ('cycle' in measured) throw new Error(measured.cycle);
    const counts = { ...measured.counts, characters: text.length };
    for (const [name, count] of Object.entries(counts)) {
      expect([name, count <= limits[name as keyof typeof limits].max / 2]).toEqual([name, true]);
    }
  }
});

test('a query is measured with its fragments expanded, introspection separately', () => {
  const measured = measureQuery(
    parse(`
      query ($f: TransactionFilter = { types: [A, B, C] }) @live {
        list: transactions { nodes { ...T ... on Transaction { ...T } } }
        __type(name: "X") { fields { type { name } } }
      }
      fragment T on Transaction { n: name @skip(if: false) seller { role } }
    `),
  );
  expect(measured).toEqual({
    counts: {
      rootFields: 2,
      depth: 4,
      introspectionDepth: 4,
      introspections: 0,
      introspectedTypes: 1,
      introspectionAliases: 0,
      aliases: 3,
      // Two down to the nodes; the fragment there, and once more below another; introspection; the fragment itself.
      selections: 2 + 4 + 5 + 4 + 3,
      directives: 1 + 2 + 1,
      repeats: 2,
      listItems: 3,
      inputDepth: 2,
    },
  });
});

test('repeats are counted by their position in the response', () => {
  const repeats = (text: string) => {
    const measured = measureQuery(parse(text));
    return 'counts' in measured && measured.counts.repeats;
  };
  expect(repeats('{ a { x } b { x } }')).toBe(1);
  expect(repeats('{ a { x } a { x } ...F } fragment F on Query { a { x y: x } }')).toBe(3);
  expect(repeats('{ a { x } ... { a { x x } } }')).toBe(3);
});

test('variables are not measured beyond the limits', () => {
  const endless: Record<string, unknown> = {};
  endless['again'] = endless;
  expect(measureVariables(endless).inputDepth).toBe(limits.inputDepth.max + 1);
  expect(measureVariables({ file: new Map([['a', 1]]), list: [[1, 2, 3]] })).toEqual({
    listItems: 3,
    inputDepth: 2,
    variableValues: 7,
    entities: 0,
  });
  expect(measureVariables(undefined)).toEqual({ listItems: 0, inputDepth: 0, variableValues: 1, entities: 0 });
});

test('the variable that exceeds a limit is named, unless only all of them together do', async () => {
  const { ask } = await start();
  const token = await serviceToken();
  const messageFor = async (variables: Record<string, unknown>) =>
    (await ask('{ viewer { role } }', { token, variables })).errors?.[0]?.message;
  const beyond = limits.listItems.max + 1;
  const sentence = `A list or an object has ${beyond} entries, and at most ${limits.listItems.max} are allowed (listItems).`;
  expect(await messageFor({ id: 'x', ids: Array(beyond).fill('x') })).toBe(`${sentence} It is in the variable "$ids".`);
  expect(await messageFor(Object.fromEntries(Array.from({ length: beyond }, (_, at) => [`v${at}`, at])))).toBe(
    sentence,
  );
});
