// Complete nested responses from the hand-typed upstream, with expected results that are typed by hand too.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import { comparable } from '../../support/upstreams/disguise.ts';

const whole = `
  fragment Side on TransactionSide {
    landlordName
    parties { slot name address partyId email homePhone workPhone cellPhone fax }
    brokerage { name address phone fax brokerageId }
    broker { name brokerId email }
    agent { name agentId email workPhone homePhone cellPhone fax nrdsId }
  }
  fragment Whole on Transaction {
    transId name realtorName insertDate lastUpdateDate propertyType type status
    property {
      streetAddress unitNo city state zip countyName countyParcel legalDescription subdivision yearBuilt bedrooms baths
      mlsListingId
    }
    listing { price startDate expirationDate associationFees }
    purchase { price agreementDate earnestMoney earnestMoneyDueDate dueDiligenceDate projectedClosingDate }
    seller { ...Side }
    buyer { ...Side }
    serviceProviders { kind represents agentName company address email phone fax }
  }
`;

const blankParty = {
  name: null,
  address: null,
  partyId: null,
  email: null,
  homePhone: null,
  workPhone: null,
  cellPhone: null,
  fax: null,
};
const blankProvider = {
  represents: null,
  agentName: null,
  company: null,
  address: null,
  email: null,
  phone: null,
  fax: null,
};

const elm = {
  transId: '501',
  name: 'Elm Street',
  realtorName: 'Ada Byron',
  insertDate: '2026-03-01T09:30:00-07:00',
  lastUpdateDate: '2026-03-02',
  propertyType: 'RESIDENTIAL',
  type: 'LISTING_AND_PURCHASE',
  status: 'LEASED_RENTED',
  property: {
    streetAddress: '1 Elm Street',
    unitNo: '2b',
    city: 'Salem',
    state: 'OR',
    zip: '97301',
    countyName: 'Marion',
    countyParcel: 'P-77',
    legalDescription: 'Lot 7, "Elm"',
    subdivision: 'Elms',
    yearBuilt: 1987,
    bedrooms: 3,
    baths: '2.5',
    mlsListingId: 'M-1',
  },
  listing: {
    price: '349900.50',
    startDate: '2026-03-15',
    // Upstream sends no offset: the configured zone's applies, which is on daylight saving time at that date.
    expirationDate: '2026-07-01T08:00:00-07:00',
    associationFees: '120',
  },
  purchase: {
    price: '340000',
    agreementDate: '2026-04-01',
    earnestMoney: '5000.00',
    earnestMoneyDueDate: '2026-04-02',
    dueDiligenceDate: '2026-04-03',
    projectedClosingDate: '2026-05-04T00:00:00Z',
  },
  seller: {
    landlordName: 'Sam Seller',
    parties: [
      {
        slot: 1,
        name: 'Sam Seller',
        address: '1 Elm Street, Salem',
        partyId: 'p-1',
        email: 'sam@people.example',
        homePhone: '555-1001',
        workPhone: '555-1002',
        cellPhone: '555-1003',
        fax: '555-1004',
      },
      { slot: 3, ...blankParty, name: 'Thea Seller' },
    ],
    brokerage: {
      name: 'North Brokerage',
      address: '9 North Road',
      phone: '555-2001',
      fax: '555-2002',
      brokerageId: 'bg-1',
    },
    broker: { name: 'Bo Broker', brokerId: 'br-1', email: 'bo@brokers.example' },
    agent: {
      name: 'Ada Byron',
      agentId: 'ag-1',
      email: 'Ada@agents.example',
      workPhone: '555-3001',
      homePhone: '555-3002',
      cellPhone: '555-3003',
      fax: '555-3004',
      nrdsId: '100',
    },
  },
  buyer: {
    landlordName: 'Bea Buyer',
    parties: [{ slot: 8, ...blankParty, name: 'Bea Buyer', fax: '555-4008' }],
    brokerage: null,
    broker: null,
    agent: {
      name: 'Grace Murray',
      agentId: null,
      email: null,
      workPhone: null,
      homePhone: null,
      cellPhone: null,
      fax: null,
      nrdsId: '200',
    },
  },
  serviceProviders: [
    {
      kind: 'ESCROW',
      represents: 'Seller',
      agentName: 'Esther Escrow',
      company: 'Escrow Ltd',
      address: '5 Bank Street',
      email: 'desk@escrow.example',
      phone: '555-5001',
      fax: null,
    },
    { kind: 'TITLE2', ...blankProvider, company: 'Second Title' },
    { kind: 'PROPERTY_APPRAISAL', ...blankProvider, represents: 'Both', company: 'Appraisers', phone: '555-6001' },
  ],
};

