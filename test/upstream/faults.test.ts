// Which answer becomes which fault (7): by endpoint, code and type, never by what HTTP means by the code.
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { errorRows } from '../../src/contract/errors.ts';
import { readAnswer } from '../../src/upstream/answer.ts';
import { UpstreamFault } from '../../src/upstream/faults.ts';
import { holdClock } from '../support/held-clock.ts';

interface Said {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly text?: string;
}

const context = { clock: holdClock(), secrets: () => ['s3cret'] };

function read(endpoint: EndpointName, { status = 200, headers = {}, json, text }: Said): unknown {
  return readAnswer(endpoint, { status, headers, body: Buffer.from(text ?? JSON.stringify(json)) }, context);
}

function faultOf(endpoint: EndpointName, said: Said): UpstreamFault {
  try {
    read(endpoint, said);
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

test.each(rows)('$endpoint $status $type is $code, by the HTTP line and by the body', (row) => {
  const body = { status: row.status, type: row.type, message: 'because' };
  const expected = {
    code: row.code,
    endpoint: row.endpoint,
    status: row.status,
    upstreamType: row.type,
    upstreamMessage: 'because',
    sent: row.endpoint !== 'token',
    retryable: false,
  };
  expect(faultOf(row.endpoint, { status: row.status, json: body })).toMatchObject(expected);
  expect(faultOf(row.endpoint, { status: 200, json: body })).toMatchObject(expected);
});

test('a status that has one row gets its type from there when the body has none', () => {
  expect(faultOf('addTrans', { status: 402, text: '' }).upstreamType).toBe('Bad Request');
  expect(faultOf('token', { status: 400, text: '' }).upstreamType).toBeNull();
});

test('403 and 404 of a list are refusals of the request, whatever their rows are called', () => {
  expect(faultOf('listTrans', { status: 403, text: '' })).toMatchObject({
    code: 'UPSTREAM_REJECTED',
    upstreamType: 'New Transaction Failure',
  });
  expect(faultOf('listTrans', { status: 404, text: '' }).code).toBe('UPSTREAM_REJECTED');
});

test.each([402, 403, 404, 408, 409, 418, 499])('a %i that has no row is a rejection that says so', (status) => {
  const fault = faultOf('getTransById', { status, text: '<html>no</html>' });
  expect(fault).toMatchObject({ code: 'UPSTREAM_REJECTED', status, upstreamType: null, upstreamMessage: null });
  expect(fault.message).toBe(`getTransById: answered ${status}, which the specification does not list`);
});

describe('a write that is answered in words that are none of upstream’s', () => {
  const texts = ['<html>no</html>', '', '{}', '"no"'];

  test.each([404, 421, 425])('with %i has found no way to it: nothing was done', (status) => {
    for (const text of texts)
      expect(faultOf('addTrans', { status, text })).toMatchObject({
        code: 'UPSTREAM_UNAVAILABLE',
        status,
        sent: false,
        retryable: true,
      });
  });

  test.each([408, 409])('with %i may have been carried out', (status) => {
    for (const text of texts)
      expect(faultOf('addTrans', { status, text })).toMatchObject({ code: 'UPSTREAM_INVALID', status, sent: true });
  });

  test.each([404, 408, 409, 421, 425])('but with %i is refused where upstream says why', (status) => {
    const fault = faultOf('addTrans', { status, json: { status, type: 'Bad Request', message: 'no' } });
    expect(fault).toMatchObject({ code: 'UPSTREAM_REJECTED', upstreamMessage: 'no', sent: true });
  });

  test('or where the specification has a row for it', () => {
    expect(faultOf('uploadfiles', { status: 413, text: '<html>' })).toMatchObject({ code: 'UPSTREAM_REJECTED' });
    expect(faultOf('addTrans', { status: 403, text: '<html>' })).toMatchObject({ code: 'UPSTREAM_REJECTED' });
  });
});

test.each([500, 502, 503, 504, 599])('%i is unavailability', (status) => {
  expect(faultOf('getAccount', { status, text: '<html>down</html>' })).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    status,
    sent: true,
    retryable: true,
  });
  expect(faultOf('getAccount', { json: { status } }).code).toBe('UPSTREAM_UNAVAILABLE');
});

test.each([
  ['7', 7],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['soon', null],
  ['-1', null],
])('429 is rate limiting, and Retry-After "%s" is %s seconds', (header, seconds) => {
  const said = { status: 429, headers: { 'retry-after': header }, text: '' };
  expect(faultOf('getAccount', said)).toMatchObject({
    code: 'UPSTREAM_RATE_LIMITED',
    retryAfterSeconds: seconds,
    retryable: true,
  });
});

