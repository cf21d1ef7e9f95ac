// Answers in another dialect: for each choice that the specification leaves open, what the same answer becomes.

import type { ErrorBody } from '@realty-forms/contract/answers/errors.ts';
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import { describe, expect, test } from 'vitest';
import { writeAnswer } from '../../src/dialect/answers.ts';
import { readDialect } from '../../src/dialect/dialect.ts';
import { problemOf } from '../../src/http/failure.ts';

function dialectOf(value: object) {
  const read = readDialect(value);
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.dialect;
}

function written(value: object, endpoint: EndpointName | null, body: unknown, status = 200) {
  const answer = { status, type: 'application/json', body: JSON.stringify(body) };
  return writeAnswer(endpoint, answer, { dialect: dialectOf(value), ownZone: 'UTC' });
}

const jsonOf = (value: object, endpoint: EndpointName, body: unknown) =>
  JSON.parse(written(value, endpoint, body).body) as unknown;
const recordOf = (value: object, record: object) => (jsonOf(value, 'getTransById', [record]) as object[])[0];

describe('a timestamp', () => {
  const at = { zone: 'America/Denver' };
  test.each([
    ['iso', '2024-07-04T15:30:05.120Z'],
    ['compact', '2024-07-04T09:30:05.120-0600'],
    ['zoneless', '2024-07-04T09:30:05.1200000'],
    ['sql', '2024-07-04 09:30:05'],
    ['us', '07/04/2024 09:30 AM'],
    ['seconds', 1_720_107_005],
    ['milliseconds', 1_720_107_005_120],
  ])('in the format %s', (format, written) => {
    const timestamps = { ...at, format };
    expect(recordOf({ timestamps }, { insertDate: '2024-07-04T15:30:05.120Z' })).toEqual({ insertDate: written });
  });

  test.each([
    ['iso', '2024-07-04'],
    ['us', '07/04/2024'],
    ['us-short', '7/4/2024'],
    ['moment', '2024-07-04 00:00:00'],
  ])('a date in the format %s', (dates, written) => {
    const timestamps = { ...at, format: 'sql', dates };
    expect(recordOf({ timestamps }, { listingStartDate: '2024-07-04' })).toEqual({ listingStartDate: written });
  });

  test('noon and midnight are 12 in US notation, and a text that is not a timestamp stays', () => {
    const timestamps = { format: 'us' };
    const record = {
      insertDate: '2024-07-04T00:00:00Z',
      lastUpdateDate: '2024-07-04T12:00:00Z',
      listingExpDate: 'soon',
    };
    expect(recordOf({ timestamps }, record)).toEqual({
      insertDate: '07/04/2024 12:00 AM',
      lastUpdateDate: '07/04/2024 12:00 PM',
      listingExpDate: 'soon',
    });
  });
});

describe('a value', () => {
  const record = { transName: 'A', Zip: '97301', Bedrooms: 3, listingPrice: '349900.50', Baths: '2.5', City: '' };
  test.each<[object, object]>([
    [{ numbers: 'text' }, { ...record, Bedrooms: '3' }],
    [{ numbers: 'number' }, { ...record, Baths: 2.5 }],
    [{ numbers: 'money' }, { ...record, Bedrooms: '3', listingPrice: '$349,900.50' }],
    [{ ids: 'number' }, { ...record, Zip: 97301 }],
    [{ blanks: 'null' }, { ...record, City: null }],
    [{ blanks: 'space' }, { ...record, City: '  ' }],
    [{ columns: { unknown: { isArchived: 'FALSE' } } }, { ...record, isArchived: 'FALSE' }],
  ])('%j', (dialect, expected) => {
    expect(recordOf(dialect, record)).toEqual(expected);
  });

  test('the numbers that identify records can be padded, and no digit of any number is lost', () => {
    expect(recordOf({ ids: 'padded' }, { transId: '501', Zip: '97301' })).toEqual({
      transId: '          501 ',
      Zip: '97301',
    });
    const answer = { status: 200, type: 'application/json', body: '[{"listingPrice":12345678901234567.89}]' };
    expect(writeAnswer('addTrans', answer, { ownZone: 'UTC', dialect: dialectOf({}) }).body).toBe(
      '[{"listingPrice":"12345678901234567.89"}]',
    );
  });

  test('a blank column can have a word in it, unless it is a text', () => {
    expect(recordOf({ blanks: 'word' }, { City: '', Baths: '', listingExpDate: '', Bedrooms: '' })).toEqual({
      City: '',
      Baths: 'N/A',
      listingExpDate: 'N/A',
      Bedrooms: 'N/A',
    });
  });

  test('a blank column can be absent', () => {
    expect(Object.keys(recordOf({ blanks: 'absent' }, record) ?? {})).not.toContain('City');
  });

  test('columns can come in another order', () => {
    expect(Object.keys(recordOf({ columns: { order: 'reversed' } }, record) ?? {})[0]).toBe('City');
    expect(Object.keys(recordOf({ columns: { order: 'alphabetical' } }, record) ?? {})).toEqual(
      Object.keys(record).sort(),
    );
  });

  test('codes can be labels or lowercase, each of its own table', () => {
    const codes = { propertyType: 'C', transactionType: 'P', propertyStatus: 'P' };
    expect(recordOf({ codes: 'label' }, codes)).toEqual({
      propertyType: 'Commercial',
      transactionType: 'Purchase',
      propertyStatus: 'Pending',
    });
    expect(recordOf({ codes: 'lowercase' }, codes)).toEqual({
      propertyType: 'c',
      transactionType: 'p',
      propertyStatus: 'p',
    });
  });
});

