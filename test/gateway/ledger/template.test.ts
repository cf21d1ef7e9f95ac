// What is kept of upstream's words: never a value that the request held.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromTemplate, toTemplate } from '../../../src/gateway/ledger/template.ts';

const request = { name: 'Elm Street', data: [{ Email: 'ann@example.com' }], pages: 12, code: 'R' };

test.each([
  'Invalid Character found in Elm Street',
  'Missing: Elm Street, Elm Street',
  'ann@example.com has 12',
  'Invalid Character found in Elm St…',
])('%s is kept without its values, and made whole again', (text) => {
  const template = toTemplate(text, request);
  expect(JSON.stringify(template)).not.toMatch(/Elm|ann@|12/);
  expect(fromTemplate(JSON.parse(JSON.stringify(template)), request)).toBe(text);
});

test.each([
  ['a value in other letters', 'not found: ELM STREET'],
  ['an address that is not of the request', 'bob@example.com has it already'],
])('a text with %s is not kept', (_, text) => {
  expect(toTemplate(text, request)).toBeNull();
});

test('a template whose values this request has not gives no text', () => {
  expect(fromTemplate(['found in ', ['elsewhere']], request)).toBeNull();
});

test('any text with any values is made whole again, or not kept', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '…'), maxLength: 24 });
  fc.assert(
    fc.property(text, fc.dictionary(fc.constantFrom('one', 'two', 'three'), text), (message, values) => {
      const template = toTemplate(message, values);
      expect(template === null || fromTemplate(template, values) === message).toBe(true);
    }),
    { numRuns: 300 },
  );
});
