// What the public documentation shows, one row each (docs/assumptions.md): how our own service answers by default, and how it does in the
// dialect `documented`, which does all of it to the letter.
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDialect } from '../../src/dialect/dialect.ts';
import { readOnly } from '../read-only-client.ts';
import { creation, problem, type Running, runReference, vendor } from '../running.ts';

const read = loadDialect('documented');
if ('faults' in read) throw new Error(read.faults.join('\n'));
const { dialect } = read;

const services = {} as { own: Running; documented: Running };
beforeAll(async () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  const keep = (end: () => void | Promise<void>) => void cleanups.unshift(end);
  services.own = await runReference({}, keep);
  services.documented = await runReference({ dialect }, keep);
  return async () => {
    for (const end of cleanups) await end();
  };
});

const agent = '999000001';
const list = { filter: `NRDSID=<${agent}>`, batch_size: 5, batch_no: 1, sort: '', full_details: true };
const users = { batch_size: 5, batch_no: 1, filter: '', incremental_type: '', incremental_time: '' };
const json = { accept: 'application/json' };

interface Sent {
  readonly path: string;
  readonly fields: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly client?: { readonly id: string; readonly secret: string };
}

async function send(running: Running, { path, fields, headers = {}, client = vendor }: Sent) {
  const grant = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
  const token = (await running.post('/oauth/token', grant, json)).body.access_token;
  const body = path.startsWith('/thlmobile/') ? fields : { userId: vendor.vendorEmail, ...fields };
  const init = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...json, ...headers };
  const response = await fetch(running.url + path, { method: 'POST', headers: init, body: JSON.stringify(body) });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

const MISSING = 'Missing Required Parameter';
const ACCOUNT = '/accounts/getAccount';
const LIST = '/fsforms/listTrans';
const nowhere = { path: ACCOUNT, fields: { emailId: 'nobody@agents.example' } };
const notFound = (name: string) => problem(400, `${name} Not Found`, `${name} matching id parameter not found`);
const badFilter = 'List Transactions Request Failure';
const invalid = expect.stringMatching(/^Invalid Filter/);
const refused = { path: '/fsforms/addTrans', fields: { ...creation, transName: 'a<b' } };
const notOurs = { ...refused, fields: creation, client: readOnly };
const url = 'https://mobile.example/';

