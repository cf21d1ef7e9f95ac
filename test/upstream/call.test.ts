// What a call sends, what it returns, and what is recorded about it.
import { getEventListeners } from 'node:events';
import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { selectPaths } from '@realty-forms/contract/columns/selection.ts';
import { describe, expect, test } from 'vitest';
import { errorResponse, TOKEN_PATH } from '../support/upstreams/stub-upstream.ts';
import {
  ADD_TRANS,
  accountRequest,
  addTransRequest,
  clientOf,
  faultOf,
  GET_ACCOUNT,
  startClient,
} from './client-under-test.ts';

test('posts JSON to the endpoint, with the token and the vendor’s userId', async () => {
  const { stub, upstream } = await startClient();
  stub.answer(GET_ACCOUNT, { json: [{ accountID: '7' }] });
  expect(await upstream.call('getAccount', accountRequest)).toEqual([{ accountID: '7' }]);
  const [request] = stub.requestsTo(GET_ACCOUNT);
  expect(request?.method).toBe('POST');
  expect(request?.headers.authorization).toBe('Bearer token-1');
  expect(request?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(request?.body ?? '')).toEqual({ emailId: 'ann@example.com', userId: 'vendor@example.com' });
});

test('the userId is always the vendor’s, whatever the request contains', async () => {
  const { stub, upstream } = await startClient();
  stub.answer(GET_ACCOUNT, { json: [] });
  await upstream.call('getAccount', { ...accountRequest, userId: 'somebody@example.com' } as typeof accountRequest);
  expect(JSON.parse(stub.requestsTo(GET_ACCOUNT)[0]?.body ?? '').userId).toBe('vendor@example.com');
});

test('sends the token in the configured header', async () => {
  const { stub, upstream } = await startClient({ tokenHeader: 'x-access-token' });
  stub.answer(GET_ACCOUNT, { json: [] });
  await upstream.call('getAccount', accountRequest);
  const headers = stub.requestsTo(GET_ACCOUNT)[0]?.headers;
  expect(headers?.['x-access-token']).toBe('Bearer token-1');
  expect(headers?.authorization).toBeUndefined();
});

test.each(['/services/v2', '/services/v2/'])('the base URL may have the path prefix %s', async (prefix) => {
  const { stub } = await startClient();
  const { upstream } = clientOf(stub, { baseUrl: stub.url + prefix });
  stub.answer(`/services/v2${TOKEN_PATH}`, { json: { access_token: 'prefixed', expires_in: 60 } });
  stub.answer(`/services/v2${GET_ACCOUNT}`, { json: [] });
  expect(await upstream.call('getAccount', accountRequest)).toEqual([]);
  await upstream.close();
});

test('unwraps a page, plain for activeUsers and in a list of one for listTrans', async () => {
  const { stub, upstream } = await startClient();
  const page = { meta: { total: 1, max: '3', next_batch_no: 2 }, data: [{ agentNRDSID: '1', transName: 'b' }] };
  stub.answer('/accounts/activeUsers', { json: page });
  stub.answer('/fsforms/listTrans', { json: [page] });
  const expected = { total: 1, max: 3, nextBatchNo: 2, data: [{ agentNRDSID: '1', transName: 'b' }] };
  expect(await upstream.call('activeUsers', {})).toEqual(expected);
  expect(await upstream.call('listTrans', { filter: 'NRDSID=<1>' })).toEqual(expected);
});

test.each(['text/html', 'text/plain; charset=utf-8', ''])('reads JSON under the content type "%s"', async (type) => {
  const { stub, upstream } = await startClient();
  stub.answer(ADD_TRANS, { headers: type === '' ? {} : { 'content-type': type }, text: '\uFEFF [{"transId":"9"}]\n' });
  expect(await upstream.call('addTrans', addTransRequest)).toEqual([{ transId: '9' }]);
});

test('a status below 400 in the body is not an error', async () => {
  const { stub, upstream } = await startClient();
  stub.answer(GET_ACCOUNT, { json: [{ status: 200, accountID: '7' }] });
  expect(await upstream.call('getAccount', accountRequest)).toHaveLength(1);
});

