// The text of a large result is that of JSON.stringify, character by character.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../../src/graphql/context.ts';
import { Pacer } from '../../../src/graphql/responses/pacer.ts';
import { createResponses } from '../../../src/graphql/responses/responses.ts';
import { countCharacters, writeInPieces } from '../../../src/graphql/responses/text.ts';

const pace = () => new Pacer({ yieldToOthers: async () => undefined }).pace(() => false);
const write = (value: unknown, max = Number.POSITIVE_INFINITY) => writeInPieces(value, pace(), max);

const long = 'é\u2028"\\\n😀 \ud800'.repeat(10_000);
const record = (at: number) => ({
  id: `r${at}`,
  7: at,
  none: undefined,
  nothing: null,
  text: long.slice(0, 300),
  yes: true,
});
const records = Array.from({ length: 500 }, (_, at) => record(at));

test('a result that is small, as it was estimated, is gone through once', async () => {
  const { write } = createResponses({ maxBytes: 1_000_000 });
  let reads = 0;
  const data = {
    get name() {
      reads += 1;
      return 'Elm';
    },
  };
  const context = { large: null, response: { destroyed: false }, facts: {} } as unknown as Context;
  expect(await write(context, { data })).toBe('{"data":{"name":"Elm"}}');
  expect(reads).toBe(1);
});

describe('a text written in pieces', () => {
  test.each<[string, unknown]>([
    ['records', { errors: undefined, data: { a: records, b: { nodes: records, edges: [] } }, extensions: undefined }],
    ['long texts', { data: { [long]: long, list: [long, long, undefined, null] } }],
    ['lists of lists', [records, [records], [], [[]], {}]],
    [
      'objects without a prototype',
      { data: Object.assign(Object.create(null), { list: records, __proto__: records }) },
    ],
    ['what JSON does not have', { list: [...records, Number.NaN, undefined, -0], number: Number.POSITIVE_INFINITY }],
  ])('is the same for %s', async (_, value) => {
    expect(await write(value)).toBe(JSON.stringify(value));
  });

  test('is the same for any value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.string(), async (value, key) => {
        const result = { data: { [key]: value, padding: records, list: [value, ...records, value] } };
        expect(await write(result)).toBe(JSON.stringify(result));
      }),
      { numRuns: 30 },
    );
  });

  test('ends where it has more bytes than are allowed', async () => {
    const bytes = Buffer.byteLength(JSON.stringify(records));
    expect(await write(records, bytes)).toBe(JSON.stringify(records));
    expect(await write(records, bytes - 1)).toBeNull();
    const controls = { data: '\u0001'.repeat(100_000) };
    expect(await write(controls, 500_000)).toBeNull();
  });
});

describe('the count of characters', () => {
  test('is that of the text, but for escapes and the length of numbers', () => {
    const plain = { data: { list: [{ a: 'one', b: null, c: true }, { a: 'two' }], d: {} } };
    expect(Math.abs(countCharacters(plain, 1_000) - JSON.stringify(plain).length)).toBeLessThan(10);
  });

  test('stops soon after its maximum', () => {
    const reads = { count: 0 };
    const list = Array.from({ length: 1_000 }, () => ({
      get text() {
        reads.count += 1;
        return 'x'.repeat(100);
      },
    }));
    expect(countCharacters({ data: { list } }, 1_000)).toBeGreaterThan(1_000);
    expect(reads.count).toBeLessThan(15);
  });
});
