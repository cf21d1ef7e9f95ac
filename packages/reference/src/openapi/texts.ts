/** The description of each endpoint in our words: its tag, a summary for the list of endpoints, and what callers should know. */
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';

export interface EndpointText {
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
}

export const tags = {
  oauth: 'Access tokens (4.1, 5).',
  accounts: 'Agents that have enabled the integration (4.2, 4.3).',
  transactions: 'Transactions: listed, read, created (4.4 to 4.6).',
  files: 'Files of a transaction: uploaded, listed, downloaded (4.7, 4.8, 4.10).',
  providers: 'Service providers of a transaction (4.9).',
  mobile: 'Members of the mobile application (4.11 to 4.16).',
} as const;

type Tag = keyof typeof tags;

export const endpointTexts: Readonly<Record<EndpointName, EndpointText>> = {
  token: {
    tag: 'oauth',
    summary: 'Obtain an access token',
    description:
      'Exchanges client credentials for a bearer token. Send them in a JSON body, in a form, or by HTTP Basic with the rest in a form ' +
      '(RFC 6749, 2.3.1), but only in one of these ways.',
  },
  activeUsers: {
    tag: 'accounts',
    summary: 'List the agents that have enabled the integration',
    description:
      'All of them, or with `incremental` only those that did so recently; ordered by agentNRDSID, in batches.',
  },
  getAccount: {
    tag: 'accounts',
    summary: 'Read the account of one member',
    description: 'A list of one; empty if no agent that enabled the integration has this e-mail.',
  },
  listTrans: {
    tag: 'transactions',
    summary: "List an agent's transactions",
    description: 'Filtered, sorted and in batches; seven columns each, or all of them with `full_details`.',
  },
  getTransById: {
    tag: 'transactions',
    summary: 'Read one transaction',
    description: 'A list of one record with all columns but transId; empty if there is no such transaction.',
  },
  addTrans: {
    tag: 'transactions',
    summary: 'Create a transaction',
    description:
      'Returns the full record of the new transaction, with its transId. Sending the same request again creates another. ' +
      'Control characters, `<` and `>` are rejected with 402, values that do not make a valid transaction with 403.',
  },
  uploadfiles: {
    tag: 'files',
    summary: 'Upload a file',
    description:
      'The file in JSON as base64, or as a part of a multipart form. Both its name and its content must show its type. The ' +
      'response does not identify the new file: list the files of the transaction to find it.',
  },
  downloadfiles: {
    tag: 'files',
    summary: 'Get a URL to download files',
    description:
      'The URL is signed, expires, and needs no token. A single file is served as it is, several in a zip. 404 if no file of the ' +
      'transaction matches: upload one first.',
  },
  serviceproviders: {
    tag: 'providers',
    summary: 'Set the service providers of a transaction',
    description: 'Each entry replaces the one that the transaction has for its type. Either all are stored, or none.',
  },
  listFiles: {
    tag: 'files',
    summary: 'List the files of a transaction',
    description:
      '`meta.total` counts all files of the transaction, including those that do not match the filter (2.1).',
  },
  getMember: {
    tag: 'mobile',
    summary: 'Look up members',
    description: 'By user name, by e-mail, or by both; at least one is required. An empty list if nobody matches.',
  },
  userRegistration: {
    tag: 'mobile',
    summary: 'Register a member by link or passcode',
    description: 'Sends the member a link to the given URL; with `passcodeReturn`, returns a passcode instead.',
  },
  verifyToken: {
    tag: 'mobile',
    summary: 'Redeem the token of a registration',
    description:
      'Returns the member that the token was issued for. A token can be used once. The one of the example is unknown, which is a ' +
      '400: put in a passcode, which userRegistration returns with `passcodeReturn`.',
  },
  shareApp: {
    tag: 'mobile',
    summary: 'Share the application',
    description:
      'The specification shows neither request nor response (4.14): any JSON object is accepted and returned, with ' +
      'status 200.',
  },
  createTicket: {
    tag: 'mobile',
    summary: 'Open a support ticket',
    description: 'For a registered member.',
  },
  registrationTicket: {
    tag: 'mobile',
    summary: 'Open a support ticket about a registration',
    description: 'For someone who is not registered yet.',
  },
};
