// Every answer is exactly one of record, nothing, refusal or unreadable; nothing that carries an error is shown as a record or as an
// empty list; and what the specification or the public documentation shows is understood (2, 4, 7).
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorRows } from '../../src/answers/errors.ts';
import { type Answer, judge } from '../../src/answers/judge.ts';
import { type Endpoint, type EndpointName, endpoints } from '../../src/calls/endpoints.ts';
import { type ColumnSet, transactionSets } from '../../src/columns/fields.ts';
import { memberSets } from '../../src/columns/member-records.ts';
import { accountSets, activeUserSets, fileSets } from '../../src/columns/records.ts';
import { selectAll } from '../../src/columns/selection.ts';

const names = Object.keys(endpoints) as EndpointName[];
const sets: Partial<Record<EndpointName, readonly ColumnSet[]>> = {
  activeUsers: activeUserSets,
  getAccount: accountSets,
  listTrans: transactionSets,
  getTransById: transactionSets,
  addTrans: transactionSets,
  listFiles: fileSets,
  getMember: memberSets.getMember,
};
const lists = names.filter((name) => sets[name] !== undefined);
/** 4.14 shows no response, so any JSON is one. */
const typed = names.filter((name) => name !== 'shareApp');
const columnsOf = (name: EndpointName) => selectAll(sets[name] ?? memberSets.verifyToken).values;
const keyOf = (name: EndpointName): readonly string[] => (endpoints[name] as Endpoint).key ?? [];

const answerOf = (body: unknown, more: Partial<Answer> = {}): Answer => ({
  status: 200,
  headers: {},
  body,
  text: () => '',
  ...more,
});
const kindOf = (name: EndpointName, body: unknown, more?: Partial<Answer>) => judge(name, answerOf(body, more)).is;

const meta = { total: 1, max: 1, next_batch_no: null };
const wrappers: readonly ((content: unknown) => unknown)[] = [
  (content) => [content],
  (content) => ({ meta, data: content }),
  (content) => ({ meta, data: [content] }),
  (content) => [{ meta, data: content }],
  (content) => [{ meta, data: [content] }],
];
const wrapper = fc.constantFrom(...wrappers);
const anyWrapper = fc.constantFrom((content: unknown) => content, ...wrappers);

const value = fc.oneof(fc.string({ minLength: 1 }), fc.integer({ min: 1 }), fc.constantFrom('N/A', '0', ''));
const meaningful = fc.oneof(
  fc.integer({ min: 1 }),
  fc.uuid({ version: 4 }),
  fc.constantFrom('7', '00042', 'A-1', 'Elm Street'),
);
const meaningless = fc.constantFrom(null, '', '  ', 0, '0', -1, '-1', '000', 'null', 'N/A', 'undefined', false, {}, []);

/** Some columns of an endpoint's record, at least the first of its key. */
const recordOf = (name: EndpointName) =>
  fc
    .tuple(fc.dictionary(fc.constantFrom(...columnsOf(name)), value, { maxKeys: 12 }), meaningful)
    .map(([columns, key]) => ({
      ...columns,
      [keyOf(name)[0] as string]: key,
    }));

/** A record of the endpoint's shape in which no key names anything. */
const blankRecordOf = (name: EndpointName) =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom(...columnsOf(name)), fc.oneof(value, meaningless), { maxKeys: 12 }),
      meaningless,
    )
    .map(([columns, blank]) => ({ ...columns, ...Object.fromEntries(keyOf(name).map((key) => [key, blank])) }));

const status = fc.integer({ min: 400, max: 599 });
const words = fc.constantFrom(
  'Your account is suspended',
  'Database error',
  'No such record',
  'Case submission error!',
);
const errorObject = fc.oneof(
  fc.record({ status, type: words, message: words }),
  fc.record({ title: words, type: fc.constant('https://api.example.com/docs/errors/'), status, detail: words }),
  fc.record({ status: fc.constantFrom('error', 'failed', 'FAILURE'), message: words }),
  fc.record({ message: words, phone: fc.constant('1-800-555-0100') }),
  fc.record({ Message: words, email: fc.constant('help@example.com'), firstName: fc.constant('Support') }),
  fc.record({ error: fc.record({ code: status, message: words }) }),
  fc.record({ error: words, error_description: words }),
  fc.record({ success: fc.constant(false), errors: fc.array(words, { minLength: 1 }), City: fc.constant('Salem') }),
);
const errorText = fc.oneof(words, fc.constant('error'), fc.constant('Failure'));

