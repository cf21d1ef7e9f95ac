// Removing and adding wrappers (2.1, 4).
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Wrapper } from '../../src/contract/endpoints.ts';
import { unwrap, wrapPage } from '../../src/contract/envelope.ts';

const record = { transId: '1' };
const page = { meta: { total: 1, max: 5, next_batch_no: 2 }, data: [record] };
const unwrapped = { total: 1, max: 5, nextBatchNo: 2, data: [record] };

test.each<[Wrapper, unknown, unknown]>([
  ['page', page, unwrapped],
  ['page', [page], unwrapped],
  ['pageInList', [page], unwrapped],
  ['pageInList', page, unwrapped],
  ['page', { meta: { total: '1', max: '5', next_batch_no: '2' }, data: [record] }, unwrapped],
  ['page', { meta: { total: 1 }, data: [record] }, { total: 1, max: null, nextBatchNo: null, data: [record] }],
  ['page', { meta: {}, data: [record, record] }, { total: 2, max: null, nextBatchNo: null, data: [record, record] }],
  ['list', [record], [record]],
  ['list', [], []],
  ['text', 'Success', 'Success'],
  ['object', { result: 'Success' }, { result: 'Success' }],
  ['any', [1, null], [1, null]],
  ['any', null, null],
])('%s accepts %j', (wrapper, body, value) => {
  expect(unwrap(wrapper, body)).toEqual({ ok: true, value });
});

const nothing = { total: 0, max: 0, nextBatchNo: null, data: [] };

test.each<[Wrapper, unknown, unknown]>([
  ['pageInList', [], nothing],
  ['pageInList', [{ meta: { max: 0 }, data: null }], nothing],
  ['pageInList', [{ meta: { total: '0', max: '0' }, data: null }], nothing],
  ['page', [], { ...nothing, max: null }],
  ['page', { meta: { total: 0 }, data: null }, { ...nothing, max: null }],
])('%s reads %j as no records', (wrapper, body, value) => {
  expect(unwrap(wrapper, body)).toMatchObject({ ok: true, value });
});

test.each([null, '', 0, -1, 'many', 1.5, true, [2]])('a next_batch_no of %j is null, unless it is a count', (value) => {
  const answer = unwrap('page', { meta: { total: 1, max: 5, next_batch_no: value }, data: [] });
  expect(answer).toMatchObject({ ok: true, value: { nextBatchNo: value === 0 ? 0 : null } });
});

test.each<[Wrapper, unknown]>([
  ['page', null],
  ['page', [page, page]],
  ['page', { meta: {}, data: null }],
  ['page', { meta: { total: 1, max: 0 }, data: null }],
  ['pageInList', [{ meta: { max: 1 }, data: null }]],
  ['pageInList', [{ meta: { max: 0 } }]],
  ['pageInList', [[]]],
  ['page', { data: [] }],
  ['page', { meta: [], data: [] }],
  ['page', { meta: {}, data: {} }],
  ['page', { meta: {}, data: [null] }],
  ['pageInList', 'text'],
  ['list', record],
  ['list', [[record]]],
  ['list', ['x']],
  ['list', [null]],
  ['text', { result: 'Success' }],
  ['text', null],
  ['object', null],
  ['object', 'Success'],
  ['object', [record]],
])('%s rejects %j, and says what it expected', (wrapper, body) => {
  expect(unwrap(wrapper, body)).toEqual({ ok: false, problem: expect.stringMatching(/^expected /) });
});

test('a wrapped page unwraps to itself', () => {
  const count = fc.nat();
  const pages = fc.record({
    total: count,
    max: count,
    nextBatchNo: fc.option(count),
    data: fc.array(fc.constant(record)),
  });
  fc.assert(
    fc.property(pages, (each) => {
      expect(unwrap('page', wrapPage(each))).toEqual({ ok: true, value: each });
      expect(unwrap('pageInList', [wrapPage(each)])).toEqual({ ok: true, value: each });
    }),
  );
});

test('a page without max is wrapped like the file list, with total alone', () => {
  expect(wrapPage({ total: 1, max: null, nextBatchNo: null, data: [record] })).toEqual({
    meta: { total: 1 },
    data: [record],
  });
  expect(wrapPage({ total: 1, max: 5, nextBatchNo: null, data: [] }).meta).toEqual({
    total: 1,
    max: 5,
    next_batch_no: null,
  });
});
