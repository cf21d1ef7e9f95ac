/**
 * The workloads of the comparison, W0 to W5: one row each, with the query, the variables of a connection, the caller, and the
 * largest allowed ratio of the gateway's CPU time to that of guarded Mercurius.
 */
import { AGENTS, agents, emailOf, FIRST_TRANS_ID } from './upstream-responses.ts';

export interface Workload {
  readonly name: string;
  readonly title: string;
  readonly query: string;
  /** Each connection requests different records, so that requests never share a call. */
  readonly variables: (connection: number) => Readonly<Record<string, unknown>>;
  readonly caller: 'agent' | 'service';
  /** The largest allowed ratio of the gateway's CPU time to that of guarded Mercurius. */
  readonly target: number;
}

const agentOf = (connection: number) => agents[connection % AGENTS]!;
const agentNrdsId = (connection: number) => ({ agentNrdsId: agentOf(connection).nrds_id });
const emails = (connection: number) =>
  Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`email${n}`, emailOf(connection * 5 + n)]));

const recordFields = `
  id transId name realtorName insertDate lastUpdateDate propertyType type status
  property { streetAddress unitNo city state zip countyName yearBuilt bedrooms baths mlsListingId }
  listing { price startDate expirationDate associationFees }
  purchase { price agreementDate earnestMoney earnestMoneyDueDate projectedClosingDate }
  seller { parties { slot name email } agent { name email nrdsId } }
  buyer { parties { name email } agent { name email } }
  serviceProviders { kind company }`;

const pageInfo = 'pageInfo { hasNextPage endCursor }';

export const workloads: readonly Workload[] = [
  {
    name: 'W0',
    title: '`{ __typename }`',
    query: 'query W0 { __typename }',
    variables: () => ({}),
    caller: 'agent',
    target: 0.4,
  },
  {
    name: 'W1',
    title: 'one transaction, 10 fields',
    query: `query W1($transId: String!) { transaction(by: { transId: $transId }) {
      id name type status listing { price } purchase { projectedClosingDate } property { streetAddress city state zip }
    } }`,
    variables: (connection) => ({ transId: String(FIRST_TRANS_ID + connection) }),
    caller: 'service',
    target: 0.45,
  },
  {
    name: 'W2',
    title: '100 summaries, 7 fields',
    query: `query W2($agentNrdsId: String!) { transactions(agentNrdsId: $agentNrdsId, first: 100) { ${pageInfo} nodes {
      name realtorName insertDate lastUpdateDate propertyType type status
    } } }`,
    variables: agentNrdsId,
    caller: 'agent',
    target: 0.5,
  },
  {
    name: 'W3',
    title: '100 full records, 40 fields, nested',
    query: `query W3($agentNrdsId: String!) { transactions(agentNrdsId: $agentNrdsId, first: 100) { ${pageInfo} nodes { ${recordFields} } } }`,
    variables: agentNrdsId,
    caller: 'agent',
    target: 0.25,
  },
  {
    name: 'W4',
    title: '20 transactions, 12 files each',
    query: `query W4($agentNrdsId: String!) { transactions(agentNrdsId: $agentNrdsId, first: 20) { ${pageInfo} nodes {
      id transId name status files(first: 20) { totalCount nodes { id fileId name insertDate } }
    } } }`,
    variables: agentNrdsId,
    caller: 'agent',
    target: 0.5,
  },
  {
    name: 'W5',
    title: '20 aliased accounts, 5 e-mail addresses',
    query: `query W5(${Array.from({ length: 5 }, (_, n) => `$email${n}: String!`).join(', ')}) {
      ${Array.from({ length: 20 }, (_, n) => `a${n}: account(by: { email: $email${n % 5} }) { id firstName lastName email phone memberType }`).join('\n')}
    }`,
    variables: emails,
    caller: 'service',
    target: 0.45,
  },
];

/** The request body of a connection. */
export function bodyOf({ name, query, variables }: Workload, connection: number): string {
  return JSON.stringify({ operationName: name, query: query.replace(/\s+/g, ' '), variables: variables(connection) });
}
