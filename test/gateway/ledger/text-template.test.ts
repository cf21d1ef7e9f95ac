// Stored texts of upstream never contain a value of the request.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromTextTemplate, toTextTemplate } from '../../../src/gateway/ledger/text-template.ts';

const request = { name: 'Elm Street', data: [{ Email: 'ann@example.com' }], pages: 12, code: 'R' };

test.each([
  'Invalid Character found in Elm Street',
  'Missing: Elm Street, Elm Street',
  'ann@example.com has 12',
  'Invalid Character found in Elm St…',
])('stores and restores the text without its values: %s', (text) => {
  const template = toTextTemplate(text, request);
  expect(JSON.stringify(template)).not.toMatch(/Elm|ann@|12/);
  expect(fromTextTemplate(JSON.parse(JSON.stringify(template)), request)).toBe(text);
});

test.each([
  ['a value in another letter case', 'not found: ELM STREET'],
  ['an address that the request does not contain', 'bob@example.com has it already'],
])('does not store a text with %s', (_, text) => {
  expect(toTextTemplate(text, request)).toBeNull();
});

test('stores no rest of a value that begins with another value', () => {
  const names = { name: 'Elmwood', address: 'Elmwood Street 12' };
  expect(toTextTemplate('Elmwood Street 12 is taken', names)).toEqual([['address'], ' is taken']);
  expect(toTextTemplate('Taken: Elmwood Str…', names)).toEqual(['Taken: ', ['address', 11], '…']);
});

test('does not restore a template if the request lacks one of its values', () => {
  expect(fromTextTemplate(['found in ', ['elsewhere']], request)).toBeNull();
});

test('restores any text with any values exactly, or does not store it', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '…'), maxLength: 24 });
  fc.assert(
    fc.property(text, fc.dictionary(fc.constantFrom('one', 'two', 'three'), text), (message, values) => {
      const template = toTextTemplate(message, values);
      expect(template === null || fromTextTemplate(template, values) === message).toBe(true);
    }),
    { numRuns: 300 },
  );
});
