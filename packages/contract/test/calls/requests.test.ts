// Requests, typed by hand from the specification or compared with the endpoints' rows: every value has the service's name.
import { expect, test } from 'vitest';
import { isSuccess } from '../../src/answers/success.ts';
import { type Endpoint, endpoints } from '../../src/calls/endpoints.ts';
import { parseFilter, transactionFilterKeys } from '../../src/calls/filter.ts';
import { sentTexts } from '../../src/calls/messages.ts';
import { addProviders, providerEntryColumns, valuesOfProviders } from '../../src/calls/provider-requests.ts';
import {
  createTicket,
  createTransaction,
  getAccount,
  getMember,
  getTransaction,
  listActiveUsers,
  listTransactions,
  registerMember,
  verifyToken,
} from '../../src/calls/requests.ts';

const names = ({ request }: Endpoint): string[] => Object.keys(request).filter((name) => name !== 'userId');

const registration = registerMember({
  userName: 'of userName',
  email: 'of email',
  url: 'of url',
  passcodeReturn: true,
});
/** A field that the graph may have some day, and the endpoint does not. */
const ofGraphOnly = { priority: 'of the graph only' };
const ticket = createTicket('createTicket', {
  userName: 'of userName',
  title: 'of title',
  description: 'of description',
  ...ofGraphOnly,
});
const registrationTicket = createTicket('registrationTicket', {
  userName: 'of userName',
  name: 'of name',
  email: 'of email',
  phone: 'of phone',
  description: 'of description',
  ...ofGraphOnly,
});
const entry = {
  kind: 'ESCROW',
  represents: 'of Represents',
  company: 'of Company',
  agentName: 'of AgentName',
  companyAddress: 'of CompanyAddress',
  email: 'of Email',
} as const;
const providers = addProviders({
  agentNrdsId: 'of agentNRDSID',
  transId: 'of transId',
  providers: [
    { ...entry, contact: { phone: 'of Phone' } },
    { ...entry, contact: { phone: null, fax: 'of Fax' } },
  ],
});

test.each([
  ['getMember', getMember({ userName: 'of userName', email: 'of email' })],
  ['userRegistration', registration],
  ['verifyToken', verifyToken('of token')],
  ['createTicket', ticket],
  ['registrationTicket', registrationTicket],
  ['serviceproviders', providers],
] as const)('%s has the fields of its endpoint, each with its own value', (endpoint, request) => {
  expect(Object.keys(request).toSorted()).toEqual(names(endpoints[endpoint]).toSorted());
  for (const [name, value] of Object.entries(request)) {
    if (typeof value === 'string') expect(value).toBe(`of ${name}`);
  }
});

test('omits the parts of a key that are not given, and requests a passcode only if selected', () => {
  expect(getMember({ userName: null, email: 'a' })).toEqual({ email: 'a' });
  expect(registerMember({ userName: 'a', url: 'u' })).toEqual({ userName: 'a', url: 'u', passcodeReturn: false });
});

test('an entry has the fields of 2.7, and either Phone or Fax', () => {
  for (const [index, left] of ['Fax', 'Phone'].entries()) {
    const { spType, ...texts } = providers.data[index] ?? { spType: 'TITLE' };
    expect(spType).toBe('ESCROW');
    const fields = providerEntryColumns.map(({ field }) => field);
    expect(Object.keys(texts)).toEqual(fields.filter((name) => name !== left));
    for (const [name, value] of Object.entries(texts)) expect(value).toBe(`of ${name}`);
  }
});

test('every text that is sent maps back to its input field', () => {
  const listed = [...sentTexts(registration), ...sentTexts(ticket), ...sentTexts(registrationTicket)];
  expect(listed).toHaveLength(11);
  for (const { field, upstreamName, value } of listed)
    expect([upstreamName, value]).toEqual([field, `of ${upstreamName}`]);
  expect(valuesOfProviders(providers).map(({ field, upstreamName }) => `${upstreamName} ${field}`)).toEqual([
    'agentNRDSID agentNrdsId',
    'transId transactionId',
    'data[0].spType providers.0.kind',
    'data[0].Represents providers.0.represents',
    'data[0].Company providers.0.company',
    'data[0].AgentName providers.0.agentName',
    'data[0].CompanyAddress providers.0.companyAddress',
    'data[0].Email providers.0.email',
    'data[0].Phone providers.0.contact.phone',
    'data[1].spType providers.1.kind',
    'data[1].Represents providers.1.represents',
    'data[1].Company providers.1.company',
    'data[1].AgentName providers.1.agentName',
    'data[1].CompanyAddress providers.1.companyAddress',
    'data[1].Email providers.1.email',
    'data[1].Fax providers.1.contact.fax',
  ]);
});

test.each(['Success', 'success', ' SUCCESS '])('"%s" means success', (text) => {
  expect(isSuccess(text)).toBe(true);
});

test.each(['', 'Successful', 'No success', 'Failure'])('"%s" does not mean success', (text) => {
  expect(isSuccess(text)).toBe(false);
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
