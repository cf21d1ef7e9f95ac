// A service without offsets, with US dates or with numbers for times: what is read is the right instant, and so is what is filtered by.

import { defaultNotation } from '@realty-forms/contract/calls/filter.ts';
import type { TimestampForm } from '@realty-forms/contract/calls/filter-timestamps.ts';
import { expect, test } from 'vitest';
import { runReference, vendor } from '../../../packages/reference/test/running.ts';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startGraph, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const timeZone = 'America/Denver';
const formats = (form: TimestampForm) => {
  const dates = form.startsWith('us') ? 'us' : 'iso';
  return { timeZone, notation: { ...defaultNotation, timestamps: { form, dates, timeZone } as const } };
};
const credentials = { clientId: vendor.id, clientSecret: vendor.secret, vendorEmail: vendor.vendorEmail };

test.each<TimestampForm>(['compact', 'us-12'])(
  'in the form %s, a service in Denver lists exactly the records since an instant, on a day, and in a range',
  async (form) => {
    const running = await runReference({ timeZone });
    const { ask } = await startGraph({ baseUrl: running.url, ...credentials }, { formats: formats(form) });
    const token = await serviceToken();
    const { data } = await ask('{ accounts(first: 1) { nodes { nrdsId } } }', { token });
    const agent = data.accounts.nodes[0].nrdsId;
    const query = `query ($filter: TransactionFilter) { transactions(agentNrdsId: "${agent}", first: 100, filter: $filter) {
      nodes { insertDate purchase { projectedClosingDate } } } }`;
    const list = async (filter: object) => {
      const answer = await ask(query, { token, variables: { filter } });
      expect(answer.errors).toBeUndefined();
      return answer.data.transactions.nodes as { insertDate: string }[];
    };
    const all = await list({});
    expect(all.length).toBeGreaterThan(1);
    const instants = all.map(({ insertDate }) => Date.parse(insertDate));
    for (const instant of [instants[0], instants.at(-1)] as number[]) {
      const second = Math.floor(instant / 1_000) * 1_000;
      // As a client in Tokyo writes it.
      const since = Temporal.Instant.fromEpochMilliseconds(second).toString({ timeZone: '+09:00' });
      const found = await list({ insertDateMin: since });
      expect(found).toHaveLength(instants.filter((each) => each >= second).length);
      const later = Temporal.Instant.fromEpochMilliseconds(second + 1_000).toString();
      expect(await list({ insertDateMin: later })).toHaveLength(instants.filter((each) => each > second + 999).length);
    }
    const [day = ''] = all[0]?.insertDate.split('T') ?? [];
    expect(await list({ insertDate: day })).toEqual(all.filter(({ insertDate }) => insertDate.startsWith(day)));
    expect((await list({ closingDateRange: { from: '1990-01-01', to: '2090-01-01' } })).length).toBeGreaterThan(0);
  },
);

test('the same instant is listed whether the service has offsets or not, which it did not with a Z in the filter', async () => {
  const at = '2024-07-04T15:30:00Z';
  const query = `{ transactions(filter: { insertDateMin: "${at}" }) { totalCount } }`;
  const sent = async (form: TimestampForm) => {
    const { stub, ask } = await startStubbedGraph({}, { formats: formats(form) });
    await ask(query, { token: await agentToken() });
    return stub.bodiesOf('listTrans')[0]?.['filter'];
  };
  expect(await sent('iso')).toBe(`NRDSID=<100>, insertDate_min=<${at}>`);
  expect(await sent('local')).toBe('NRDSID=<100>, insertDate_min=<2024-07-04T09:30:00>');
  expect(await sent('seconds')).toBe('NRDSID=<100>, insertDate_min=<1720107000>');
});

test('files are filtered in the same form, in a list as well as behind a link', async () => {
  const { stub, ask, inject } = await startStubbedGraph({}, { formats: formats('us-12') });
  stub.answer('/fsforms/listFiles', { json: { meta: { total: 0 }, data: [] } });
  stub.answer('/fsforms/downloadfiles', { json: { status: 404, type: 'Not Found' } });
  const filter = 'filter: { insertDateMin: "2024-07-04T15:30:00Z" }';
  const query = `{ transactions(first: 1) { nodes { files(${filter}) { totalCount } archiveUrl(${filter}) } } }`;
  const { data } = await ask(query, { token: await agentToken() });
  await inject({ method: 'GET', url: data.transactions.nodes[0].archiveUrl, headers: { host: '127.0.0.1' } });
  const sent = 'insertDate_min=<07/04/2024 09:30:00 AM>';
  for (const path of ['/fsforms/listFiles', '/fsforms/downloadfiles'])
    expect(stub.requestsTo(path).map(({ body }) => JSON.parse(body).filter)).toEqual([sent]);
});