describe('a list of one record with a column named like an error field', () => {
  const answers = [
    ['getAccount', GET_ACCOUNT, accountRequest, { accountID: '7' }],
    ['getTransById', endpoints.getTransById.path, { transId: '7' }, { transName: 'Elm Street' }],
    ['getMember', endpoints.getMember.path, { email: 'ann@example.com' }, { clientId: '7' }],
  ] as const;

  test.each(answers)('of %s is a record, whatever its status column', async (endpoint, path, request, record) => {
    const { stub, upstream } = await startClient();
    for (const column of ['status', 'code', 'statusCode']) {
      for (const value of [404, '450', 599]) {
        stub.answer(path, { json: [{ ...record, [column]: value }] });
        expect(await upstream.call(endpoint, request as never)).toEqual([{ ...record, [column]: value }]);
      }
    }
  });

  test.each(answers)(
    'of %s is an error if it has a type or a message, or if it has no known column',
    async (...row) => {
      const [endpoint, path, request, record] = row;
      const { stub, upstream } = await startClient();
      for (const error of [
        { ...record, status: 403, type: 'Bad Request' },
        { ...record, status: 403, message: 'no' },
        { status: 403 },
        { code: 403, brandNew: 'x' },
      ]) {
        for (const json of [[error], error]) {
          stub.answer(path, { json });
          expect(await faultOf(upstream.call(endpoint, request as never))).toMatchObject({ status: 403 });
        }
      }
      stub.answer(path, { json: { ...record, status: 403 } });
      expect(await faultOf(upstream.call(endpoint, request as never))).toMatchObject({ status: 403 });
    },
  );

  test('is a record even if only an absent column is selected', async () => {
    const { stub, upstream } = await startClient();
    const selection = selectPaths(new Set(['property.zip']));
    const record = { transName: 'Elm Street', City: 'Provo', status: 404 };
    stub.answer(endpoints.getTransById.path, { json: [record] });
    for (let times = 0; times < 3; times += 1) {
      expect(await upstream.call('getTransById', { transId: '7' }, { selection })).toHaveLength(1);
    }
  });
});

test('the caller’s signal aborts the call at once, without counting against upstream', async () => {
  const { stub, upstream } = await startClient();
  stub.answer(GET_ACCOUNT, { misbehave: () => {} });
  await upstream.connect();
  const caller = new AbortController();
  const call = upstream.call('getAccount', accountRequest, { signal: caller.signal });
  await expect.poll(() => stub.requestsTo(GET_ACCOUNT).length).toBe(1);
  caller.abort();
  expect(await faultOf(call)).toMatchObject({ code: 'ABORTED', sent: 'unknown' });
});

test('a signal that outlives its calls retains no listeners of them', async () => {
  const { stub, upstream } = await startClient();
  stub.answer(GET_ACCOUNT, { json: [] }, { status: 500, text: '' });
  const { signal } = new AbortController();
  await upstream.call('getAccount', accountRequest, { signal });
  await faultOf(upstream.call('getAccount', accountRequest, { signal }));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('an already aborted signal prevents sending', async () => {
  const { stub, upstream } = await startClient();
  await upstream.connect();
  const call = upstream.call('getAccount', accountRequest, { signal: AbortSignal.abort() });
  expect(await faultOf(call)).toMatchObject({ code: 'ABORTED', sent: false });
  expect(stub.requestsTo(GET_ACCOUNT)).toEqual([]);
});

test('the state has whether a call ever succeeded, and an upstream that issues no token is down', async () => {
  const { stub, upstream } = await startClient();
  expect(upstream.state()).toEqual({ everConnected: false, health: 'unknown' });
  stub.answer(TOKEN_PATH, { status: 500, text: '' }, { json: { access_token: 'abc', expires_in: 3600 } });
  await faultOf(upstream.connect());
  expect(upstream.state()).toEqual({ everConnected: false, health: 'down' });
  await upstream.connect();
  expect(upstream.state()).toEqual({ everConnected: true, health: 'up' });
});

test('counts calls by endpoint and outcome', async () => {
  const { stub, upstream, metrics } = await startClient();
  stub.answer(
    GET_ACCOUNT,
    { json: [] },
    { status: 500, text: '' },
    errorResponse(400, 'Missing Required Parameter', 'x'),
  );
  await upstream.call('getAccount', accountRequest);
  await faultOf(upstream.call('getAccount', accountRequest));
  await faultOf(upstream.call('getAccount', accountRequest));
  const counted = (await metrics.upstreamCalls.get()).values.flatMap(({ labels, value }) =>
    value === 0 ? [] : [[...Object.values(labels), value]],
  );
  expect(counted.sort()).toEqual([
    ['getAccount', 'UPSTREAM_REJECTED', 1],
    ['getAccount', 'UPSTREAM_UNAVAILABLE', 1],
    ['getAccount', 'ok', 1],
    ['token', 'ok', 1],
  ]);
  const timed = (await metrics.upstreamSeconds.get()).values.filter((row) => row.metricName?.endsWith('_count'));
  expect(timed.map(({ labels, value }) => [labels.endpoint, value])).toEqual([
    ['token', 1],
    ['getAccount', 3],
  ]);
});

test('logs endpoint and outcome, but no body', async () => {
  const { stub, upstream, logLines } = await startClient();
  stub.answer(
    GET_ACCOUNT,
    { json: [{ accountID: '7', lastName: 'Quartermain' }] },
    errorResponse(400, 'Missing Required Parameter', 'ann@example.com is odd'),
  );
  await upstream.call('getAccount', accountRequest);
  await faultOf(upstream.call('getAccount', accountRequest));
  const lines = logLines.map((line) => JSON.parse(line));
  expect(lines.map(({ level, endpoint, code }) => [level, endpoint, code])).toEqual([
    [20, 'token', undefined],
    [20, 'getAccount', undefined],
    [40, 'getAccount', 'UPSTREAM_REJECTED'],
  ]);
  expect(logLines.join('')).not.toMatch(/Quartermain|ann@example\.com/);
});
