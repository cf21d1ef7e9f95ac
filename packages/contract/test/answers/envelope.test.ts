// Removing and adding wrappers (2.1, 4): one rule for all endpoints, reads and writes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wrapPage } from '../../src/answers/envelope.ts';
import { judge } from '../../src/answers/judge.ts';
import { type EndpointName, endpoints } from '../../src/calls/endpoints.ts';

const isUnreadable = (problem: string) => ({ is: 'unreadable', problem: `JSON of an unexpected shape: ${problem}` });

/** The value inside the wrapper, or why there is none. */
function unwrap(endpoint: EndpointName, body: unknown) {
  const verdict = judge(endpoint, { status: 200, headers: {}, body, text: () => '' });
  return 'value' in verdict ? { value: verdict.value } : verdict;
}

const record: Partial<Record<EndpointName, object>> = {
  activeUsers: { agentNRDSID: '1' },
  getAccount: { accountID: '1' },
  listTrans: { transName: 'a' },
  getTransById: { transName: 'a' },
  addTrans: { transId: '1' },
  listFiles: { fileID: '1' },
  getMember: { clientId: '1' },
  token: { access_token: 'a' },
  downloadfiles: { file_url: 'https://files.example/1' },
  verifyToken: { member: { userId: '1' } },
};
const success = { status: 200, title: 'Done' };
const all = Object.keys(endpoints) as EndpointName[];
const lists = all.filter((name) => endpoints[name].wrapper === 'list');
const pages = all.filter((name) => ['page', 'pageInList'].includes(endpoints[name].wrapper));
const objects = all.filter((name) => ['object', 'text'].includes(endpoints[name].wrapper));
const meta = { total: 1, max: 5, next_batch_no: 2 };

/** Every way in which a service may wrap one record or object. */
const wrappers: readonly [string, (content: unknown) => unknown][] = [
  ['bare', (content) => content],
  ['in a list of one', (content) => [content]],
  ['as the data of a wrapper', (content) => ({ meta, data: content })],
  ['in a list of one in a wrapper', (content) => ({ meta, data: [content] })],
  ['as the data of a wrapper in a list', (content) => [{ meta, data: content }]],
  ['in a list of one in a wrapper in a list', (content) => [{ meta, data: [content] }]],
];

describe.each(wrappers)('a record %s', (_, wrap) => {
  test.each(lists)('is a list of one for %s', (endpoint) => {
    expect(unwrap(endpoint, wrap(record[endpoint]))).toEqual({ value: [record[endpoint]] });
  });

  test.each(pages)('is a page of one for %s, whose length is known only from a meta', (endpoint) => {
    const body = wrap(record[endpoint]);
    // A batch is a list, so a record without any wrapper is none.
    if (body === record[endpoint] && endpoint !== 'listFiles') {
      expect(unwrap(endpoint, body)).toEqual(isUnreadable('expected a list of records'));
      return;
    }
    const hasMeta = JSON.stringify(body).includes('meta');
    const counts = hasMeta ? { total: 1, max: 5, nextBatchNo: 2 } : { total: 1, max: null, nextBatchNo: null };
    expect(unwrap(endpoint, body)).toEqual({ value: { ...counts, data: [record[endpoint]] } });
  });

  test.each(objects)('is an object for %s', (endpoint) => {
    const object = record[endpoint] ?? success;
    expect(unwrap(endpoint, wrap(object))).toEqual({ value: endpoint === 'verifyToken' ? { userId: '1' } : object });
  });

  test.each(objects.filter((name) => !(name in record)))(
    'is a result if it is the text Success, for %s',
    (endpoint) => {
      expect(unwrap(endpoint, wrap(' success'))).toEqual({ value: { result: ' success' } });
    },
  );

  test('is passed on unchanged where any JSON may be the response', () => {
    expect(unwrap('shareApp', wrap({ a: 1 }))).toEqual({ value: wrap({ a: 1 }) });
  });
});

const two = (endpoint: EndpointName) => [record[endpoint], { ...record[endpoint], hello: 'world' }];

test.each(pages)('several records are a page for %s, with or without a meta', (endpoint) => {
  const data = two(endpoint);
  const counted = { total: 1, max: 5, nextBatchNo: 2, data };
  expect(unwrap(endpoint, { meta, data })).toEqual({ value: counted });
  expect(unwrap(endpoint, [{ meta, data }])).toEqual({ value: counted });
  const asText = { total: '1', max: '5', next_batch_no: '2' };
  expect(unwrap(endpoint, { meta: asText, data })).toEqual({ value: counted });
  const uncounted = { value: { total: 2, max: null, nextBatchNo: null, data } };
  expect(unwrap(endpoint, data)).toEqual(uncounted);
  expect(unwrap(endpoint, { meta: {}, data })).toEqual(uncounted);
});

test.each(['getAccount', 'getMember'] as const)('several records are a list for %s', (endpoint) => {
  const data = two(endpoint);
  for (const body of [data, { meta, data }, [{ meta, data }]]) expect(unwrap(endpoint, body)).toEqual({ value: data });
});