describe('a wrapper', () => {
  const one = { transId: '7' };
  test.each([
    ['list', [one]],
    ['object', one],
    ['data', { meta: { total: 1 }, data: one }],
    ['page', { meta: { total: 1 }, data: [one] }],
    ['page-in-list', [{ meta: { total: 1 }, data: [one] }]],
  ])('%s around a record', (wrapper, body) => {
    expect(jsonOf({ wrappers: { addTrans: wrapper } }, 'addTrans', [one])).toEqual(body);
  });

  test('around a page, an object and a text', () => {
    const page = { meta: { total: 0 }, data: [] };
    expect(jsonOf({ wrappers: { listFiles: 'page-in-list' } }, 'listFiles', page)).toEqual([page]);
    expect(jsonOf({ wrappers: { createTicket: 'list' } }, 'createTicket', { status: 200 })).toEqual([{ status: 200 }]);
    expect(jsonOf({ wrappers: { serviceproviders: 'list' } }, 'serviceproviders', 'Success')).toEqual(['Success']);
  });
});

describe('the meta of a list', () => {
  const lists = (meta: object) => [{ meta, data: [{ transName: 'A' }] }];
  const last = { total: 1, max: 9, next_batch_no: null };
  test.each<[object, object]>([
    [{ counts: 'text' }, { total: '1', max: '9', next_batch_no: null }],
    [{ lastBatch: 'absent' }, { total: 1, max: 9 }],
    [{ lastBatch: 'zero' }, { total: 1, max: 9, next_batch_no: 0 }],
    [{ lastBatch: 'same' }, { total: 1, max: 9, next_batch_no: 1 }],
    [{ lastBatch: 'text' }, { total: 1, max: 9, next_batch_no: '' }],
    [{ max: 'batch' }, { total: 1, max: 1, next_batch_no: null }],
    [{ max: 'more' }, { total: 1, max: 14, next_batch_no: null }],
  ])('%j', (meta, expected) => {
    expect(jsonOf({ meta }, 'listTrans', lists(last))).toEqual(lists(expected));
  });
});

describe('nothing', () => {
  const error = { status: 404, type: 'Not Found', message: 'No records found' };
  const empty = { meta: { total: 0, max: 0, next_batch_no: null }, data: [] };
  const past = { meta: { total: 0, max: 3, next_batch_no: null }, data: [] };
  test.each([
    ['wrapped', 200, [empty]],
    ['bare', 200, []],
    ['null', 200, [{ ...empty, data: null }]],
    ['404', 404, problemOf(error)],
  ])('a list without records as %s', (list, status, body) => {
    const answer = written({ nothing: { list } }, 'listTrans', [empty]);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, body]);
  });

  test('an unknown record and a batch past the end have ways of their own', () => {
    const nothing = { record: '404', pastTheEnd: '204' };
    expect(written({ nothing }, 'getAccount', []).status).toBe(404);
    expect(written({ nothing }, 'listTrans', [past])).toEqual({ status: 204, type: null, body: '' });
    expect(written({ nothing }, 'listTrans', [empty]).status).toBe(200);
  });
});