/** The number of the row, what is sent, and the status and body of both services. */
const rows: readonly (readonly [
  row: string,
  Sent,
  own: readonly [number, unknown],
  documented: readonly [number, unknown],
])[] = [
  [
    '1: an error is a problem document',
    refused,
    [402, problem(402, 'Bad Request', 'Invalid Character found in a<b')],
    [402, problem(402, 'Bad Request', 'Invalid Character found in a<b')],
  ],
  ['2: Access Denied', notOurs, [401, problem(401, 'Access Denied')], [410, problem(410, 'Access Denied')]],
  ['3: an account that is not found', nowhere, [200, []], [400, notFound('getAccount')]],
  [
    '3: a transaction that is not found',
    { path: '/fsforms/getTransById', fields: { transId: '1' } },
    [200, []],
    [400, notFound('getTransById')],
  ],
  [
    '3: a member that is not found',
    { path: '/thlmobile/getMember', fields: { userName: 'nobody', email: '' } },
    [200, []],
    [400, notFound('getMember')],
  ],
  [
    '3: files of a transaction that is not found',
    { path: '/fsforms/downloadfiles', fields: { transId: '1', filter: '' } },
    [400, problem(400, MISSING, `${MISSING}: transId`)],
    [400, notFound('downloadfiles')],
  ],
  [
    '4: a wrong filter',
    { path: LIST, fields: { ...list, filter: 'propertyType=<C>' } },
    [404, problem(404, badFilter, invalid)],
    [404, problem(400, badFilter, invalid)],
  ],
  [
    '5: missing parameters',
    { path: '/fsforms/addTrans', fields: { ...creation, transName: undefined, streetAddress: undefined } },
    [400, problem(400, MISSING, `${MISSING}: transName`)],
    [400, problem(400, `${MISSING}s`, 'Missing Required parameters: transName, streetAddress')],
  ],
  [
    '6: an optional parameter that is left out',
    { path: LIST, fields: { ...list, sort: undefined } },
    [200, expect.anything()],
    [400, problem(400, `${MISSING}s`, 'Missing Required parameters: sort')],
  ],
  [
    '6: optional parameters that are blank',
    { path: '/accounts/activeUsers', fields: users },
    [200, expect.anything()],
    [200, expect.anything()],
  ],
  [
    '6: another content type',
    { ...nowhere, headers: { 'content-type': 'text/plain' } },
    [400, problem(400, MISSING)],
    [400, problem(400, `${MISSING}s`, 'Missing Required parameters: userId, emailId')],
  ],
  [
    '7: a comma with a space in a filter',
    { path: LIST, fields: { ...list, filter: `${list.filter}, propertyStatus=<A|P>` } },
    [200, expect.anything()],
    [200, expect.anything()],
  ],
  [
    '7: a comma alone',
    { path: LIST, fields: { ...list, filter: `${list.filter},propertyStatus=<A|P>` } },
    [200, expect.anything()],
    [404, problem(400, badFilter, invalid)],
  ],
  ...['incremental', 'filter=<incremental>'].map(
    (filter) =>
      [
        `8: ${filter}`,
        { path: '/accounts/activeUsers', fields: { ...users, filter, incremental_type: 'days', incremental_time: 90 } },
        [200, expect.anything()],
        [200, expect.anything()],
      ] as const,
  ),
  ...[true, 'true'].map(
    (passcodeReturn) =>
      [
        `9: passcodeReturn as ${typeof passcodeReturn}`,
        { path: '/thlmobile/userRegistration', fields: { userName: 'nobody', email: '', url, passcodeReturn } },
        [400, problem(400, 'Bad Request', 'No records found')],
        [400, problem(400, 'Bad Request', 'No records found')],
      ] as const,
  ),
  [
    '11: a bad token',
    { ...nowhere, headers: { authorization: 'Bearer expired.or.forged' } },
    [401, problem(401, 'Access Denied')],
    [401, ''],
  ],
  [
    '12: an error for whoever does not name JSON',
    { ...refused, headers: { accept: '*/*' } },
    [402, problem(402, 'Bad Request')],
    [402, expect.stringMatching(/^<\?xml .*<status>402<\/status><detail>[^<]* a&#60;b<\/detail>/)],
  ],
];

describe.each(rows)('row %s', (_row, sent, own, documented) => {
  test('is answered by our own service, and in the dialect documented', async () => {
    const answers = await Promise.all([services.own, services.documented].map((running) => send(running, sent)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual([own, documented]);
  });
});

test('row 10: a token is requested by JSON or by a form', async () => {
  const grant = { grant_type: 'client_credentials', client_id: vendor.id, client_secret: vendor.secret };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const running of Object.values(services)) {
    expect((await running.post('/oauth/token', grant, json)).status).toBe(200);
    expect(
      (await running.post('/oauth/token', new URLSearchParams(grant).toString(), { ...form, ...json })).status,
    ).toBe(200);
  }
});

test('row 11: a bad token has a challenge that says so', async () => {
  const bad = { ...nowhere, headers: { authorization: 'Bearer expired.or.forged' } };
  for (const running of Object.values(services))
    expect((await send(running, bad)).headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
});

test('row 13: numbers are texts, amounts have dollar signs, times those of New York, and nothing is blank text', async () => {
  const sent = { path: LIST, fields: { ...list, batch_size: limits.batchSize.max } };
  const [own, shown] = await Promise.all(
    [services.own, services.documented].map(async (running) => (await send(running, sent)).body[0]),
  );
  expect(Object.values(shown.meta).every((value) => typeof value === 'string')).toBe(true);
  expect(shown.data.flatMap(Object.values).filter((value: unknown) => typeof value !== 'string')).toEqual([]);
  for (const [index, record] of shown.data.entries()) {
    const { listingPrice, lastUpdateDate, transName } = own.data[index];
    const at = Temporal.Instant.from(lastUpdateDate).toZonedDateTimeISO('America/New_York').toPlainDateTime();
    const price =
      listingPrice === '' ? '' : Number(listingPrice).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    expect(record.transName).toBe(transName);
    expect(record.lastUpdateDate).toBe(
      at.round({ smallestUnit: 'second', roundingMode: 'floor' }).toString().replace('T', ' '),
    );
    expect(record.listingPrice.replace(/^\$[\d,]+$/, '$&.00')).toBe(price);
  }
});

test('row 14: an assistant lists deals between two other agents, an agent only own ones', async () => {
  const { body } = await send(services.own, {
    path: '/accounts/activeUsers',
    fields: { ...users, batch_size: limits.batchSize.max },
  });
  const people: readonly { agentNRDSID: string; memberType: string; officeNRDSID: string }[] = body.data;
  const assistant = people.find(({ memberType, officeNRDSID }) => memberType !== 'R' && officeNRDSID !== '');
  const counts = async (running: Running, nrdsId = '') => {
    const fields = { ...list, filter: `NRDSID=<${nrdsId}>`, batch_size: limits.batchSize.max };
    const records: Record<string, string>[] = (await send(running, { path: LIST, fields })).body[0].data;
    const isOther = ({ sellerAgentNRDSID = '', buyerAgentNRDSID = '' }) =>
      ![sellerAgentNRDSID, buyerAgentNRDSID].includes(nrdsId);
    return { all: records.length, others: records.filter(isOther).length };
  };
  expect((await counts(services.own, assistant?.agentNRDSID)).others).toBe(0);
  expect((await counts(services.documented, assistant?.agentNRDSID)).others).toBeGreaterThan(0);
  expect(await counts(services.documented, agent)).toEqual(await counts(services.own, agent));
});