test('any JSON, with any status, is exactly one of the four, and judging never throws', () => {
  const verdicts = ['record', 'nothing', 'refusal', 'unreadable'];
  const property = fc.property(
    fc.constantFrom(...names),
    fc.jsonValue(),
    fc.integer({ min: 200, max: 599 }),
    (name, body, line) => {
      const verdict = judge(name, answerOf(body, { status: line }));
      expect(verdicts).toContain(verdict.is);
      if (line >= 400) expect(['refusal', 'nothing']).toContain(verdict.is);
      if (line >= 300) expect(verdict.is).not.toBe('record');
    },
  );
  fc.assert(property);
});

test('no error beside an empty list is overlooked if its name is one for what is said, however deep it is', () => {
  const name = fc.constantFrom('notice', 'Fault', 'responseInfo', 'result', 'failureReason', 'Details', 'warning_text');
  const nested = fc.tuple(name, fc.oneof(words, fc.record({ text: words }), fc.tuple(words)));
  const named = fc.tuple(
    fc.constantFrom('errorCode', 'lastError', 'exception', 'faultcode'),
    fc.integer({ min: 1, max: 99 }),
  );
  const property = fc.property(fc.constantFrom(...lists), fc.oneof(nested, named), (list, [key, error]) => {
    const body = { meta: { total: 0, max: 0 }, data: [], [key]: error };
    expect(kindOf(list, body)).toBe('unreadable');
  });
  fc.assert(property);
});

test.each([
  { message: 'No records found' },
  { status: 200, message: 'Transactions retrieved' },
  { errors: [], errorCode: 0, hasErrors: 'N', lastError: 'none' },
  {
    request: { filter: 'NRDSID=<1>, propertyStatus=<A>' },
    time: '2026-03-01 09:30:00',
    next: 'https://api.example.com/2',
  },
  { user: 'Jane Example', generated: 'Sun Mar 1 2026', copyright: 'Example Forms Inc.' },
])('%j beside an empty list is no error', (more) => {
  const body = [{ meta: { total: 0, max: 0 }, data: [], ...more }];
  expect(kindOf('listTrans', body, { request: { filter: 'NRDSID=<1>, propertyStatus=<A>' } })).toBe('nothing');
});

// At the square of its length, this would take minutes: nothing else would be served meanwhile.
test('a long text without spaces is judged as fast as it is read', () => {
  const text = 'a'.repeat(150_000);
  expect(kindOf('listTrans', { meta: { total: 0, max: 0 }, data: [], description: text })).toBe('nothing');
  expect(kindOf('getTransById', { message: text }, { status: 404 })).toBe('refusal');
}, 10_000);

describe.each(typed)('for %s', (name) => {
  test('nothing that carries an error is a record or nothing, whatever its wrapper', () => {
    const property = fc.property(anyWrapper, fc.oneof(errorObject, errorText), (wrap, error) => {
      const verdict = judge(name, answerOf(wrap(error)));
      const isNotFound =
        (verdict.is === 'nothing' && JSON.stringify(error).includes('404')) || verdict.is === 'refusal';
      expect(isNotFound || verdict.is === 'unreadable').toBe(true);
    });
    fc.assert(property);
  });
});

describe.each(lists)('for the records of %s', (name) => {
  test('records are read, whatever their wrapper and further columns', () => {
    const property = fc.property(wrapper, recordOf(name), (wrap, record) => {
      const verdict = judge(name, answerOf(wrap(record)));
      expect(verdict).toMatchObject({ is: 'record' });
      const content = 'value' in verdict && (Array.isArray(verdict.value) ? verdict.value : Object(verdict.value).data);
      expect(content).toEqual([record]);
    });
    fc.assert(property);
  });

  test('records are the same where columns and wrappers are in another case', () => {
    const cases = fc.func(fc.boolean()).map((isUpper) => (name: string) => {
      const letters = [...name].map((each, at) => (isUpper(name, at) ? each.toUpperCase() : each.toLowerCase()));
      return letters.join('');
    });
    const property = fc.property(wrapper, recordOf(name), cases, (wrap, record, inAnyCase) => {
      const text = JSON.stringify(wrap(record), (_key, value: unknown) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).map(([key, member]) => [inAnyCase(key), member]))
          : value,
      );
      expect(judge(name, answerOf(JSON.parse(text)))).toEqual(judge(name, answerOf(wrap(record))));
    });
    fc.assert(property);
  });

  test('a column that is there as specified is not replaced by one in another case', () => {
    const key = keyOf(name)[0] as string;
    const verdict = judge(
      name,
      answerOf({ meta, data: [{ [key.toUpperCase()]: '8', [key]: '7', [key.toLowerCase()]: '9' }] }),
    );
    const content = 'value' in verdict && (Array.isArray(verdict.value) ? verdict.value : Object(verdict.value).data);
    expect(content).toMatchObject([{ [key]: '7' }]);
  });

  test('what has no key of its own is no record, alone and among others', () => {
    const property = fc.property(anyWrapper, recordOf(name), blankRecordOf(name), (wrap, record, blank) => {
      expect(kindOf(name, wrap(blank))).toBe('unreadable');
      expect(kindOf(name, [record, blank])).toBe('unreadable');
      expect(kindOf(name, { meta, data: [blank, record] })).toBe('unreadable');
    });
    fc.assert(property);
  });

  test('an empty list is nothing, unless an error is beside it', () => {
    const zero = { total: 0, max: 0, next_batch_no: null };
    for (const body of [
      [],
      { meta: zero, data: [] },
      [{ meta: zero, data: null }],
      { status: 200, message: 'fine', meta: zero, data: [] },
      { message: 'Success', meta: zero, data: [] },
      { message: 'No records found.', meta: zero, data: [] },
    ])
      expect(kindOf(name, body)).toBe('nothing');
    const property = fc.property(errorObject, fc.constantFrom([], null), fc.boolean(), (error, data, isListed) => {
      const page = { ...error, meta: zero, data };
      const verdict = judge(name, answerOf(isListed ? [page] : page));
      expect(['refusal', 'unreadable', ...(JSON.stringify(error).includes('404') ? ['nothing'] : [])]).toContain(
        verdict.is,
      );
      expect(kindOf(name, { meta: { ...zero, ...error }, data }) === 'nothing').toBe(
        !('status' in error || 'error' in error || 'errors' in error),
      );
    });
    fc.assert(property);
  });
});

