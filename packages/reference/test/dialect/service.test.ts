// The service itself in another dialect: over HTTP, with the handlers and the database unchanged.
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import { expect, test } from 'vitest';
import type { loadDialect } from '../../src/dialect/dialect.ts';
import { type Dialect, readDialect } from '../../src/dialect/dialect.ts';
import { creation, type Running, runReference, vendor } from '../running.ts';

type Loaded = ReturnType<typeof loadDialect>;

function dialectOf(read: Loaded): Dialect {
  if ('faults' in read) throw new Error(read.faults.join('\n'));
  return read.dialect;
}

const start = (value: object) => runReference({ dialect: dialectOf(readDialect(value)) });
const listing = {
  filter: 'NRDSID=<999000001>',
  sort: 'propertyStatus',
  batch_size: limits.batchSize.max,
  full_details: true,
};
const idsOf = ({ body }: Awaited<ReturnType<Running['call']>>) =>
  body[0].data.map(({ transId }: { transId: string }) => Number(transId));

test('without a choice of its own, a dialect changes no byte of any answer', async () => {
  const [plain, inDialect] = [await runReference(), await start({})];
  const requests: [string, object][] = [
    ['/accounts/activeUsers', { batch_size: 3 }],
    ['/accounts/activeUsers', { batch_size: 0 }],
    ['/accounts/getAccount', { emailId: 'nobody@example.com' }],
    ['/fsforms/listTrans', listing],
    ['/fsforms/listTrans', { ...listing, batch_no: 99 }],
    ['/fsforms/listTrans', { filter: 'propertyType=<C>' }],
    ['/fsforms/getTransById', { transId: '1' }],
    ['/fsforms/listFiles', { transId: '1' }],
    ['/fsforms/downloadfiles', { transId: '1' }],
    ['/thlmobile/createTicket', { userName: 'a', title: 'b' }],
    ['/nowhere', {}],
  ];
  for (const [path, fields] of requests) {
    const [a, b] = [await plain.call(path, fields), await inDialect.call(path, fields)];
    expect({ path, status: b.status, type: b.headers.get('content-type'), text: b.text }).toEqual({
      path,
      status: a.status,
      type: a.headers.get('content-type'),
      text: a.text,
    });
  }
});

test('a token is read from the header of the dialect, and nowhere else', async () => {
  const { post, token } = await start({ token: { header: 'x-access-token' } });
  const body = { userId: vendor.vendorEmail, emailId: 'nobody@example.com' };
  const bearer = `Bearer ${await token()}`;
  expect(await post('/accounts/getAccount', body, { 'x-access-token': bearer })).toMatchObject({ status: 200 });
  expect(await post('/accounts/getAccount', body, { authorization: bearer })).toMatchObject({ status: 401 });
});

test('a filter in the notation of the dialect selects the same records, and one in ours none', async () => {
  const [plain, inDialect] = [await runReference(), await start({ filter: { brackets: 'off', separator: '&' } })];
  const expected = await plain.call('/fsforms/listTrans', { filter: 'NRDSID=<999000001>,propertyType=<R|C>' });
  const filter = 'NRDSID=999000001&propertyType=R|C';
  expect((await inDialect.call('/fsforms/listTrans', { filter })).text).toBe(expected.text);
  expect(await inDialect.call('/fsforms/listTrans', listing)).toMatchObject({ status: 404 });
});

test('ties can be in the other order, and blanks at the other end', async () => {
  const plain = idsOf(await (await runReference()).call('/fsforms/listTrans', { ...listing, sort: 'insertDate' }));
  const ties = await start({ order: { ties: 'descending' } });
  const byStatus = idsOf(await ties.call('/fsforms/listTrans', listing));
  expect(byStatus).toHaveLength(plain.length);
  expect(byStatus).not.toEqual(idsOf(await (await runReference()).call('/fsforms/listTrans', listing)));
  const high = await start({ order: { blanks: 'high' } });
  await high.call('/fsforms/addTrans', creation);
  const { body } = await high.call('/fsforms/listTrans', { ...listing, sort: 'listingPrice:desc' });
  expect(body[0].data[0].listingPrice).toBe('');
});

test('a bound is not included where bounds are exclusive', async () => {
  const service = await start({ filter: { bounds: 'exclusive' } });
  const [created] = (await service.call('/fsforms/addTrans', creation)).body;
  const filter = (bound: string) => ({ filter: `NRDSID=<999000001>,insertDate_min=<${bound}>` });
  const before = new Date(Date.parse(created.insertDate) - 1).toISOString();
  expect((await service.call('/fsforms/listTrans', filter(before))).body[0].meta.max).toBe(1);
  expect((await service.call('/fsforms/listTrans', filter(created.insertDate))).body[0].meta.max).toBe(0);
});

test('a list without records can be an answer without content', async () => {
  const service = await start({ nothing: { list: '204' } });
  const response = await service.call('/fsforms/listTrans', { filter: 'NRDSID=<1>' });
  expect([response.status, response.text, response.headers.get('content-type')]).toEqual([204, '', null]);
});
