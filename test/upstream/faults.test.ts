// How responses are classified as faults (7): by endpoint, code and type, never by the HTTP meaning of the code.
import { inspect } from 'node:util';
import { errorRows } from '@realty-forms/contract/answers/errors.ts';
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { describe, expect, test } from 'vitest';
import { readResponse } from '../../src/upstream/answers/response.ts';
import { UpstreamFault } from '../../src/upstream/faults.ts';
import { createManualClock } from '../support/held-clock.ts';

interface ReceivedResponse {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly text?: string;
}

const context = { clock: createManualClock(), secrets: () => ['s3cret'] };

function read(endpoint: EndpointName, { status = 200, headers = {}, json, text }: ReceivedResponse): unknown {
  return readResponse(endpoint, { status, headers, body: Buffer.from(text ?? JSON.stringify(json)) }, context);
}

function faultOf(endpoint: EndpointName, response: ReceivedResponse): UpstreamFault {
  try {
    read(endpoint, response);
  } catch (error) {
    if (error instanceof UpstreamFault) return error;
    throw error;
  }
  throw new Error('expected an UpstreamFault');
}

const rows = errorRows.map((row) => ({
  ...row,
  code: row.status === 401 ? 'UPSTREAM_ACCESS_DENIED' : 'UPSTREAM_REJECTED',
}));

test.each(rows)('$endpoint $status $type is $code, in the HTTP status line and in the body', (row) => {
  const body = { status: row.status, type: row.type, message: 'because' };
  const expected = {
    code: row.code,
    endpoint: row.endpoint,
    status: row.status,
    upstreamType: row.type,
    upstreamMessage: 'because',
    sent: row.endpoint !== 'token',
  };
  expect(faultOf(row.endpoint, { status: row.status, json: body })).toMatchObject(expected);
  expect(faultOf(row.endpoint, { status: 200, json: body })).toMatchObject(expected);
});

describe('an error status in the body of a successful response', () => {
  const error = { status: 403, type: 'New Transaction Failure', message: 'because' };

  test.each<[EndpointName, unknown]>([
    ['addTrans', { ...error, transId: '77', transName: 'Elm Street' }],
    ['addTrans', [{ transId: 77, transName: 'Elm Street', code: 409, message: 'another one has this name' }]],
    ['addTrans', { meta: {}, data: [{ ...error, transId: '77' }] }],
    ['uploadfiles', { status: 413, result: 'Success' }],
    ['serviceproviders', { status: '411', result: 'success' }],
  ])('of %s does not show that nothing was done, beside signs of success: %j', (endpoint, json) => {
    expect(faultOf(endpoint, { json })).toMatchObject({ code: 'UPSTREAM_INVALID', sent: true });
  });

  test.each<[EndpointName, unknown]>([
    ['addTrans', { ...error, transId: '', transName: 'Elm Street' }],
    ['addTrans', [{ ...error, transId: 0 }]],
    ['addTrans', { ...error, transId: null, result: 'Failure' }],
    ['getTransById', { ...error, transId: '77' }],
  ])('of %s is a rejection without them: %j', (endpoint, json) => {
    expect(faultOf(endpoint, { json })).toMatchObject({ code: 'UPSTREAM_REJECTED', status: 403 });
  });
});

test('a status with exactly one row gets its type from there if the body has none', () => {
  expect(faultOf('addTrans', { status: 402, text: '' }).upstreamType).toBe('Bad Request');
  expect(faultOf('token', { status: 400, text: '' }).upstreamType).toBeNull();
});

test('403 and 404 of a list are rejections of the request, whatever types their rows have', () => {
  expect(faultOf('listTrans', { status: 403, text: '' })).toMatchObject({
    code: 'UPSTREAM_REJECTED',
    upstreamType: 'New Transaction Failure',
  });
  expect(faultOf('listTrans', { status: 404, text: '' }).code).toBe('UPSTREAM_REJECTED');
});

test.each([402, 403, 404, 408, 409, 418, 499])('a %i without a row is a rejection that says so', (status) => {
  const fault = faultOf('getTransById', { status, text: '<html>no</html>' });
  expect(fault).toMatchObject({ code: 'UPSTREAM_REJECTED', status, upstreamType: null, upstreamMessage: null });
  expect(fault.message).toBe(`getTransById: responded with ${status}, which the specification does not list`);
});