test.each(['getTransById', 'addTrans'] as const)('several records are ambiguous for %s', (endpoint) => {
  const data = two(endpoint);
  const problem = 'expected one record, not several';
  for (const body of [data, { meta, data }, [{ meta, data }]])
    expect(unwrap(endpoint, body)).toEqual(isUnreadable(problem));
});

const zero = { total: 0, max: 0 };
const emptyBodies = [[], { meta: zero, data: [] }, [{ meta: zero, data: null }], { meta: { max: '0' }, data: null }];

test.each(lists)('a list without records is empty for %s, however it is written', (endpoint) => {
  for (const body of emptyBodies) expect(unwrap(endpoint, body)).toEqual({ value: [] });
});

test.each<[EndpointName, unknown, number | null]>([
  ['listTrans', [], 0],
  ['listTrans', [{ meta: { max: 0 }, data: null }], 0],
  ['listTrans', [{ meta: { total: '0', max: '0' }, data: null }], 0],
  ['activeUsers', [], null],
  ['listFiles', [], null],
  ['listFiles', { meta: { total: 0 }, data: null }, null],
])('%s reads %j as no records, and its length as %j', (endpoint, body, max) => {
  expect(unwrap(endpoint, body)).toEqual({ value: { total: 0, max, nextBatchNo: null, data: [] } });
});

test.each([null, '', 0, -1, 'many', 1.5, true, [2]])('a next_batch_no of %j is null, unless it is a count', (value) => {
  const answer = unwrap('activeUsers', { meta: { total: 1, max: 5, next_batch_no: value }, data: [] });
  expect(answer).toMatchObject({ value: { nextBatchNo: value === 0 ? 0 : null } });
});

const page = { meta, data: [] };

test.each<[string, unknown]>([
  ['null', null],
  ['a text', 'text'],
  ['a wrapper in a wrapper', { meta, data: page }],
  ['null with a meta that counts nothing', { meta: {}, data: null }],
  ['null with a meta that counts records', { meta: { total: 1, max: 0 }, data: null }],
  ['a meta without data', { meta: zero }],
  ['data without a meta', { data: [] }],
  ['data beside a meta that is not an object', { meta: [], data: [] }],
  ['an object without any column of a record', { hello: 'world' }],
  ['such an object in a wrapper', { meta, data: {} }],
  ['an error', { status: 200, message: 'no' }],
  ['a list in a list', [[{ accountID: '1' }]]],
  ['values that are not records', [null]],
  ['such values in a wrapper', { meta, data: ['x'] }],
  ['an error in a list', [{ status: 'error', message: 'no' }]],
  ['an object without any column of a record, in the list of a wrapper', { meta, data: [{}] }],
])('%s is not a list of records, for any endpoint that has one', (_, body) => {
  for (const endpoint of [...lists, ...pages])
    expect(unwrap(endpoint, body)).toEqual(isUnreadable('expected a list of records'));
});

test.each(pages)('a list without a meta that is not of records is no page for %s', (endpoint) => {
  for (const body of [[page, page], [{ hello: 'world' }], [record[endpoint], {}]])
    expect(unwrap(endpoint, body)).toEqual(isUnreadable('expected a list of records'));
});

test.each<unknown>([null, 7, [], [{}, {}], [[{}]], page, [page], { meta, data: [{}, {}] }, { meta, data: null }])(
  '%j is not an object, for any endpoint that has one',
  (body) => {
    for (const endpoint of objects)
      expect(unwrap(endpoint, body)).toMatchObject({
        is: 'unreadable',
        problem: expect.stringMatching(/expected .*an object$/),
      });
  },
);

test('a text other than Success is no success', () => {
  expect(unwrap('serviceproviders', 'Failure')).toEqual(isUnreadable('expected a sign of success'));
  expect(unwrap('uploadfiles', 'Failure')).toEqual(isUnreadable('expected an object'));
});

test('a wrapped page unwraps to itself', () => {
  const count = fc.nat();
  const anyPage = fc.record({
    total: count,
    max: count,
    nextBatchNo: fc.option(count),
    data: fc.array(fc.constant({ agentNRDSID: '1', transName: 'a' })),
  });
  fc.assert(
    fc.property(anyPage, (each) => {
      expect(unwrap('activeUsers', wrapPage(each))).toEqual({ value: each });
      expect(unwrap('listTrans', [wrapPage(each)])).toEqual({ value: each });
    }),
  );
});

test('a page without max is wrapped like the file list, with total alone', () => {
  const data = [{ fileID: '1' }];
  expect(wrapPage({ total: 1, max: null, nextBatchNo: null, data })).toEqual({ meta: { total: 1 }, data });
  expect(wrapPage({ total: 1, max: 5, nextBatchNo: null, data: [] }).meta).toEqual({
    total: 1,
    max: 5,
    next_batch_no: null,
  });
});