/** The error as the specification's assumption has it, and as a problem document, whose type is an address. */
const forms = (row: { status: number; type: string }, message: string) => [
  { status: row.status, type: row.type, message },
  { title: row.type, type: 'https://api.example.com/docs/errors/', status: row.status, detail: message },
];

test.each(errorRows)('$endpoint $status $type is a refusal by that name, in each form', (row) => {
  for (const body of forms(row, 'because'))
    for (const line of [row.status, 200]) {
      const verdict = judge(row.endpoint, answerOf(body, { status: line }));
      expect(verdict).toMatchObject({
        is: 'refusal',
        status: row.status,
        error: { type: row.type, message: 'because' },
      });
      expect('means' in verdict && verdict.means === 'denied').toBe(row.status === 401);
    }
});

const transaction = { transName: 'Elm', propertyStatus: 'N', transId: '77' };
const shown: readonly [EndpointName, unknown][] = [
  ['token', { token_type: 'Bearer', expires_in: 3600, access_token: 'abc' }],
  ['activeUsers', { meta, data: [{ agentNRDSID: '1', phone: '' }] }],
  ['getAccount', [{ accountID: '1', email: 'ann@example.com' }]],
  ['listTrans', [{ meta, data: [transaction] }]],
  ['getTransById', [{ transName: 'Elm', City: '' }]],
  ['addTrans', [transaction]],
  ['uploadfiles', { status: 200, result: 'Success', Message: 'The file was uploaded' }],
  ['downloadfiles', { status: 200, result: 'Success', file_url: 'https://api.example.com/1' }],
  ['serviceproviders', 'Success'],
  ['listFiles', { meta: { total: 1 }, data: [{ fileID: '1', fileName: 'a.pdf' }] }],
  ['getMember', [{ clientId: 1, userName: 'ann' }]],
  ['userRegistration', { status: 200, title: 'Registered', detail: 'A link was sent' }],
  ['verifyToken', { status: 200, member: { userId: '1', userName: 'ann' } }],
  ['createTicket', { status: 200, title: 'Created', detail: 'Your ticket is 5' }],
  ['registrationTicket', { status: 200, title: 'Created', detail: 'Your ticket is 6' }],
];

test.each(shown)('%s as the specification shows it is a record', (name, body) => {
  expect(kindOf(name, body)).toBe('record');
});

test.each<[EndpointName, string | null]>([
  ['getAccount', null],
  ['getTransById', null],
  ['getMember', null],
  ['listFiles', 'nothing'],
  ['downloadfiles', 'nothing'],
  ['uploadfiles', 'nothing'],
])('“%s Not Found” is nothing found', (name, means) => {
  const body = {
    title: `${name} Not Found`,
    type: 'https://api.example.com/errors',
    status: 400,
    detail: `${name} matching id parameter not found`,
  };
  const verdict = judge(name, answerOf(body, { status: 400 }));
  expect(verdict).toMatchObject(means === null ? { is: 'nothing', value: [] } : { is: 'refusal', means });
});

test.each<[number, string]>([
  [1, 'unreadable'],
  [2, 'nothing'],
])('null in place of batch %i of a list is %s', (batch_no, kind) => {
  expect(kindOf('activeUsers', null, { request: { batch_no } })).toBe(kind);
});

