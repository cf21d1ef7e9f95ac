/**
 * A second POST API, typed by hand from the specification: plain wire records that do not come from the contract's tables, so a
 * wrong row there cannot go unnoticed on both sides. Three agents; agent 100 has three transactions, agent 200 one; one member.
 */
import { type RecordedRequest, type StubUpstream, startStubUpstream } from './stub-upstream.ts';

export interface HandTypedUpstream extends StubUpstream {
  /** The parsed bodies of the requests to an endpoint, such as `listTrans`. */
  readonly bodiesOf: (endpoint: keyof typeof paths) => Record<string, unknown>[];
}

const paths = {
  activeUsers: '/accounts/activeUsers',
  getAccount: '/accounts/getAccount',
  listTrans: '/fsforms/listTrans',
  getTransById: '/fsforms/getTransById',
  addTrans: '/fsforms/addTrans',
  serviceproviders: '/fsforms/serviceproviders',
  getMember: '/thlmobile/getMember',
  userRegistration: '/thlmobile/userRegistration',
  verifyToken: '/thlmobile/verifyToken',
  shareApp: '/thlmobile/shareApp',
  createTicket: '/thlmobile/createTicket',
  registrationTicket: '/thlmobile/registrationTicket',
} as const;

export const users = [
  {
    agentNRDSID: '100',
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'Ada@agents.example',
    phone: '555-0100',
    memberType: 'R',
    officeNRDSID: '900',
    officeName: 'North Office',
  },
  {
    agentNRDSID: '200',
    firstName: 'Grace',
    lastName: 'Murray',
    email: 'grace@agents.example',
    phone: '',
    memberType: 'RA',
    officeNRDSID: '',
    officeName: '',
  },
  {
    agentNRDSID: '300',
    firstName: 'Edith',
    lastName: 'Clarke',
    email: 'edith@agents.example',
    phone: '555-0300',
    memberType: 'R',
    officeNRDSID: '900',
    officeName: 'North Office',
  },
];

const accounts = [
  {
    accountID: 71,
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'Ada@agents.example',
    phone: '555-0100',
    memberType: 'R',
  },
  {
    accountID: '72',
    firstName: 'Grace',
    lastName: 'Murray',
    email: 'grace@agents.example',
    phone: '',
    memberType: 'RA',
  },
];

type Wire = Record<string, unknown>;

const elm: Wire = {
  transName: 'Elm Street',
  realtorName: 'Ada Byron',
  insertDate: '2026-03-01T09:30:00-07:00',
  lastUpdateDate: '2026-03-02',
  propertyType: 'R',
  transactionType: 'G',
  propertyStatus: 'L',
  streetAddress: '1 Elm Street',
  unitNo: '2b',
  City: 'Salem',
  State: 'OR',
  Zip: '97301',
  countyParcel: 'P-77',
  legalDescription: 'Lot 7, "Elm"',
  Subdivision: 'Elms',
  countyName: 'Marion',
  yearBuilt: '1987',
  Bedrooms: 3,
  Baths: '2.5',
  MLSListingID: 'M-1',
  listingPrice: '349900.50',
  listingStartDate: '03/15/2026',
  listingExpDate: '2026-07-01 08:00:00',
  associationFees: 120,
  purchasePrice: 340000,
  purchaseAgreementDate: '2026-04-01',
  earnestMoneyDueDate: '2026-04-02',
  dueDiligenceDate: '2026-04-03',
  earnestMoney: '5000.00',
  projectedClosingDate: '2026-05-04T00:00:00Z',
  sellerLandlordName: 'Sam Seller',
  sellerParty1Name: 'Sam Seller',
  sellerParty1Address: '1 Elm Street, Salem',
  sellerParty1ID: 'p-1',
  sellerParty1Email: 'sam@people.example',
  sellerParty1HomePhone: '555-1001',
  sellerParty1WorkPhone: '555-1002',
  sellerParty1CellPhone: '555-1003',
  sellerParty1Fax: '555-1004',
  sellerParty2Name: '',
  sellerParty3Name: 'Thea Seller',
  sellerBrokerageName: 'North Brokerage',
  sellerBrokerageAddress: '9 North Road',
  sellerBrokeragePhone: '555-2001',
  sellerBrokerageFax: '555-2002',
  sellerBrokerageID: 'bg-1',
  sellerBrokerName: 'Bo Broker',
  sellerBrokerID: 'br-1',
  sellerBrokerEmail: 'bo@brokers.example',
  sellerAgentName: 'Ada Byron',
  sellerAgentID: 'ag-1',
  sellerAgentEmail: 'Ada@agents.example',
  sellerAgentWorkPhone: '555-3001',
  sellerAgentHomePhone: '555-3002',
  sellerAgentCellPhone: '555-3003',
  sellerAgentFaxNo: '555-3004',
  sellerAgentNRDSID: '100',
  buyerLandlordName: 'Bea Buyer',
  buyerParty8Name: 'Bea Buyer',
  buyerParty8Fax: '555-4008',
  buyerBrokerName: '  ',
  buyerAgentName: 'Grace Murray',
  buyerAgentNRDSID: '200',
  escrowCompanyRepresents: 'Seller',
  escrowAgent: 'Esther Escrow',
  escrowCompanyName: 'Escrow Ltd',
  escrowCompanyAddress: '5 Bank Street',
  escrowEmailAddress: 'desk@escrow.example',
  escrowPhone: '555-5001',
  escrowFax: '',
  title2CompanyName: 'Second Title',
  propertyAppraisalCompanyRepresents: 'Both',
  propertyAppraisalCompanyName: 'Appraisers',
  propertyAppraisalPhone: '555-6001',
  transId: '501',
};

