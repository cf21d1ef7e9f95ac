/**
 * The endpoints under test, for rules that iterate over them: path, section, scope, and a complete request that changes
 * nothing. An endpoint added here is covered at once by every rule that holds for all endpoints.
 */
import type { Sample } from './sample.ts';

export interface Endpoint {
  /** The endpoint's name in rule ids. */
  readonly name: string;
  readonly path: string;
  readonly section: string;
  readonly scope: 'account.read' | 'transactions.read' | 'transactions.create';
  /** Set if the specification leaves the scope open (5.5). */
  readonly scopeIsAssumed?: true;
  /** The fields that are not marked optional, except userId. */
  readonly required: readonly string[];
  /** A complete request without userId. For most endpoints that write, it is one that they must reject, so it changes nothing. */
  readonly request: (sample: Sample) => Readonly<Record<string, unknown>>;
  /** Set if the request is not a read that succeeds: it is rejected, or it is executed and stores something. */
  readonly outcome?: 'refused' | 'written';
  /** Where its row in section 7 reports a missing parameter: in the type by default; null if there is no such row. */
  readonly missing?: 'in the message' | null;
}

/** Requests to /accounts and /fsforms carry the vendor's identity (section 1). */
export const carriesUserId = (path: string): boolean => /^\/(accounts|fsforms)\//.test(path);

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
    outcome: 'refused',
  },
  {
    name: 'uploadfiles',
    path: '/fsforms/uploadfiles',
    section: '4.7',
    scope: 'transactions.create',
    scopeIsAssumed: true,
    required: ['transId', 'file_name', 'description', 'sender', 'no_of_pages'],
    request: () => ({
      transId: 'no-such-transaction',
      file_name: { name: 'never.pdf', content: 'JVBERi0xLjcKJSVFT0YK' },
      description: 'Never taken in',
      sender: 'Nobody',
      no_of_pages: 1,
    }),
    outcome: 'refused',
  },
  {
    name: 'downloadfiles',
    path: '/fsforms/downloadfiles',
    section: '4.8',
    scope: 'transactions.read',
    scopeIsAssumed: true,
    required: ['transId'],
    request: () => ({ transId: 'no-such-transaction' }),
    outcome: 'refused',
  },
  {
    name: 'serviceproviders',
    path: '/fsforms/serviceproviders',
    section: '4.9',
    scope: 'transactions.create',
    scopeIsAssumed: true,
    required: ['agentNRDSID', 'transId', 'data'],
    request: ({ agent }) => ({
      agentNRDSID: agent,
      transId: 'no-such-transaction',
      data: [
        {
          spType: 'ESCROW',
          Represents: '',
          Company: 'Never added',
          AgentName: 'Nobody',
          CompanyAddress: '1 Nowhere Road',
          Email: 'nobody@nowhere.example',
          Phone: '(201) 555-0100',
        },
      ],
    }),
    outcome: 'refused',
  },
  {
    name: 'list-files',
    path: '/fsforms/listFiles',
    section: '4.10',
    scope: 'transactions.read',
    scopeIsAssumed: true,
    required: ['transId'],
    request: ({ transactions }) => ({ transId: transactions[0]?.['transId'] }),
  },
  {
    name: 'get-member',
    path: '/thlmobile/getMember',
    section: '4.11',
    scope: 'account.read',
    scopeIsAssumed: true,
    required: [],
    request: ({ users }) => ({ email: users[0]?.['email'] }),
  },
  {
    name: 'user-registration',
    path: '/thlmobile/userRegistration',
    section: '4.12',
    scope: 'account.read',
    scopeIsAssumed: true,
    required: ['url'],
    request: () => ({ email: 'nobody-at-all@nowhere.example', url: 'https://mobile.example/never' }),
    outcome: 'refused',
    missing: 'in the message',
  },
  {
    name: 'verify-token',
    path: '/thlmobile/verifyToken',
    section: '4.13',
    scope: 'account.read',
    scopeIsAssumed: true,
    required: ['token'],
    request: () => ({ token: 'never-issued' }),
    outcome: 'refused',
    missing: 'in the message',
  },
  {
    name: 'share-app',
    path: '/thlmobile/shareApp',
    section: '4.14',
    scope: 'account.read',
    scopeIsAssumed: true,
    required: [],
    request: () => ({}),
    outcome: 'written',
    missing: null,
  },
  {
    name: 'create-ticket',
    path: '/thlmobile/createTicket',
    section: '4.15',
    scope: 'account.read',
    scopeIsAssumed: true,
    required: ['userName', 'title', 'description'],
    request: () => ({ userName: 'conformance', title: 'Conformance check', description: 'Nothing is wrong' }),
    outcome: 'written',
    missing: 'in the message',
  },
  {
    name: 'registration-ticket',
    path: '/thlmobile/registrationTicket',
    section: '4.16',
    scope: 'account.read',
    scopeIsAssumed: true,
    required: ['userName', 'name', 'email', 'phone', 'description'],
    request: () => ({
      userName: 'conformance',
      name: 'Conformance Check',
      email: 'conformance@nowhere.example',
      phone: '(201) 555-0100',
      description: 'Nobody wants in',
    }),
    outcome: 'written',
    missing: 'in the message',
  },
];