describe('a write with an error response that is not upstream’s own', () => {
  const texts = ['<html>no</html>', '', '{}', '"no"'];

  test.each([404, 421, 425])('is unsent for %i, because it did not reach upstream', (status) => {
    for (const text of texts)
      expect(faultOf('addTrans', { status, text })).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        status,
        sent: false,
      });
  });

  test.each([408, 409])('may have been executed for %i', (status) => {
    for (const text of texts)
      expect(faultOf('addTrans', { status, text })).toMatchObject({ code: 'UPSTREAM_INVALID', status, sent: true });
  });

  test.each([404, 408, 409, 421, 425])('is rejected for %i if upstream gives a reason', (status) => {
    const fault = faultOf('addTrans', { status, json: { status, type: 'Bad Request', message: 'no' } });
    expect(fault).toMatchObject({ code: 'UPSTREAM_REJECTED', upstreamMessage: 'no', sent: true });
  });

  test.each([404, 408, 409, 421, 425])('was received for %i in the body of a success', (status) => {
    expect(faultOf('addTrans', { json: { status } })).toMatchObject({
      code: 'UPSTREAM_REJECTED',
      status,
      sent: true,
      isInBody: true,
    });
  });

  test('is rejected if the specification has a row for the status', () => {
    expect(faultOf('uploadfiles', { status: 413, text: '<html>' })).toMatchObject({ code: 'UPSTREAM_REJECTED' });
    expect(faultOf('addTrans', { status: 403, text: '<html>' })).toMatchObject({ code: 'UPSTREAM_REJECTED' });
  });
});

test.each([500, 502, 503, 504, 599])('%i means that upstream is unavailable', (status) => {
  expect(faultOf('getAccount', { status, text: '<html>down</html>' })).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    status,
    sent: true,
  });
  expect(faultOf('getAccount', { json: { status } }).code).toBe('UPSTREAM_UNAVAILABLE');
});

test.each([
  ['7', 7],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['soon', null],
  ['-1', null],
])('429 means rate limiting, and Retry-After "%s" is %s seconds', (header, seconds) => {
  const response = { status: 429, headers: { 'retry-after': header }, text: '' };
  expect(faultOf('getAccount', response)).toMatchObject({
    code: 'UPSTREAM_RATE_LIMITED',
    retryAfterSeconds: seconds,
  });
});

describe('a response is invalid', () => {
  test.each<[string, EndpointName, ReceivedResponse]>([
    ['that is HTML with 200', 'getAccount', { headers: { 'content-type': 'text/html' }, text: '<html>Welcome</html>' }],
    ['that is empty', 'getAccount', { text: '' }],
    ['that is cut off', 'getAccount', { text: '[{"accountID":' }],
    ['that is a redirect', 'getAccount', { status: 302, headers: { location: 'https://elsewhere.example' }, text: '' }],
    ['that is a redirect with a body that would fit', 'getAccount', { status: 307, json: [] }],
    ['that is an object without any column of a record', 'getAccount', { json: { answer: '7' } }],
    ['that has two records where one belongs', 'getTransById', { json: [{ transName: 'a' }, { transName: 'b' }] }],
    ['that has no content where an object belongs', 'createTicket', { status: 204, text: '' }],
    ['that is a list of values that are not records', 'getTransById', { json: ['Success'] }],
    ['that is a page without data', 'activeUsers', { json: { meta: { total: 0 } } }],
    ['that is a list where an object belongs', 'createTicket', { json: [] }],
    ['that is a list of texts where one text belongs', 'serviceproviders', { json: ['Success', 'Success'] }],
  ])('%s', (_, endpoint, response) => {
    const fault = faultOf(endpoint, response);
    expect(fault).toMatchObject({
      code: 'UPSTREAM_INVALID',
      endpoint,
      status: response.status ?? 200,
    });
    expect(fault.message).not.toContain('Welcome');
  });

  test('that is not UTF-8 where a text of success belongs', () => {
    const body = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
    expect(() => readResponse('serviceproviders', { status: 200, headers: {}, body }, context)).toThrow(
      /expected a sign of success/,
    );
  });
});

