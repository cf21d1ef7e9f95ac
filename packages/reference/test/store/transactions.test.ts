import { describe, expect, test } from 'vitest';
import { foldText } from '../../src/store/tables.ts';
import { creation, problem, runReference, shareReference, temporaryDir, valueIn } from '../running.ts';

const shared = shareReference();

const LIST = '/fsforms/listTrans';
const demo = 'NRDSID=<999000001>';

describe('listTrans', () => {
  test.each([
    ['an unknown key', `${demo},color=<red>`, 'color is not a filter key'],
    ['a code in lowercase', `${demo},propertyType=<r>`, 'r is not a code of propertyType'],
    ['the lease type', `${demo},transactionType=<L>`, 'transactionType L cannot be listed'],
    ['an NRDSID with a control character', 'NRDSID=<9\u0000>', 'NRDSID contains an invalid character'],
  ])('rejects %s in the filter with 404 and the reason', async (_name, filter, reason) => {
    const running = shared();
    expect((await running.call(LIST, { filter })).body).toEqual(
      problem(404, 'List Transactions Request Failure', `Invalid Filter: ${reason}`),
    );
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

// At the square of their number, this would take minutes: nothing else would be served meanwhile.
test('a text with very many accents on a letter is folded as fast as any other', () => {
  expect(foldText(`e${'\u0301\u0316'.repeat(100_000)}@agents.example`)).toMatch(/^é.*example$/);
}, 10_000);

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
