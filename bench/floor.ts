/**
 * The floor of the comparison, in a separate process: the least work with which a server can return the same JSON. Bare
 * node:http, undici, JSON.parse, hand-picked fields, JSON.stringify; it parses no query and knows no caller.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { codeTables } from '@realty-forms/contract/columns/codes.ts';
import { transactionSets } from '@realty-forms/contract/columns/fields.ts';
import { Pool } from 'undici';

interface FlatRecord {
  readonly [column: string]: string | undefined;
  readonly transId?: string;
  readonly transName?: string;
}
type Variables = Readonly<Record<string, string>>;
interface Page {
  readonly meta: { readonly next_batch_no: number | null };
  readonly data: readonly FlatRecord[];
}
type Handler = (variables: Variables) => unknown;

const namesOf = (
  codes: readonly { readonly code: string; readonly name: string }[],
): Readonly<Record<string, string>> => Object.fromEntries(codes.map(({ code, name }) => [code, name]));
const propertyTypes = namesOf(codeTables.propertyType);
const types = namesOf(codeTables.transactionType);
const statuses = namesOf(codeTables.propertyStatus);

const pool = new Pool(process.env['UPSTREAM_URL'] ?? '', {
  connections: Number(process.env['UPSTREAM_CONNECTIONS'] ?? 32),
});
const headers = { 'content-type': 'application/json', authorization: 'Bearer bench-token' };
const userId = 'bench@vendor.example';

async function post(path: string, values: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { body } = await pool.request({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify({ userId, ...values }),
  });
  return JSON.parse(await body.text());
}

async function list(agentNrdsId: string | undefined, size: number, full: boolean) {
  const values = { batch_size: size, batch_no: 1, filter: `NRDSID=<${agentNrdsId}>`, full_details: full };
  const [{ meta, data }] = (await post('/fsforms/listTrans', values)) as [Page];
  const endCursor = Buffer.from(`${size} ${data.at(-1)?.transName}`).toString('base64url');
  return { data, pageInfo: { hasNextPage: meta.next_batch_no !== null, endCursor } };
}

async function files(transId: string | undefined) {
  const { meta, data } = (await post('/fsforms/listFiles', { transId })) as {
    meta: { total: number };
    data: readonly FlatRecord[];
  };
  return { totalCount: meta.total, nodes: data.map(pickFile) };
}

const handlers: Readonly<Record<string, Handler>> = {
  W0: () => ({ __typename: 'Query' }),
  async W1({ transId }) {
    const [record] = (await post('/fsforms/getTransById', { transId })) as [FlatRecord];
    return { transaction: pickOne(transId, record) };
  },
  async W2({ agentNrdsId }) {
    const { data, pageInfo } = await list(agentNrdsId, 100, false);
    return { transactions: { pageInfo, nodes: data.map(pickSummary) } };
  },
  async W3({ agentNrdsId }) {
    const { data, pageInfo } = await list(agentNrdsId, 100, true);
    return { transactions: { pageInfo, nodes: data.map(pickFullRecord) } };
  },
  async W4({ agentNrdsId }) {
    const { data, pageInfo } = await list(agentNrdsId, 20, true);
    const nodes = data.map(async (record) => {
      const { transId, transName } = record;
      const status = statuses[record['propertyStatus'] ?? ''] ?? null;
      return { id: transId, transId, name: transName || null, status, files: await files(transId) };
    });
    return { transactions: { pageInfo, nodes: await Promise.all(nodes) } };
  },
  async W5(variables) {
    const found = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => {
        const [record] = (await post('/accounts/getAccount', { emailId: variables[`email${n}`] })) as [FlatRecord];
        return pickAccount(record);
      }),
    );
    return Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`a${n}`, found[n % 5]]));
  },
};

const text = (value: string | undefined) => value || null;
/** Numbers are JSON numbers on the wire; a blank one is empty text. */
const decimal = (value: unknown) => (value === '' || value === undefined ? null : String(value));
const integer = (value: unknown) => (value === '' || value === undefined ? null : Number(value));

/** The columns of each object of which there may be several or none, by its place in the graph. */
const setsAt = (at: string) =>
  transactionSets
    .filter((set) => set.at.join('.') === at)
    .map(({ prefix, item, columns }) => ({ prefix, item, columns: columns.map(([suffix]) => prefix + suffix) }));
