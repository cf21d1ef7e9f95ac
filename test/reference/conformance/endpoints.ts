/**
 * The endpoints under judgement as rules walk over them: path, section, scope, and a complete request that changes nothing.
 * An endpoint group of the specification that is added here is at once under every rule that holds for all.
 */
import type { Sample } from './sample.ts';

export interface Endpoint {
  /** The name in rule ids. */
  readonly name: string;
  readonly path: string;
  readonly section: string;
  readonly scope: 'account.read' | 'transactions.read' | 'transactions.create';
  /** The fields that are not marked optional, userId apart. */
  readonly required: readonly string[];
  /** A complete request without userId. Where the endpoint writes, it is one that could not be carried out. */
  readonly request: (sample: Sample) => Readonly<Record<string, unknown>>;
}

export const endpoints: readonly Endpoint[] = [
  {
    name: 'active-users',
    path: '/accounts/activeUsers',
    section: '4.2',
    scope: 'account.read',
    required: [],
    request: () => ({}),
  },
  {
    name: 'get-account',
    path: '/accounts/getAccount',
    section: '4.3',
    scope: 'account.read',
    required: ['emailId'],
    request: ({ users }) => ({ emailId: users[0]?.['email'] }),
  },
  {
    name: 'list-trans',
    path: '/fsforms/listTrans',
    section: '4.4',
    scope: 'transactions.read',
    required: ['filter'],
    request: ({ agent }) => ({ filter: `NRDSID=<${agent}>` }),
  },
  {
    name: 'get-trans-by-id',
    path: '/fsforms/getTransById',
    section: '4.5',
    scope: 'transactions.read',
    required: ['transId'],
    request: ({ transactions }) => ({ transId: transactions[0]?.['transId'] }),
  },
  {
    name: 'add-trans',
    path: '/fsforms/addTrans',
    section: '4.6',
    scope: 'transactions.create',
    required: [
      'stateID',
      'agentNRDSID',
      'transName',
      'streetAddress',
      'propertyType',
      'transactionType',
      'propertyStatus',
    ],
    request: () => ({
      stateID: 'CA',
      agentNRDSID: 'no-such-agent',
      transName: 'Never created',
      streetAddress: '1 Nowhere Road',
      propertyType: 'R',
      transactionType: 'A',
      propertyStatus: 'A',
    }),
  },
];
