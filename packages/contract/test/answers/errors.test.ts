// Compares the error rows with the specification's text (7), and reads an error body in every supported shape.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { section, table } from '../../../../test/support/spec-text.ts';
import { errorRows, INVALID_CHARACTER_MESSAGE, readErrorBody, readErrorText } from '../../src/answers/errors.ts';
import { endpoints } from '../../src/calls/endpoints.ts';

test('the error rows are those of section 7, word for word and in the same order', () => {
  const rows = table(section('7'));
  expect(rows.length).toBeGreaterThan(40);
  expect(
    errorRows.map(({ endpoint, status, type, condition }) => ({
      Endpoint: endpoints[endpoint].path,
      Code: String(status),
      Type: type,
      'Condition or message': condition,
    })),
  ).toEqual(rows);
});

test('the message about an invalid character begins as in its rows', () => {
  const rows = errorRows.filter(({ status }) => status === 402);
  expect(rows.length).toBeGreaterThan(4);
  for (const { condition } of rows) expect(condition).toContain(`message: ${INVALID_CHARACTER_MESSAGE}<`);
});

const full = { status: 404, type: 'Bad Request', message: 'Invalid Filter: x' };

test.each<[string, unknown]>([
  ['as the embedded service sends it', { status: 404, type: 'Bad Request', message: 'Invalid Filter: x' }],
  ['with its status as text', { status: '404', type: 'Bad Request', message: 'Invalid Filter: x' }],
  ['with its status as text in spaces', { status: ' 404 ', type: 'Bad Request', message: 'Invalid Filter: x' }],
  ['with code, error and detail', { code: 404, error: 'Bad Request', detail: 'Invalid Filter: x' }],
  ['with statusCode, title and Message', { statusCode: 404, title: 'Bad Request', Message: 'Invalid Filter: x' }],
  ['with a word as its status', { status: 'error', code: 404, type: 'Bad Request', message: 'Invalid Filter: x' }],
  ['inside an error object', { error: { status: 404, type: 'Bad Request', message: 'Invalid Filter: x' } }],
  ['partly inside an error object', { status: 404, error: { type: 'Bad Request', message: 'Invalid Filter: x' } }],
  ['in a list of one', [{ status: 404, type: 'Bad Request', message: 'Invalid Filter: x' }]],
  ['in a wrapper', { meta: {}, data: full }],
  ['in a list of one in a wrapper in a list', [{ meta: { total: 1 }, data: [full] }]],
  ['partly around the data', { meta: {}, status: 404, data: { error: 'Bad Request', message: 'Invalid Filter: x' } }],
  ['around empty data', { meta: {}, ...full, data: [] }],
  ['around data with a text of success as its status', { ...full, meta: {}, data: null }],
  ['with additional fields', { ...{ status: 404, type: 'Bad Request', message: 'Invalid Filter: x' }, trace: 7 }],
])('an error is read %s', (_, body) => {
  expect(readErrorBody(body)).toEqual(full);
});

test('reads an OAuth error', () => {
  expect(readErrorBody({ error: 'invalid_client', error_description: 'who are you' })).toEqual({
    status: null,
    type: 'invalid_client',
    message: 'who are you',
  });
});

test.each([
  ['an empty object', {}],
  ['values of other types', { status: 'x', type: 7, message: {} }],
  ['empty texts', { status: '', type: '', message: '' }],
  ['an error that is not an object', { error: ['x'] }],
])('finds no error details in %s', (_, body) => {
  expect(readErrorBody(body)).toEqual({ status: null, type: null, message: null });
});

test.each(['Invalid Filter: x', ['Invalid Filter: x']])('%j is a message, with a status of the endpoint', (body) => {
  expect(readErrorText('listFiles', 404, body)).toEqual({ status: null, type: null, message: 'Invalid Filter: x' });
  expect(readErrorText('getTransById', 404, body)).toBeNull();
});

test.each([undefined, null, '', ' ', 7, {}, [], ['a', 'b']])('%j is no message', (body) => {
  expect(readErrorText('listFiles', 404, body)).toBeNull();
});

test.each([null, undefined, 'text', 7, [], [1], [{ status: 404 }, { status: 404 }]])('%j is not an error', (body) => {
  expect(readErrorBody(body)).toBeNull();
});

test('reading never throws, whatever the body, and each field has its type', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      const read = readErrorBody(body);
      if (read === null) return;
      expect(read.status === null || Number.isInteger(read.status)).toBe(true);
      for (const text of [read.type, read.message]) expect(text === null || text !== '').toBe(true);
    }),
  );
});