test('returns a complete transaction from a list', async () => {
  const { stub, ask } = await startStubbedGraph();
  const { data, errors, extensions } = await ask(`{ transactions(first: 1) { nodes { ...Whole } } } ${whole}`, {
    token: await agentToken(),
  });
  expect(errors).toBeUndefined();
  expect(extensions).toBeUndefined();
  expect(comparable(data.transactions.nodes)).toEqual(comparable([elm]));
  expect(stub.bodiesOf('listTrans')).toEqual([
    {
      userId: 'vendor@vendor.example',
      batch_size: 1,
      batch_no: 1,
      sort: 'insertDate:asc',
      filter: 'NRDSID=<100>',
      full_details: true,
    },
  ]);
});

test('returns the same transaction by its number, which its record does not contain', async () => {
  const { stub, ask } = await startStubbedGraph();
  const { data, errors } = await ask(`{ transaction(by: { transId: "501" }) { ...Whole } } ${whole}`, {
    token: await serviceToken(),
  });
  expect(errors).toBeUndefined();
  expect(comparable(data.transaction)).toEqual(comparable(elm));
  expect(stub.bodiesOf('getTransById')).toEqual([{ userId: 'vendor@vendor.example', transId: '501' }]);
});

test('returns the record as upstream sent it, whole or by columns, for what has no field', async () => {
  const { stub, ask } = await startStubbedGraph();
  stub.answer('/fsforms/getTransById', { json: [{ transName: 'Elm', brandNew: { a: [1] }, City: '' }] });
  const { data } = await ask(
    '{ transaction(by: { transId: "501" }) { flat some: flat(keys: ["brandNew", "missing", "toString"]) none: flat(keys: []) } }',
    { token: await serviceToken() },
  );
  expect(data.transaction).toEqual({
    flat: { transName: 'Elm', brandNew: { a: [1] }, City: '' },
    some: { brandNew: { a: [1] } },
    none: {},
  });
});

test('sends all filters and an order in upstream’s notation and terms', async () => {
  const { stub, ask } = await startStubbedGraph();
  const { errors } = await ask(
    `{ transactions(last: 2, orderBy: { field: CLOSING_DATE, direction: DESC }, filter: {
      realtorName: "Ada & Sons - Byron", lastUpdateDate: "2026-01-01", insertDate: "2026-01-02",
      listingStartDate: "2026-01-03", listingExpirationDate: "2026-01-04", purchaseAgreementDate: "2026-01-05",
      earnestMoneyDueDate: "2026-01-06", closingDate: "2026-01-07T08:00:00+02:00", propertyTypes: [VACANT_LAND, COMMERCIAL],
      types: [PURCHASE], statuses: [LEASED_RENTED, PENDING], insertDateMin: "2026-01-08", lastUpdateDateSince: "2026-01-09",
      closingDateRange: { from: "2026-01-10", to: "2026-01-11" }
    }) { totalCount } }`,
    { token: await agentToken() },
  );
  expect(errors).toBeUndefined();
  const [body] = stub.bodiesOf('listTrans');
  expect(body?.['sort']).toBe('closingDate:desc');
  expect(String(body?.['filter'])).toBe(
    'NRDSID=<100>, realtorName=<Ada & Sons - Byron>, lastUpdateDate=<2026-01-01>, insertDate=<2026-01-02>, ' +
      'listingStartDate=<2026-01-03>, listingExpDate=<2026-01-04>, purchaseAgreementDate=<2026-01-05>, ' +
      'earnestMoneyDueDate=<2026-01-06>, closingDate=<2026-01-07T08:00:00+02:00>, propertyType=<V|C>, ' +
      'transactionType=<P>, propertyStatus=<L|P>, insertDate_min=<2026-01-08>, lastUpdateDate_since=<2026-01-09>, ' +
      'closingDate_range=<2026-01-10 - 2026-01-11>',
  );
});