const sets = {
  sellers: setsAt('seller.parties'),
  sellerAgent: setsAt('seller.agent')[0]?.columns ?? [],
  buyers: setsAt('buyer.parties'),
  buyerAgent: setsAt('buyer.agent')[0]?.columns ?? [],
  providers: setsAt('serviceProviders'),
};
const isSet = (record: FlatRecord, columns: readonly string[]) => columns.some((column) => record[column]);
const setIn = (record: FlatRecord, at: (typeof sets)['sellers']) => at.filter(({ columns }) => isSet(record, columns));

const pickSummary = (record: FlatRecord) => ({
  name: text(record.transName),
  realtorName: text(record['realtorName']),
  insertDate: text(record['insertDate']),
  lastUpdateDate: text(record['lastUpdateDate']),
  propertyType: propertyTypes[record['propertyType'] ?? ''] ?? null,
  type: types[record['transactionType'] ?? ''] ?? null,
  status: statuses[record['propertyStatus'] ?? ''] ?? null,
});

const pickOne = (id: string | undefined, record: FlatRecord) => ({
  id,
  name: text(record.transName),
  type: types[record['transactionType'] ?? ''] ?? null,
  status: statuses[record['propertyStatus'] ?? ''] ?? null,
  listing: { price: decimal(record['listingPrice']) },
  purchase: { projectedClosingDate: text(record['projectedClosingDate']) },
  property: {
    streetAddress: text(record['streetAddress']),
    city: text(record['City']),
    state: text(record['State']),
    zip: text(record['Zip']),
  },
});

const pickFullRecord = (record: FlatRecord) => ({
  id: record.transId,
  transId: record.transId,
  ...pickSummary(record),
  property: {
    streetAddress: text(record['streetAddress']),
    unitNo: text(record['unitNo']),
    city: text(record['City']),
    state: text(record['State']),
    zip: text(record['Zip']),
    countyName: text(record['countyName']),
    yearBuilt: integer(record['yearBuilt']),
    bedrooms: integer(record['Bedrooms']),
    baths: decimal(record['Baths']),
    mlsListingId: text(record['MLSListingID']),
  },
  listing: {
    price: decimal(record['listingPrice']),
    startDate: text(record['listingStartDate']),
    expirationDate: text(record['listingExpDate']),
    associationFees: decimal(record['associationFees']),
  },
  purchase: {
    price: decimal(record['purchasePrice']),
    agreementDate: text(record['purchaseAgreementDate']),
    earnestMoney: decimal(record['earnestMoney']),
    earnestMoneyDueDate: text(record['earnestMoneyDueDate']),
    projectedClosingDate: text(record['projectedClosingDate']),
  },
  seller: {
    parties: setIn(record, sets.sellers).map(({ prefix, item }) => ({
      slot: item?.['slot'],
      name: text(record[`${prefix}Name`]),
      email: text(record[`${prefix}Email`]),
    })),
    agent: isSet(record, sets.sellerAgent)
      ? {
          name: text(record['sellerAgentName']),
          email: text(record['sellerAgentEmail']),
          nrdsId: text(record['sellerAgentNRDSID']),
        }
      : null,
  },
  buyer: {
    parties: setIn(record, sets.buyers).map(({ prefix }) => ({
      name: text(record[`${prefix}Name`]),
      email: text(record[`${prefix}Email`]),
    })),
    agent: isSet(record, sets.buyerAgent)
      ? { name: text(record['buyerAgentName']), email: text(record['buyerAgentEmail']) }
      : null,
  },
  serviceProviders: setIn(record, sets.providers).map(({ prefix, item }) => ({
    kind: item?.['kind'],
    company: text(record[`${prefix}CompanyName`]),
  })),
});

const pickFile = (file: FlatRecord) => ({
  id: file['fileID'],
  fileId: file['fileID'],
  name: text(file['fileName']),
  insertDate: text(file['insertDate']),
});

const pickAccount = (account: FlatRecord) => ({
  id: account['accountID'],
  firstName: text(account['firstName']),
  lastName: text(account['lastName']),
  email: text(account['email']),
  phone: text(account['phone']),
  memberType: text(account['memberType']),
});

const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    const { operationName, variables } = JSON.parse(Buffer.concat(chunks).toString()) as {
      operationName: string;
      variables: Variables;
    };
    const body = Buffer.from(JSON.stringify({ data: await handlers[operationName]?.(variables) }));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
});

server.listen(0, '127.0.0.1', () =>
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`),
);
