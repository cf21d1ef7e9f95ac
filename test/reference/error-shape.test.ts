// No error leaves the service in another shape than {status, type, message}, whatever is wrong and wherever.
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { listedFailure, unexpectedValue } from '../../src/reference/failure.ts';
import { shareReference } from './running.ts';

const shared = shareReference();

const json = 'application/json';
const large = JSON.stringify({ token: 'x'.repeat(1_100_000) });

describe.each(Object.values(endpoints).map(({ path }) => path))('%s', (path) => {
  test.each([
    ['no token', 'POST', json, '{}', false],
    ['malformed JSON', 'POST', json, '{"userId":', true],
    ['a list', 'POST', json, '[]', true],
    ['a text', 'POST', json, '"x"', true],
    ['another type', 'POST', 'text/plain', '{}', true],
    ['bytes that are no UTF-8', 'POST', json, Buffer.from('{"a":"\xff"}', 'latin1'), true],
    ['a body that is too large', 'POST', json, large, true],
    ['another method', 'PUT', json, '{}', true],
    ['GET', 'GET', json, undefined, true],
    ['a path below it', 'BELOW', json, '{}', true],
  ])('with %s', async (_name, method, type, body, signedIn) => {
    const running = shared();
    const below = method === 'BELOW';
    const answer = await running.send(below ? `${path}/more` : path, {
      method: below ? 'POST' : method,
      headers: { 'content-type': type, ...(signedIn && { authorization: `Bearer ${await running.token()}` }) },
      ...(body !== undefined && { body }),
    });
    expect(answer.body).toEqual({ status: answer.status, type: expect.any(String), message: expect.any(String) });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

test('only the messages that a row lists can be built', () => {
  expect(listedFailure('createTicket', 'Case submission error!').body.status).toBe(400);
  expect(() => listedFailure('registrationTicket', 'Unknown error happened')).toThrow(RangeError);
  expect(() => listedFailure('getMember', 'No records found')).toThrow(RangeError);
  expect(unexpectedValue('data[0]', 'is odd').body.type).toBe('Unexpected Value in the parameter');
});