const oak: Wire = {
  transName: 'Oak Lane',
  realtorName: 'Ada Byron',
  insertDate: '2026-03-05',
  lastUpdateDate: 'the other day',
  propertyType: 'Q',
  transactionType: 'P',
  propertyStatus: 'A',
  Bedrooms: 'three',
  listingPrice: '$1k',
  sellerParty4Name: 'Olga Owner',
  sellerParty4Fax: { area: 555 },
  closingFax: [1],
  escrowCompanyName: 'Escrow Ltd',
  transId: '502',
};

const ash: Wire = {
  transName: 'Ash Court',
  realtorName: 'Ada Byron',
  insertDate: '2026-03-09',
  lastUpdateDate: '2026-03-09',
  propertyType: 'V',
  transactionType: 'A',
  propertyStatus: 'N',
  transId: '503',
};

const fir: Wire = {
  transName: 'Fir Drive',
  realtorName: 'Grace Murray',
  insertDate: '2026-03-10',
  lastUpdateDate: '2026-03-11',
  propertyType: 'C',
  transactionType: 'P',
  propertyStatus: 'P',
  sellerAgentNRDSID: '100',
  transId: '504',
};

const transactions: Readonly<Record<string, readonly Wire[]>> = { 100: [elm, oak, ash], 200: [fir], 300: [] };

/** Ada as the mobile endpoints return her; verifyToken returns the second record. */
const members = {
  getMember: {
    clientId: 7001,
    firstName: 'Ada',
    lastName: 'Byron',
    userName: 'ada',
    email: 'Ada@agents.example',
    phone: '',
    locationId: '61',
    locationName: 'Salem',
    thlHours: { monday: [9, 17] },
  },
  verifyToken: {
    stateId: 'OR',
    userId: '8001',
    firstName: 'Ada',
    lastName: 'Byron',
    userName: 'ada',
    email: 'Ada@agents.example',
    phone: '555-0100',
    locationId: '61',
    locationName: 'Salem',
    thlHours: '9 to 5',
    holidays: ['2026-12-25'],
  },
};

/** Serves `/oauth/token` and the endpoints above; a path can be given other responses. */
export async function startHandTypedUpstream(): Promise<HandTypedUpstream> {
  const stub = await startStubUpstream();
  stub.answer(paths.activeUsers, (request) => ({ json: page(bodyOf(request), users) }));
  stub.answer(paths.getAccount, (request) => {
    const { emailId } = bodyOf(request);
    return { json: accounts.filter(({ email }) => email.toLowerCase() === String(emailId).toLowerCase()) };
  });
  stub.answer(paths.listTrans, (request) => {
    const body = bodyOf(request);
    const nrdsId = /NRDSID=<(\d+)>/.exec(String(body['filter']))?.[1] ?? '';
    const records = transactions[nrdsId] ?? [];
    return { json: [page(body, body['full_details'] === true ? records : records.map(summary))] };
  });
  stub.answer(paths.getTransById, (request) => {
    const found = Object.values(transactions)
      .flat()
      .filter(({ transId }) => transId === bodyOf(request)['transId']);
    return { json: found.map(({ transId: _, ...record }) => record) };
  });
  stub.answer(paths.addTrans, (request) => {
    const { userId: _, agentNRDSID, stateID, ...record } = bodyOf(request);
    return { json: [{ ...record, State: stateID, sellerAgentNRDSID: agentNRDSID, transId: 601 }] };
  });
  stub.answer(paths.serviceproviders, { json: 'Success' });
  stub.answer(paths.getMember, (request) => {
    const { userName, email } = bodyOf(request);
    const isAda = (userName || 'ada') === 'ada' && (email || 'Ada@agents.example') === 'Ada@agents.example';
    return { json: isAda ? [members.getMember] : [] };
  });
  stub.answer(paths.userRegistration, { json: { status: 200, title: 'Sent', detail: 'A link was sent' } });
  stub.answer(paths.verifyToken, { json: { status: 200, member: members.verifyToken } });
  stub.answer(paths.shareApp, { json: { status: 200, shared: true } });
  return { ...stub, bodiesOf: (endpoint) => stub.requestsTo(paths[endpoint]).map(bodyOf) };
}

function bodyOf({ body }: RecordedRequest): Wire {
  return JSON.parse(body) as Wire;
}

function page({ batch_size: size = 20, batch_no: number = 1 }: Wire, all: readonly Wire[]) {
  const start = (Number(number) - 1) * Number(size);
  const data = all.slice(start, start + Number(size));
  const more = start + data.length < all.length;
  return {
    meta: { total: data.length, max: all.length, ...(more ? { next_batch_no: Number(number) + 1 } : {}) },
    data,
  };
}

function summary(record: Wire): Wire {
  const { transName, realtorName, insertDate, lastUpdateDate, propertyType, transactionType, propertyStatus } = record;
  return { transName, realtorName, insertDate, lastUpdateDate, propertyType, transactionType, propertyStatus };
}
