import { errorRows } from '@realty-forms/contract/answers/errors.ts';
import { expect, test } from 'vitest';
import {
  Failure,
  invalidCharacter,
  invalidFilter,
  malformedRequest,
  missingParameter,
} from '../../src/http/failure.ts';
import { problem, runReference, shareReference, vendor } from '../running.ts';

const shared = shareReference();

const shape = (status: number, title: string) => problem(status, title);

test('builds only errors that section 7 lists for the endpoint', () => {
  expect(invalidCharacter('addTrans', '<x>').body).toEqual({
    status: 402,
    type: 'Bad Request',
    message: 'Invalid Character found in <x>',
  });
  expect(() => invalidCharacter('listTrans', 'x')).toThrow(RangeError);
  expect(() => invalidFilter('getAccount', 'x')).toThrow(RangeError);
  for (const endpoint of new Set(errorRows.map((row) => row.endpoint))) {
    if (endpoint !== 'token') expect(missingParameter(endpoint, 'userId')).toBeInstanceOf(Failure);
    expect(malformedRequest(endpoint).body.status).toBe(400);
  }
});

test('reads the last of the fields of one name', async () => {
  const running = shared();
  const headers = { authorization: `Bearer ${await running.token()}` };
  const send = async (...userIds: string[]) => {
    const body = `{${userIds.map((userId) => `"userId":${JSON.stringify(userId)}`).join()}}`;
    return (await running.post('/accounts/activeUsers', body, headers)).status;
  };
  expect(await send('another@vendor.example', vendor.vendorEmail)).toBe(200);
  expect(await send(vendor.vendorEmail, 'another@vendor.example')).toBe(401);
});

test.each([
  ['GET', '/fsforms/listTrans', 405],
  ['POST', '/fsforms/listTrans/', 404],
  ['POST', '/%ff', 400],
])('answers %s %s with %i in the standard error shape', async (method, path, status) => {
  const running = shared();
  const response = await running.send(path, { method });
  expect(response.body).toEqual(shape(status, expect.any(String) as unknown as string));
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
});

test('answers a body that is too large with 413', async () => {
  const running = shared();
  const response = await running.call('/accounts/activeUsers', { filter: 'x'.repeat(1_100_000) });
  expect([response.status, response.body]).toEqual([413, shape(413, 'Request Too Large')]);
});

test('reveals nothing about an unexpected error except that it occurred', async () => {
  let broken = false;
  const now = () => {
    if (broken) throw new Error('inner detail');
    return Date.now();
  };
  const running = await runReference({ clock: { now } });
  await running.call('/accounts/activeUsers');
  broken = true;
  const response = await running.call('/accounts/activeUsers');
  expect([response.status, response.body]).toEqual([500, shape(500, 'Internal Error')]);
  expect(response.text).not.toContain('inner detail');
});