describe('an answer is invalid', () => {
  test.each<[string, EndpointName, Said]>([
    ['that is HTML with 200', 'getAccount', { headers: { 'content-type': 'text/html' }, text: '<html>Welcome</html>' }],
    ['that is empty', 'getAccount', { text: '' }],
    ['that is cut off', 'getAccount', { text: '[{"accountID":' }],
    ['that is a redirect', 'getAccount', { status: 302, headers: { location: 'https://elsewhere.example' }, text: '' }],
    ['that is a redirect with a body that would fit', 'getAccount', { status: 307, json: [] }],
    ['that is an object where a list belongs', 'getAccount', { json: { accountID: '7' } }],
    ['that is a list of no records', 'getTransById', { json: ['Success'] }],
    ['that is a page without data', 'activeUsers', { json: { meta: { total: 0 } } }],
    ['that is a list where an object belongs', 'createTicket', { json: [] }],
    ['that is an object where a text belongs', 'serviceproviders', { json: { result: 'Success' } }],
  ])('%s', (_, endpoint, said) => {
    const fault = faultOf(endpoint, said);
    expect(fault).toMatchObject({ code: 'UPSTREAM_INVALID', endpoint, status: said.status ?? 200, retryable: false });
    expect(fault.message).not.toContain('Welcome');
  });

  test('that is no UTF-8', () => {
    const body = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
    expect(() => readAnswer('serviceproviders', { status: 200, headers: {}, body }, context)).toThrow(/not JSON/);
  });
});

test('every endpoint’s own wrapper is taken off', () => {
  const page = { meta: { total: 0 }, data: [] };
  const bodies = {
    page,
    pageInList: [page],
    list: [{ a: 1 }],
    text: 'Success',
    object: { result: 'Success' },
    any: [1],
  };
  for (const [name, { wrapper }] of Object.entries(endpoints)) {
    const value = read(name as EndpointName, { json: bodies[wrapper] });
    const bare = wrapper !== 'page' && wrapper !== 'pageInList';
    expect(value).toEqual(bare ? bodies[wrapper] : { total: 0, max: null, nextBatchNo: null, data: [] });
  }
});

test('a record of a list of one is not taken for an error by its columns', () => {
  expect(read('getAccount', { json: [{ accountID: '7', message: 'hi', code: 12345 }] })).toHaveLength(1);
});

test('of an answer that may be any JSON, an error is only a status at its top that the request did not hold', () => {
  const readShared = (json: unknown, request: object): unknown =>
    readAnswer(
      'shareApp',
      { status: 200, headers: {}, body: Buffer.from(JSON.stringify(json)) },
      { ...context, request },
    );
  expect(() => readShared({ status: 400, message: 'no' }, { to: 'ada' })).toThrow(/answered 400/);
  for (const json of [{ error: { status: 400 } }, { code: 400 }, { status: '400' }, [{ status: 400 }]])
    expect(readShared(json, {})).toEqual(json);
  expect(readShared({ status: 400 }, { status: 400 })).toEqual({ status: 400 });
});

test('what upstream says is kept up to 500 characters', () => {
  const fault = faultOf('addTrans', { status: 402, json: { type: 'T'.repeat(600), message: 'm'.repeat(600) } });
  expect(fault.upstreamMessage).toBe(`${'m'.repeat(499)}…`);
  expect(fault.upstreamType).toHaveLength(500);
  expect(fault.message.length).toBeLessThan(120);
  expect(faultOf('addTrans', { status: 402, json: { message: 'm'.repeat(500) } }).upstreamMessage).toHaveLength(500);
});

test('a secret that upstream quotes is struck out before anything is cut to length', () => {
  const message = `${'x'.repeat(495)}s3cret`;
  const fault = faultOf('addTrans', { status: 402, json: { type: 'no s3cret', message } });
  expect(fault.upstreamType).toBe('no [redacted]');
  expect(`${fault.upstreamMessage}${fault.message}`).not.toMatch(/s3/);
});

test('a short secret is struck out of what is shown, and not of what is judged by', () => {
  const said = { status: 400, type: 'Missing Required Parameter', message: 'Missing: transId' };
  const body = Buffer.from(JSON.stringify(said));
  const secrets = () => ['s'];
  try {
    readAnswer('addTrans', { status: 400, headers: {}, body }, { ...context, secrets });
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({
      said,
      upstreamType: 'Missing Required Parameter',
      upstreamMessage: 'Mi[redacted][redacted]ing: tran[redacted]Id',
      message: 'addTrans: answered 400 Missing Required Parameter',
    });
  }
});

test('what is judged by is nothing that is printed', () => {
  const fault = faultOf('addTrans', { status: 402, json: { type: 'no s3cret', message: 's3cret' } });
  expect(fault.said).toEqual({ status: null, type: 'no s3cret', message: 's3cret' });
  expect(inspect(fault, { depth: 9, showHidden: true }) + JSON.stringify(fault)).not.toContain('s3cret');
});

test('the type of a row is none of upstream’s words', () => {
  expect(faultOf('addTrans', { status: 402, text: '' }).said).toEqual({ status: null, type: null, message: null });
});
