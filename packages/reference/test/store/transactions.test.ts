import { describe, expect, test } from 'vitest';
import { foldText } from '../../src/store/tables.ts';
import { creation, problem, runReference, shareReference, temporaryDir, valueIn } from '../running.ts';

const shared = shareReference();

const LIST = '/fsforms/listTrans';
const demo = 'NRDSID=<999000001>';

describe('listTrans', () => {
  test.each([
    ['an unknown key', `${demo},color=<red>`, 'color is not a filter key'],
    ['a key given twice', `${demo},NRDSID=<999000002>`, 'NRDSID is given twice'],
    ['a missing NRDSID', 'propertyType=<R>', 'NRDSID is missing'],
    ['an unknown code', `${demo},propertyStatus=<A|Z>`, 'Z is not a code of propertyStatus'],
    ['a code in lowercase', `${demo},propertyType=<r>`, 'r is not a code of propertyType'],
    ['the lease type', `${demo},transactionType=<L>`, 'transactionType L cannot be listed'],
    ['an invalid date', `${demo},insertDate=<2026-02-30>`, 'insertDate 2026-02-30 is not a timestamp'],
    ['a range without an end', `${demo},closingDate_range=<2026-02-01>`, 'closingDate_range has no readable value'],
    ['a control character', `${demo},realtorName=<a\u0007>`, 'realtorName contains an invalid character'],
    ['an NRDSID with a control character', 'NRDSID=<9\u0000>', 'NRDSID contains an invalid character'],
    ['text without brackets', 'NRDSID=999000001', 'NRDSID=999000001 is not of the form key=<value>'],
  ])('rejects %s in the filter with 404 and the reason', async (_name, filter, reason) => {
    const running = shared();
    expect((await running.call(LIST, { filter })).body).toEqual(
      problem(404, 'List Transactions Request Failure', `Invalid Filter: ${reason}`),
    );
  });

  test.each([
    ['sort', { sort: 'projectedClosingDate' }],
    ['sort', { sort: 'insertDate:up' }],
    ['sort', { sort: 'constructor' }],
    ['batch_size', { batch_size: 101 }],
    ['batch_no', { batch_no: 0 }],
    ['full_details', { full_details: 'yes' }],
  ])('rejects an invalid %s with 400 that names it: %j', async (name, fields) => {
    const running = shared();
    const response = await running.call(LIST, { filter: demo, ...fields });
    expect([response.status, response.body.detail]).toEqual([400, `Missing Required Parameter: ${name}`]);
  });

  test('is empty for an agent that has not enabled the integration, or does not exist', async () => {
    const running = await runReference({ seed: { agents: 8, offices: 2, transactions: 200, seed: 1 } });
    for (const agent of ['999000008', '123', "' or 1=1 --"]) {
      const { body } = await running.call(LIST, { filter: `NRDSID=<${agent}>` });
      expect(body).toEqual([{ meta: { total: 0, max: 0, next_batch_no: null }, data: [] }]);
    }
  });

  test('accepts many codes at once', async () => {
    const running = shared();
    const codes = Array.from({ length: 60_000 }, (_, index) => 'XEPWANLTR'[index % 9]).join('|');
    const all = await running.call(LIST, { filter: demo });
    const filtered = await running.call(LIST, { filter: `${demo},propertyStatus=<${codes}>` });
    expect(filtered.body).toEqual(all.body);
  });

  test('reads a date as its whole UTC day, and a date-time as one instant, in the configured time zone', async () => {
    const now = Date.parse('2026-11-20T23:30:00.250Z');
    const running = await runReference({ clock: { now: () => now }, timeZone: 'America/New_York' });
    await running.call('/fsforms/addTrans', creation);
    const count = async (filter: string) =>
      (await running.call(LIST, { filter: `${demo},${filter}` })).body[0].meta.max;
    expect(await count('insertDate=<2026-11-20>')).toBe(1);
    expect(await count('insertDate=<11/20/2026>')).toBe(1);
    expect(await count('insertDate=<2026-11-21>')).toBe(0);
    expect(await count('insertDate=<2026-11-20T23:30:00.250Z>')).toBe(1);
    expect(await count('insertDate=<2026-11-20T18:30:00.250-05:00>')).toBe(1);
    expect(await count('insertDate=<2026-11-20 18:30:00.250>')).toBe(1);
    expect(await count('insertDate=<2026-11-20T23:30:00.251Z>')).toBe(0);
    expect(await count('insertDate_min=<2026-11-20T23:30:00.250Z>')).toBe(1);
    expect(await count('insertDate_min=<2026-11-20T23:30:00.251Z>')).toBe(0);
    expect(await count('lastUpdateDate_since=<2026-11-20>')).toBe(1);
    expect(await count('lastUpdateDate_since=<2026-11-21>')).toBe(0);
  });

  test('matches realtorName as a whole and in any case', async () => {
    const running = shared();
    const count = async (name: string) =>
      (await running.call(LIST, { filter: `${demo},realtorName=<${name}>` })).body[0].meta.max;
    expect(await count("ZOË O'EXAMPLE")).toBeGreaterThan(0);
    expect(await count("Zoe\u0308 o'example")).toBeGreaterThan(0);
    expect(await count('Zoë')).toBe(0);
  });

  test('ignores unknown fields', async () => {
    const running = shared();
    const response = await running.call(LIST, { filter: demo, __proto__: { sort: 'x' }, color: 'red' });
    expect(response.status).toBe(200);
  });
});

test.each([
  ['STRASSE', 'straße'],
  ['ΟΔΟΣ', 'οδος'],
  ['Łukasz', 'łUKASZ'],
])('folds %s and %s alike', (one, other) => {
  expect(foldText(one)).toBe(foldText(other));
});

describe('getTransById', () => {
  test('hides the transactions of an agent that has not enabled the integration', async () => {
    const dataDir = temporaryDir();
    const running = await runReference({ dataDir, seed: { agents: 8, offices: 2, transactions: 200, seed: 1 } });
    const idOf = (agent: string) =>
      valueIn(dataDir, `select min(id) from transactions where agent_nrds_id = '${agent}'`);
    const read = async (id: unknown) => (await running.call('/fsforms/getTransById', { transId: String(id) })).body;
    expect(await read(idOf('999000001'))).toHaveLength(1);
    expect(await read(idOf('999000008'))).toEqual([]);
  });

  test.each(['0100001', '100001.0', '1e5', ' 100001', '9007199254740993', '99999999999999999999'])(
    'returns an empty array for transId %j',
    async (transId) => {
      const running = shared();
      expect((await running.call('/fsforms/getTransById', { transId })).body).toEqual([]);
    },
  );

  test('accepts a transId only as text', async () => {
    const running = shared();
    const response = await running.call('/fsforms/getTransById', { transId: 100_001 });
    expect([response.status, response.body.detail]).toEqual([400, 'Missing Required Parameter: transId']);
  });
});