test.each([
  ['07/04/2024 09:30 AM', null, '2024-07-04T09:30:00-06:00'],
  ['7/4/2024', null, '2024-07-04'],
  ['2024-07-04T09:30:00.1234567', null, '2024-07-04T09:30:00.1234567-06:00'],
  ['2024-07-04T15:30:00+0000', null, '2024-07-04T15:30:00+00:00'],
  [1_720_107_000, 'seconds', '2024-07-04T09:30:00-06:00'],
  ['1720107000000', 'milliseconds', '2024-07-04T09:30:00-06:00'],
] as const)('a service that writes %j is read as %s says: %s', async (insertDate, epoch, expected) => {
  const { stub, ask } = await startStubbedGraph({}, { formats: { timeZone, epoch } });
  const record = { transName: 'a', insertDate, lastUpdateDate: '2024-07-04' };
  stub.answer('/fsforms/listTrans', { json: [{ meta: { total: 1, max: 1 }, data: [record] }] });
  const { data, extensions } = await ask('{ transactions { nodes { insertDate lastUpdateDate } } }', {
    token: await agentToken(),
  });
  expect(data.transactions.nodes).toEqual([{ insertDate: expected, lastUpdateDate: '2024-07-04' }]);
  expect(extensions?.warnings).toBeUndefined();
});

test('numbers are null, with a warning, as long as their unit is not configured', async () => {
  const { stub, ask } = await startStubbedGraph();
  const record = { transName: 'a', insertDate: 1_720_107_000 };
  stub.answer('/fsforms/listTrans', { json: [{ meta: { total: 1, max: 1 }, data: [record] }] });
  const { data, extensions } = await ask('{ transactions { nodes { insertDate } } }', { token: await agentToken() });
  expect(data.transactions.nodes).toEqual([{ insertDate: null }]);
  expect(extensions.warnings).toMatchObject([{ field: 'insertDate', raw: 1_720_107_000 }]);
});

test('a record of a database in the United States is read without a setting; what means no date is a warning', async () => {
  const { stub, ask } = await startStubbedGraph();
  const record = {
    transName: 'N/A',
    insertDate: '2026/03/01 09:30:00Z',
    propertyType: 'N/A',
    propertyStatus: 'leased / rented',
    transactionType: ' listing',
    Bedrooms: '3.0',
    Baths: '2.5',
    yearBuilt: '1,998',
    listingPrice: '$1,250,000.00',
    associationFees: 'n/a',
    listingStartDate: '2026-03-01 00:00:00',
    listingExpDate: '20260901',
    purchasePrice: '1,199,000',
    earnestMoney: '$.50',
    purchaseAgreementDate: '0000-00-00 00:00:00',
    projectedClosingDate: 'null',
    transId: '7',
  };
  stub.answer('/fsforms/getTransById', { json: [record] });
  const query = `{ transaction(by: { transId: "7" }) { name insertDate propertyType status type
    property { bedrooms baths yearBuilt } listing { price associationFees startDate expirationDate }
    purchase { price earnestMoney agreementDate projectedClosingDate } } }`;
  const { data, extensions } = await ask(query, { token: await serviceToken() });
  expect(data.transaction).toEqual({
    name: 'N/A',
    insertDate: '2026-03-01T09:30:00Z',
    propertyType: null,
    status: 'LEASED_RENTED',
    type: 'LISTING',
    property: { bedrooms: 3, baths: '2.5', yearBuilt: null },
    listing: { price: '1250000.00', associationFees: null, startDate: '2026-03-01', expirationDate: '2026-09-01' },
    purchase: { price: '1199000', earnestMoney: '0.50', agreementDate: null, projectedClosingDate: null },
  });
  expect(extensions.warnings.map(({ field, raw }: { field: string; raw: unknown }) => [field, raw])).toEqual([
    ['property.yearBuilt', '1,998'],
    ['purchase.agreementDate', '0000-00-00 00:00:00'],
  ]);
});
