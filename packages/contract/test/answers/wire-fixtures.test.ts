// Complete responses and requests as they appear on the wire, typed by hand from the specification rather than
// generated from the contract's tables.
import { expect, test } from 'vitest';
import { judge } from '../../src/answers/judge.ts';
import { parseFilter, transactionFilterKeys } from '../../src/calls/filter.ts';
import {
  createTransaction,
  getAccount,
  getTransaction,
  listActiveUsers,
  listTransactions,
} from '../../src/calls/requests.ts';
import { compileCodec } from '../../src/columns/codec.ts';
import { transactionSets } from '../../src/columns/fields.ts';
import { accountSets, activeUserSets, fileSets, type TransactionRecord } from '../../src/columns/records.ts';

const options = { timeZone: 'America/Detroit' };

function unwrapped<T>(endpoint: Parameters<typeof judge>[0], json: string): T {
  const verdict = judge(endpoint, { status: 200, headers: {}, body: JSON.parse(json), text: () => '' });
  if (verdict.is !== 'record') throw new Error(verdict.is);
  return verdict.value as T;
}

test('decodes a summary response of listTrans', () => {
  const page = unwrapped<{ total: number; max: number; nextBatchNo: number; data: Record<string, unknown>[] }>(
    'listTrans',
    `[{"meta": {"total": 1, "max": 41, "next_batch_no": 3},
       "data": [{"transName": "12 Elm Street", "realtorName": "Ann Lee", "insertDate": "2026-05-01T08:00:00-04:00",
                 "lastUpdateDate": "2026-05-02 09:15:00", "propertyType": "R", "transactionType": "G",
                 "propertyStatus": "L"}]}]`,
  );
  expect({ ...page, data: undefined }).toEqual({ total: 1, max: 41, nextBatchNo: 3, data: undefined });
  const { decode } = compileCodec<TransactionRecord>(transactionSets, options);
  expect(decode(page.data[0] ?? {}, new Set(['summary'])).record).toEqual({
    name: '12 Elm Street',
    realtorName: 'Ann Lee',
    insertDate: '2026-05-01T08:00:00-04:00',
    lastUpdateDate: '2026-05-02T09:15:00-04:00',
    propertyType: 'RESIDENTIAL',
    type: 'LISTING_AND_PURCHASE',
    status: 'LEASED_RENTED',
  });
});

test('decodes a response of getTransById with providers, parties and numbers as text', () => {
  const [flat = {}] = unwrapped<Record<string, unknown>[]>(
    'getTransById',
    `[{"transName": "Elm", "propertyStatus": "Closed", "listingPrice": "250000.50", "purchasePrice": 249999.99,
       "Bedrooms": "3", "Baths": 1.5, "Zip": 48226, "MLSListingID": "M-1", "projectedClosingDate": "07/04/2026",
       "buyerLandlordName": "Lord", "sellerParty1Name": "Sam", "sellerParty2Name": "", "sellerParty3HomePhone": "313",
       "sellerBrokerageID": "BG", "sellerBrokerID": "BR", "buyerAgentFaxNo": "555", "buyerAgentNRDSID": 8675309,
       "titleAgent": "T1", "title2Agent": "T2", "propertyAppraisalCompanyName": "Value Co", "escrowCompanyRepresents": ""}]`,
  );
  const { record, unreadable } = compileCodec<TransactionRecord>(transactionSets, options).decode(flat);
  expect(unreadable).toEqual([]);
  expect(record.status).toBe('CLOSED');
  expect([record.listing?.price, record.purchase?.price]).toEqual(['250000.50', '249999.99']);
  expect(record.property).toMatchObject({ bedrooms: 3, baths: '1.5', zip: '48226', mlsListingId: 'M-1' });
  expect(record.purchase?.projectedClosingDate).toBe('2026-07-04');
  expect(record.seller?.parties).toMatchObject([
    { slot: 1, name: 'Sam' },
    { slot: 3, homePhone: '313' },
  ]);
  expect(record.seller?.brokerage?.brokerageId).toBe('BG');
  expect(record.seller?.broker?.brokerId).toBe('BR');
  expect(record.buyer).toMatchObject({ landlordName: 'Lord', agent: { fax: '555', nrdsId: '8675309' }, broker: null });
  expect(record.serviceProviders).toMatchObject([
    { kind: 'TITLE', agentName: 'T1' },
    { kind: 'TITLE2', agentName: 'T2' },
    { kind: 'PROPERTY_APPRAISAL', agentName: null, company: 'Value Co' },
  ]);
  expect(record.transId).toBeNull();
});

