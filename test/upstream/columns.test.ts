// Bodies that are read by their columns: what JSON.parse says less what is skipped, or nothing at all.
import { expect, test } from 'vitest';
import { transactionFields } from '../../src/contract/fields.ts';
import { answerFor } from '../../src/upstream/answer.ts';
import { createColumns } from '../../src/upstream/columns.ts';
import { startClient } from './client-under-test.ts';
import { compareReadings } from './hostile-columns.ts';

const record = { transName: 'Elm', City: 'Sal\\em', Zip: '', price: -0.5, note: null, brandNew: 'x', transId: '7' };
const skipped = new Set(['City', 'Zip']);
const { City: _city, Zip: _zip, ...left } = record;

function learnt() {
  const columns = createColumns(0);
  columns.learn([record]);
  return columns;
}

test('reads a list, a page and a page in a list without the columns that are skipped', () => {
  const columns = learnt();
  const meta = { total: 9, max: 30, next_batch_no: null };
  const read = (body: unknown, wrapper: 'list' | 'page') => columns.read(JSON.stringify(body), wrapper, skipped);
  expect(read([record, record], 'list')).toEqual({ body: [left, left] });
  expect(read([], 'list')).toEqual({ body: [] });
  expect(read({ meta, data: [record] }, 'page')).toEqual({ body: { meta, data: [left] } });
  expect(read({ data: [], meta }, 'page')).toEqual({ body: { meta, data: [] } });
  expect(read([{ meta, data: [record] }], 'page')).toEqual({ body: [{ meta, data: [left] }] });
});

test.each<[string, string]>([
  ['another order', JSON.stringify([Object.fromEntries(Object.entries(record).toReversed())])],
  ['a column less', JSON.stringify([left])],
  ['a column more', JSON.stringify([{ ...record, more: '' }])],
  ['a column twice', JSON.stringify([record]).replace(',"price"', ',"Zip":"","price"')],
  ['white space', JSON.stringify([record], null, 1)],
  ['a nested value', JSON.stringify([{ ...record, Zip: {} }])],
  ['an invalid escape in a skipped column', JSON.stringify([record]).replace('Sal\\\\em', 'Sal\\em')],
  ['a control character in a skipped column', JSON.stringify([record]).replace('Sal\\\\em', '\n')],
  ['something after the end', `${JSON.stringify([record])}[]`],
  ['an error', '{"status":404,"type":"Bad Request","message":"x"}'],
])('says nothing of a body with %s', (_, text) => {
  expect(learnt().read(text, 'list', skipped)).toBeNull();
});

test('says nothing of a body that is cut off, wherever', () => {
  const columns = learnt();
  for (const body of [[record], [{ meta: { total: 1 }, data: [record] }]]) {
    const text = JSON.stringify(body);
    const wrapper = 'transName' in (body[0] as object) ? 'list' : 'pageInList';
    expect(columns.read(text, wrapper, skipped)).not.toBeNull();
    for (let end = 0; end < text.length; end += 1)
      expect(columns.read(text.slice(0, end), wrapper, skipped)).toBeNull();
  }
});

test('learns no order with a key that an object cannot be given', () => {
  const columns = createColumns(0);
  const text = '[{"__proto__":{"a":1},"b":""}]';
  columns.learn(JSON.parse(text));
  expect(columns.read(text, 'list', new Set())).toBeNull();
});

test('gives up trying for longer and longer while bodies do not fit, and starts again', () => {
  const columns = createColumns(3);
  columns.learn([record]);
  const tried = (text: string) => columns.read(text, 'list', skipped) !== null;
  const good = JSON.stringify([record]);
  expect(tried('[1]')).toBe(false);
  expect([tried(good), tried(good)]).toEqual([false, true]);
  for (const bad of ['[1]', '', '[2]', '', '', '', '[3]']) expect(tried(bad)).toBe(false);
  expect([tried(good), tried(good), tried(good), tried(good)]).toEqual([false, false, false, true]);
});

test('reads 20,000 damaged and hostile bodies as JSON.parse does, or not', () => {
  const { fast, differences } = compareReadings(20_000, 20_261_101);
  expect(differences).toEqual([]);
  expect(fast).toBeGreaterThan(1_000);
});

test('a whole body that one call has read in part is read in full for whoever needs it, without another call', async () => {
  const { stub, upstream } = await startClient();
  stub.answer('/fsforms/getTransById', { json: [record] });
  const read = () => upstream.call('getTransById', { transId: '7' }, { skipped });
  expect(await read()).toEqual([record]);
  const answer = await read();
  expect(answer).toEqual([left]);
  expect(answerFor(answer, new Set(['City', 'Zip', 'price']))).toBe(answer);
  expect(answerFor(answer)).toEqual([record]);
  expect(answerFor(answer, new Set(['Zip']))).toEqual([record]);
  expect(stub.requestsTo('/fsforms/getTransById')).toHaveLength(2);
});

test('an error in a list of one is seen where records are read by their columns', async () => {
  const { stub, upstream } = await startClient();
  const failed = { ...record, status: 404, message: 'gone' };
  stub.answer('/fsforms/getTransById', { json: [{ ...record, status: 1, message: '' }] }, { json: [failed] });
  await upstream.call('getTransById', { transId: '7' }, { skipped });
  const failing = upstream.call('getTransById', { transId: '7' }, { skipped });
  await expect(failing).rejects.toMatchObject({ code: 'UPSTREAM_REJECTED', status: 404, upstreamMessage: 'gone' });
});

test('no column of a transaction has the name of what an error says', () => {
  const said = ['status', 'code', 'statusCode', 'type', 'error', 'title', 'message', 'Message', 'detail'];
  expect(transactionFields.filter(({ wire }) => said.includes(wire))).toEqual([]);
});
