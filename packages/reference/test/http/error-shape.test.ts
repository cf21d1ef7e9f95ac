// Every error is a problem document, whatever causes it and wherever it occurs.

import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { describe, expect, test } from 'vitest';
import { listedFailure, unexpectedValue } from '../../src/http/failure.ts';
import { problem, shareReference } from '../running.ts';

const shared = shareReference();

const json = 'application/json';
const large = JSON.stringify({ token: 'x'.repeat(1_100_000) });

describe.each(Object.values(endpoints).map(({ path }) => path))('%s', (path) => {
  test.each([
    ['no token', 'POST', json, '{}', false],
    ['malformed JSON', 'POST', json, '{"userId":', true],
    ['a list', 'POST', json, '[]', true],
    ['a string', 'POST', json, '"x"', true],
    ['another content type', 'POST', 'text/plain', '{}', true],
    ['bytes that are not UTF-8', 'POST', json, Buffer.from('{"a":"\xff"}', 'latin1'), true],
    ['a body that is too large', 'POST', json, large, true],
    ['another method', 'PUT', json, '{}', true],
    ['a GET', 'GET', json, undefined, true],
    ['a path below it', 'BELOW', json, '{}', true],
  ])('returns the standard error shape for %s', async (_name, method, type, body, signedIn) => {
    const running = shared();
    const below = method === 'BELOW';
    const response = await running.send(below ? `${path}/more` : path, {
      method: below ? 'POST' : method,
      headers: { 'content-type': type, ...(signedIn && { authorization: `Bearer ${await running.token()}` }) },
      ...(body !== undefined && { body }),
    });
    expect(response.body).toEqual(problem(response.status, expect.any(String)));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });
});

test('builds only messages that a row lists', () => {
  expect(listedFailure('createTicket', 'Case submission error!').body.status).toBe(400);
  expect(() => listedFailure('registrationTicket', 'Unknown error happened')).toThrow(RangeError);
  expect(() => listedFailure('getMember', 'No records found')).toThrow(RangeError);
  expect(unexpectedValue('data[0]', 'is odd').body.type).toBe('Unexpected Value in the parameter');
});
