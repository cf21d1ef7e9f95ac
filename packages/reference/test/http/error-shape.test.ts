// Every error is a problem document, whatever causes it. For each endpoint, conformance shows those of its handler.
import { expect, test } from 'vitest';
import { listedFailure, unexpectedValue } from '../../src/http/failure.ts';
import { problem, shareReference } from '../running.ts';

const shared = shareReference();

const json = 'application/json';
const large = JSON.stringify({ token: 'x'.repeat(1_100_000) });

test.each([
  ['a list', 'POST', json, '[]'],
  ['a string', 'POST', json, '"x"'],
  ['another content type', 'POST', 'text/plain', '{}'],
  ['bytes that are not UTF-8', 'POST', json, Buffer.from('{"a":"\xff"}', 'latin1')],
  ['a body that is too large', 'POST', json, large],
  ['another method', 'PUT', json, '{}'],
  ['a GET', 'GET', json, undefined],
  ['a path below it', 'BELOW', json, '{}'],
])('an endpoint returns the standard error shape for %s', async (_name, method, type, body) => {
  const running = shared();
  const authorization = `Bearer ${await running.token()}`;
  const below = method === 'BELOW';
  for (const path of ['/oauth/token', '/fsforms/addTrans', '/fsforms/uploadfiles']) {
    const response = await running.send(below ? `${path}/more` : path, {
      method: below ? 'POST' : method,
      headers: { 'content-type': type, authorization },
      ...(body !== undefined && { body }),
    });
    expect(response.body, path).toEqual(problem(response.status, expect.any(String)));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  }
});

test('builds only messages that a row lists', () => {
  expect(listedFailure('createTicket', 'Case submission error!').body.status).toBe(400);
  expect(() => listedFailure('registrationTicket', 'Unknown error happened')).toThrow(RangeError);
  expect(() => listedFailure('getMember', 'No records found')).toThrow(RangeError);
  expect(unexpectedValue('data[0]', 'is odd').body.type).toBe('Unexpected Value in the parameter');
});
