import { expect, it } from 'vitest';
import { bearerTokenOf } from '../../src/web/bearer.ts';

it.each([
  ['Bearer abc', 'abc'],
  ['bearer   a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
])('%s carries a token', (header, token) => {
  expect(bearerTokenOf(header)).toBe(token);
});

it.each([undefined, '', 'Bearer', 'Bearer ', 'Bearerabc', 'Basic abc', 'Bearer a b', 'Bearer a,b', 'Bearer abc '])(
  '%j carries no token',
  (header) => {
    expect(bearerTokenOf(header)).toBeUndefined();
  },
);