test('where line and body differ, the line decides what kind it is, and the title names it', () => {
  const body = {
    title: 'List Transactions Request Failure',
    status: 400,
    detail: 'Invalid Filter: x',
    type: 'https://api.example.com',
  };
  expect(judge('listTrans', answerOf(body, { status: 404 }))).toMatchObject({
    is: 'refusal',
    status: 404,
    error: { type: 'List Transactions Request Failure', message: 'Invalid Filter: x' },
  });
});

const noSign = ['0', 0, -1, 'null', 'N/A', '', null, undefined, '000', false];
const passcode = { request: { passcodeReturn: true } };
const member = { userId: '7', userName: 'ann' };

test.each<[EndpointName, unknown, Partial<Answer>?]>([
  ...noSign.map((transId): [EndpointName, unknown] => ['addTrans', [{ ...transaction, transId }]]),
  ...noSign.map((code): [EndpointName, unknown, object] => [
    'userRegistration',
    { status: 200, passcode: code },
    passcode,
  ]),
  ...noSign.map((userId): [EndpointName, unknown] => ['verifyToken', { status: 200, member: { ...member, userId } }]),
  ['userRegistration', { passcode: 'A1B2' }],
  ['verifyToken', { status: 'error', member }],
  ['verifyToken', { status: 'expired', member }],
  ['verifyToken', { status: 200, result: 'Failure', member }],
  ['verifyToken', { status: 200, error: 'Token expired', member }],
  ['verifyToken', { status: 200, valid: false, member }],
  ['verifyToken', { message: 'Token expired', member }],
  ['verifyToken', { status: 200, title: 'Bad Request', member }],
  ['verifyToken', { status: 200, member: [member, member] }],
  ['verifyToken', { status: 400, member }],
  ['createTicket', { title: 'Created', detail: 'no status' }],
  ['createTicket', { status: 200, error: 'Case submission error!' }],
  ['createTicket', { status: 200, title: 'Bad Request', detail: 'Case submission error!' }],
  ['uploadfiles', { status: 200, result: 'Failure' }],
  ['downloadfiles', { status: 'error', file_url: 'https://api.example.com/1' }],
  ['serviceproviders', { message: 'Failure' }],
  ['serviceproviders', 1],
  ['serviceproviders', undefined, { text: () => 'Success rate: 0' }],
  ['uploadfiles', { success: true, result: 'Failure' }],
  ['uploadfiles', { success: true, status: 'error' }],
  ['createTicket', { success: 0, title: 'Created' }],
])('%s %j is no success', (name, body, more) => {
  expect(kindOf(name, body, more)).toBe('unreadable');
});

test.each<[EndpointName, unknown, Partial<Answer>?]>([
  ['verifyToken', { member }],
  ['verifyToken', { status: 'success', member: [member] }],
  ['userRegistration', { passcode: 'A1B2' }, passcode],
  ['userRegistration', { status: 200, passcode: 'A1B2' }, { request: { passcodeReturn: 'true' } }],
  ['createTicket', { status: 200, title: 'Bad Request', detail: 'Created' }, { request: { title: 'Bad Request' } }],
  ['serviceproviders', undefined, { text: () => 'Success\n' }],
  ['serviceproviders', true],
  ['serviceproviders', { Success: 'true', message: 'The providers were saved' }],
  ['serviceproviders', { STATUS: 200, RESULT: 'SUCCESS' }],
  ['createTicket', { success: 1, title: 'Created' }],
  ['uploadfiles', { status: 200, result: true }],
  ['userRegistration', { success: true, message: 'Registered', passcode: 'A1B2' }, passcode],
])('%s %j is a success', (name, body, more) => {
  expect(kindOf(name, body, more)).toBe('record');
});

test('a compressed body, which is never asked for, is named as such', () => {
  const problemOf = (encoding: string) =>
    judge('getAccount', answerOf(undefined, { headers: { 'content-encoding': encoding } }));
  expect(problemOf('GZIP')).toMatchObject({
    is: 'unreadable',
    problem: expect.stringContaining('content-encoding: GZIP'),
  });
  for (const other of ['identity', '', 'a secret'])
    expect(problemOf(other)).toEqual({ is: 'unreadable', problem: 'not JSON' });
});

test('a message in the only record of a batch is a column of it, if the record has most of the columns of its key', () => {
  const summary = { transName: 'Elm', realtorName: 'Ann Lee', insertDate: '2026-01-02', propertyType: 'R' };
  const said = { ...summary, propertyStatus: 'A', message: 'Call me back' };
  expect(kindOf('listTrans', [{ meta, data: [said] }])).toBe('record');
  expect(kindOf('listTrans', [{ meta, data: [{ ...said, status: 'error' }] }])).toBe('unreadable');
  const repeating = { transName: 'Elm', realtorName: 'Ann Lee', message: 'Database error' };
  expect(kindOf('listTrans', [{ meta, data: [repeating] }])).toBe('unreadable');
  expect(kindOf('getTransById', said)).toBe('unreadable');
});