describe('an error', () => {
  const error = { status: 402, type: 'Bad Request', message: 'Invalid Character found in <a>' };
  test.each([
    [{}, 402, problemOf(error)],
    [{ body: 'object', status: 'digits' }, 402, { ...error, status: '402' }],
    [{ body: 'list' }, 402, [error]],
    [{ body: 'nested' }, 402, { error: { code: 402, type: error.type, message: error.message } }],
    [{ status: 'word' }, 402, { ...problemOf(error), status: 'error' }],
    [{ line: 'ok' }, 200, problemOf(error)],
  ])('%j', (errors, status, body) => {
    const answer = written({ errors }, 'addTrans', error, 402);
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, body]);
  });

  test('as text or as a page, also at a path that is no endpoint', () => {
    expect(written({ errors: { body: 'text' } }, null, error, 402)).toMatchObject({
      type: 'text/plain; charset=utf-8',
      body: 'Bad Request: Invalid Character found in <a>',
    });
    const { type, body } = written({ errors: { body: 'html' } }, 'addTrans', error, 402);
    expect(type).toBe('text/html; charset=utf-8');
    expect(body).toContain('Invalid Character found in &#60;a&#62;');
  });
});

test('success can be digits, words and capitals, and a lifetime text', () => {
  const uploaded = { status: 200, result: 'Success', Message: 'a.pdf was uploaded' };
  const success = { status: 'word', result: 'SUCCESS' };
  expect(jsonOf({ success }, 'uploadfiles', uploaded)).toEqual({ ...uploaded, status: 'success', result: 'SUCCESS' });
  expect(jsonOf({ success: { status: 'digits' } }, 'createTicket', { status: 200 })).toEqual({ status: '200' });
  expect(jsonOf({ numbers: 'text' }, 'token', { expires_in: 3600 })).toEqual({ expires_in: '3600' });
});

test('a file’s address can be relative, or on another name of this machine', () => {
  const answer = { status: 200, result: 'Success', file_url: 'http://127.0.0.1:4001/files/a.pdf?ticket=1' };
  expect(jsonOf({ fileUrl: 'relative' }, 'downloadfiles', answer)).toMatchObject({ file_url: '/files/a.pdf?ticket=1' });
  expect(jsonOf({ fileUrl: 'other-host' }, 'downloadfiles', answer)).toMatchObject({
    file_url: 'http://localhost:4001/files/a.pdf?ticket=1',
  });
});

describe('the errors that the public documentation shows', () => {
  const errors = { kinds: 'documented' };
  const error = (status: number, type: string, message = type) => ({ status, type, message });
  const MISSING = 'Missing Required Parameter';
  const notFound = (name: string) => error(400, `${name} Not Found`, `${name} matching id parameter not found`);

  test.each<[EndpointName, ErrorBody, ErrorBody]>([
    ['token', error(401, 'Invalid Credentials'), error(401, 'Invalid Credentials')],
    [
      'createTicket',
      error(400, 'Bad Request', `${MISSING}: title`),
      error(400, `${MISSING}s`, 'Missing Required parameters: title'),
    ],
    [
      'createTicket',
      error(400, 'Bad Request', 'Case submission error!'),
      error(400, 'Bad Request', 'Case submission error!'),
    ],
    ['listFiles', error(400, MISSING, `${MISSING}: transId`), notFound('listFiles')],
    ['downloadfiles', error(404, 'Bad Request', 'Invalid Filter: fileID=<7>'), notFound('downloadfiles')],
    [
      'uploadfiles',
      error(400, MISSING, `${MISSING}: transId`),
      error(400, `${MISSING}s`, 'Missing Required parameters: transId'),
    ],
  ])('%s: %j', (endpoint, body, documented) => {
    const answer = { status: body.status, type: 'application/json', body: JSON.stringify(body) };
    const options = { dialect: dialectOf({ errors }), ownZone: 'UTC', accept: 'application/json' };
    const written = writeAnswer(endpoint, answer, options);
    expect(written).toMatchObject({ status: documented.status, type: 'application/problem+json; charset=utf-8' });
    expect(JSON.parse(written.body)).toEqual(problemOf(documented));
  });
});

test.each([
  [1250000, '$1,250,000'],
  ['349900.50', '$349,900.50'],
  [999, '$999'],
  [0, '$0'],
  ['', ''],
])('the amount %j is money as %j; every other number is text', (listingPrice, money) => {
  expect(recordOf({ numbers: 'money' }, { listingPrice, Baths: 1234.5, yearBuilt: 1987 })).toEqual({
    listingPrice: money,
    Baths: '1234.5',
    yearBuilt: '1987',
  });
});

test('what is in no known shape stays as it is', () => {
  for (const body of ['not JSON', '{"status":402}', '[1]', 'null']) {
    const answer = { status: 200, type: 'text/plain', body };
    expect(writeAnswer('listTrans', answer, { dialect: dialectOf({ errors: { body: 'html' } }), ownZone: 'UTC' })).toBe(
      answer,
    );
  }
});
