// JSON whose numbers are preserved: as numbers if a double is exact, otherwise as their source text.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactly } from '../../src/answers/json.ts';

test.each([
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['12345678901234567.89', '12345678901234567.89'],
  ['4503599627370497.25', '4503599627370497.25'],
  ['0.12345678901234567891', '0.12345678901234567891'],
  ['1e400', '1e400'],
  ['1.5e-400', '1.5e-400'],
])('%s is returned as its source text', (source, text) => {
  for (const body of [`[{"a":${source},"b":1}]`, `[ { "a" : ${source} , "b" : 1 } ]`]) {
    expect(parseExactly(body)).toEqual([{ a: text, b: 1 }]);
  }
  for (const body of [`{"a":[${source}]}`, `{"a": [ 1 , ${source} ]}`, `[[1,${source},"x"],${source}]`]) {
    const read = JSON.stringify(parseExactly(body));
    expect(read).toBe(body.replaceAll(' ', '').replaceAll(source, JSON.stringify(text)));
  }
  for (const body of [source, ` ${source}\n`]) expect(parseExactly(body)).toBe(text);
});

test.each([
  '0',
  '-0',
  '1',
  '250000.00',
  '1.50',
  '9007199254740991',
  '0.30000000000000004',
  '1e3',
  '1E21',
  '0e5',
  '-1E-7',
  '123456789012345',
])('%s is returned as a number', (source) => expect(parseExactly(`{"a":${source}}`)).toEqual({ a: Number(source) }));

test('everything else is returned as by JSON.parse', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const plain = (value: unknown) => (typeof value === 'string' && Number(value) ? Number(value) : value);
      const read = (json: unknown) => JSON.parse(JSON.stringify(json), (_key, value) => plain(value));
      expect(read(parseExactly(text))).toEqual(read(JSON.parse(text)));
    }),
  );
  expect(parseExactly('{"a":"\\":12345678901234567"}')).toEqual({ a: '":12345678901234567' });
  expect(parseExactly('{"a":"x,12345678901234567"}')).toEqual({ a: 'x,12345678901234567' });
  expect(() => parseExactly('{"a":12345678901234567,}')).toThrow(SyntaxError);
});