test('decodes responses of activeUsers, getAccount and listFiles', () => {
  const users = unwrapped<{ data: Record<string, unknown>[] }>(
    'activeUsers',
    `{"meta": {"total": 1, "max": 1, "next_batch_no": null},
      "data": [{"agentNRDSID": "111", "firstName": "Ann", "email": "ann@example.com", "officeNRDSID": "900"}]}`,
  );
  expect(compileCodec<object>(activeUserSets, options).decode(users.data[0] ?? {}).record).toEqual({
    nrdsId: '111',
    firstName: 'Ann',
    lastName: null,
    email: 'ann@example.com',
    phone: null,
    memberType: null,
    office: { nrdsId: '900', name: null },
  });
  const [account = {}] = unwrapped<Record<string, unknown>[]>('getAccount', '[{"accountID": 7, "lastName": "Lee"}]');
  expect(compileCodec<object>(accountSets, options).decode(account).record).toMatchObject({
    accountId: '7',
    lastName: 'Lee',
  });
  const files = unwrapped<{ max: null; data: Record<string, unknown>[] }>(
    'listFiles',
    '{"meta": {"total": 1}, "data": [{"fileFolderID": "F", "fileID": "1", "fileName": "deed.pdf"}]}',
  );
  expect(files.max).toBeNull();
  expect(compileCodec<object>(fileSets, options).decode(files.data[0] ?? {}).record).toMatchObject({
    folderId: 'F',
    fileId: '1',
    name: 'deed.pdf',
  });
});

test('builds a request of listTrans with every filter', () => {
  const request = listTransactions(
    {
      agentNrdsId: '111',
      filter: {
        realtorName: 'Ann Lee',
        lastUpdateDate: '2026-01-01',
        insertDate: '2026-01-02',
        listingStartDate: '2026-01-03',
        listingExpirationDate: '2026-01-04',
        purchaseAgreementDate: '2026-01-05',
        earnestMoneyDueDate: '2026-01-06',
        closingDate: '2026-01-07',
        propertyTypes: ['RESIDENTIAL', 'COMMERCIAL'],
        types: ['PURCHASE'],
        statuses: ['PENDING', 'LEASED_RENTED'],
        insertDateMin: '2026-01-08',
        lastUpdateDateSince: '2026-01-09T10:00:00Z',
        closingDateRange: { from: '2026-02-01', to: '2026-02-28' },
      },
      order: { field: 'LISTING_EXPIRATION_DATE', direction: 'DESC' },
      full: true,
    },
    { size: 50, number: 3 },
  );
  expect(request).toEqual({
    batch_size: 50,
    batch_no: 3,
    sort: 'listingExpDate:desc',
    filter:
      'NRDSID=<111>, realtorName=<Ann Lee>, lastUpdateDate=<2026-01-01>, insertDate=<2026-01-02>, ' +
      'listingStartDate=<2026-01-03>, listingExpDate=<2026-01-04>, purchaseAgreementDate=<2026-01-05>, ' +
      'earnestMoneyDueDate=<2026-01-06>, closingDate=<2026-01-07>, propertyType=<R|C>, transactionType=<P>, ' +
      'propertyStatus=<P|L>, insertDate_min=<2026-01-08>, lastUpdateDate_since=<2026-01-09T10:00:00Z>, ' +
      'closingDate_range=<2026-02-01 - 2026-02-28>',
    full_details: true,
  });
  expect(parseFilter(request.filter, transactionFilterKeys)).toMatchObject({ ok: true, values: { size: 15 } });
});

test('builds requests of addTrans, activeUsers, getAccount and getTransById', () => {
  expect(
    createTransaction({
      agentNrdsId: '111',
      stateId: 'MI',
      name: 'Elm',
      streetAddress: '12 Elm Street',
      propertyType: 'FARM_AND_RANCH',
      type: 'LEASE_RENTAL',
      status: 'NEW',
    }),
  ).toEqual({
    agentNRDSID: '111',
    stateID: 'MI',
    transName: 'Elm',
    streetAddress: '12 Elm Street',
    propertyType: 'F',
    transactionType: 'L',
    propertyStatus: 'N',
  });
  expect(listActiveUsers(null, { size: 100, number: 1 })).toEqual({ batch_size: 100, batch_no: 1 });
  expect(listActiveUsers({ unit: 'HOURS', amount: 6 }, { size: 20, number: 2 })).toEqual({
    batch_size: 20,
    batch_no: 2,
    filter: 'incremental',
    incremental_type: 'hours',
    incremental_time: 6,
  });
  expect(getAccount('ann@example.com')).toEqual({ emailId: 'ann@example.com' });
  expect(getTransaction('77')).toEqual({ transId: '77' });
});
