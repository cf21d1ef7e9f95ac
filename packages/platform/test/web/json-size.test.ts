// JSON texts are measured before they are parsed.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../../test/support/any-character.ts';
import { type JsonLimits, jsonExcess } from '../../src/web/json-size.ts';

const limits = (values: number, depth = 100): JsonLimits => ({ values, depth, uncountedBytes: 0 });
const excessOf = (text: string, bounds: JsonLimits) => jsonExcess(Buffer.from(text), bounds);

/** Objects and lists, and the entries of each but its first. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const entries = Object.values(value);
  return Math.max(1, entries.length) + entries.reduce((sum, each) => sum + valuesOf(each), 0);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('values and depth are those of the parsed value, whatever its texts contain', () => {
  const text = fc.string({ unit: fc.constantFrom('{', '}', '[', ']', ',', '"', '\\', 'é', 'a') });
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: anyCharacter }),
      fc.dictionary(text, text),
      fc.nat(3),
      (some, texts, indent) => {
        const value = [some, texts];
        const json = JSON.stringify(value, null, indent);
        const parsed: unknown = JSON.parse(json);
        const [values, depth] = [valuesOf(parsed), depthOf(parsed)];
        expect(excessOf(json, limits(values, depth))).toBeNull();
        expect(excessOf(json, limits(values - 1, depth))).toBe(`more than ${values - 1} values`);
        expect(excessOf(json, limits(values, depth - 1))).toBe(`values nested more than ${depth - 1} deep`);
      },
    ),
  );
});

test('a text that breaks off, even within a string, is measured to its end', () => {
  for (const text of ['[1,2,"', '[1,2,"\\', '[1,2,"a\\"', '[1,2,']) expect(excessOf(text, limits(3))).toBeNull();
  expect(excessOf('[1,2,"', limits(2))).toBe('more than 2 values');
});

test('a short text is not measured', () => {
  expect(jsonExcess(Buffer.from('[1,2,3]'), { values: 0, depth: 0, uncountedBytes: 7 })).toBeNull();
  expect(jsonExcess(Buffer.from('[1,2,34]'), { values: 0, depth: 0, uncountedBytes: 7 })).not.toBeNull();
});