test.each(['getAccount', 'listTrans', 'listFiles', 'activeUsers'] as const)(
  '204 without content means no records for %s',
  (endpoint) => {
    const value = read(endpoint, { status: 204, text: '' });
    expect(Array.isArray(value) ? value : (value as { data: unknown }).data).toEqual([]);
  },
);

test('does not take a single record for an error because of its columns, whatever its wrapper', () => {
  const record = { accountID: '7', status: 404 };
  for (const json of [[record], { meta: {}, data: record }, [{ meta: {}, data: [record] }]])
    expect(read('getAccount', { json })).toEqual([record]);
  expect(read('listTrans', { json: [{ meta: { total: 1 }, data: [{ transName: 'a', code: 404 }] }] })).toBeTruthy();
  expect(read('getAccount', { json: [{ accountID: '7', message: 'hi', code: 12345 }] })).toHaveLength(1);
});

test('an error under HTTP 200 is one whatever its wrapper', () => {
  const error = { status: '409', type: 'Conflict' };
  const wrappedErrors = [error, [error], { meta: {}, data: error }, [{ meta: {}, data: [error] }], { error }];
  for (const json of wrappedErrors)
    for (const endpoint of ['getAccount', 'listTrans', 'addTrans', 'createTicket', 'serviceproviders'] as const)
      expect(faultOf(endpoint, { json })).toMatchObject({ code: 'UPSTREAM_REJECTED', status: 409 });
});

test('in a response that may be any JSON, only a top-level status that the request did not have is an error', () => {
  const readShared = (json: unknown, request: object): unknown =>
    readResponse(
      'shareApp',
      { status: 200, headers: {}, body: Buffer.from(JSON.stringify(json)) },
      { ...context, request },
    );
  expect(() => readShared({ status: 400, message: 'no' }, { to: 'ada' })).toThrow(/responded with 400/);
  for (const json of [{ error: { status: 400 } }, { code: 400 }, { status: '400' }, [{ status: 400 }]])
    expect(readShared(json, {})).toEqual(json);
  expect(readShared({ status: 400 }, { status: 400 })).toEqual({ status: 400 });
});

test('truncates upstream’s texts to 500 characters', () => {
  const fault = faultOf('addTrans', { status: 402, json: { type: 'T'.repeat(600), message: 'm'.repeat(600) } });
  expect(fault.upstreamMessage).toBe(`${'m'.repeat(499)}…`);
  expect(fault.upstreamType).toHaveLength(500);
  expect(fault.message.length).toBeLessThan(120);
  expect(faultOf('addTrans', { status: 402, json: { message: 'm'.repeat(500) } }).upstreamMessage).toHaveLength(500);
});

test('redacts secrets that upstream quotes before truncating', () => {
  const message = `${'x'.repeat(495)}s3cret`;
  const fault = faultOf('addTrans', { status: 402, json: { type: 'no s3cret', message } });
  expect(fault.upstreamType).toBe('no [redacted]');
  expect(`${fault.upstreamMessage}${fault.message}`).not.toMatch(/s3/);
});

test('redacts a secret that is an ordinary word in the texts to show, but not in those used to classify the fault', () => {
  const rawError = { status: 400, type: 'Missing Required Parameter', message: 'Missing: transId' };
  const body = Buffer.from(JSON.stringify(rawError));
  const secrets = () => ['Missing'];
  try {
    readResponse('addTrans', { status: 400, headers: {}, body }, { ...context, secrets });
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({
      rawError,
      upstreamType: 'Missing Required Parameter',
      upstreamMessage: '[redacted]: transId',
      message: 'addTrans: responded with 400 Missing Required Parameter',
    });
  }
});

test('the texts used to classify the fault are never printed', () => {
  const fault = faultOf('addTrans', { status: 402, json: { type: 'no s3cret', message: 's3cret' } });
  expect(fault.rawError).toEqual({ status: null, type: 'no s3cret', message: 's3cret' });
  expect(inspect(fault, { depth: 9, showHidden: true }) + JSON.stringify(fault)).not.toContain('s3cret');
});

test('the type of a row is not reported as sent by upstream', () => {
  expect(faultOf('addTrans', { status: 402, text: '' }).rawError).toEqual({ status: null, type: null, message: null });
});
