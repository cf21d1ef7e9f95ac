/** The description of each endpoint in our words: its tag, a summary for the list of endpoints, and what callers should know. */
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';

export const tags = {
  oauth: 'Access tokens (4.1, 5).',
  accounts: 'Agents that have enabled the integration (4.2, 4.3).',
  transactions: 'Transactions: listed, read, created (4.4 to 4.6).',
  files: 'Files of a transaction: uploaded, listed, downloaded (4.7, 4.8, 4.10).',
  providers: 'Service providers of a transaction (4.9).',
  mobile: 'Members of the mobile application (4.11 to 4.16).',
} as const;

export const endpointTexts: Readonly<
  Record<EndpointName, readonly [tag: keyof typeof tags, summary: string, description: string]>
> = {
  token: [
    'oauth',
    'Obtain an access token',
    'Exchanges client credentials for a bearer token. Send them in a JSON body, in a form, or by HTTP Basic with the rest in a form ' +
      '(RFC 6749, 2.3.1), but only in one of these ways.',
  ],
  activeUsers: [
    'accounts',
    'List the agents that have enabled the integration',
    'All of them, or with `incremental` only those that did so recently; ordered by agentNRDSID, in batches.',
  ],
  getAccount: [
    'accounts',
    'Read the account of one member',
    'A list of one; empty if no agent that enabled the integration has this e-mail.',
  ],
  listTrans: [
    'transactions',
    "List an agent's transactions",
    'Filtered, sorted and in batches; seven columns each, or all of them with `full_details`.',
  ],
  getTransById: [
    'transactions',
    'Read one transaction',
    'A list of one record with all columns but transId; empty if there is no such transaction.',
  ],
  addTrans: [
    'transactions',
    'Create a transaction',
    'Returns the full record of the new transaction, with its transId. Sending the same request again creates another. ' +
      'Control characters, `<` and `>` are rejected with 402, values that do not make a valid transaction with 403.',
  ],
  uploadfiles: [
    'files',
    'Upload a file',
    'The file in JSON as base64, or as a part of a multipart form. Both its name and its content must show its type. The ' +
      'response does not identify the new file: list the files of the transaction to find it.',
  ],
  downloadfiles: [
    'files',
    'Get a URL to download files',
    'The URL is signed, expires, and needs no token. A single file is served as it is, several in a zip. 404 if no file of the ' +
      'transaction matches: upload one first.',
  ],
  serviceproviders: [
    'providers',
    'Set the service providers of a transaction',
    'Each entry replaces the one that the transaction has for its type. Either all are stored, or none.',
  ],
  listFiles: [
    'files',
    'List the files of a transaction',
    '`meta.total` counts all files of the transaction, including those that do not match the filter (2.1).',
  ],
  getMember: [
    'mobile',
    'Look up members',
    'By user name, by e-mail, or by both; at least one is required. An empty list if nobody matches.',
  ],
  userRegistration: [
    'mobile',
    'Register a member by link or passcode',
    'Sends the member a link to the given URL; with `passcodeReturn`, returns a passcode instead.',
  ],
  verifyToken: [
    'mobile',
    'Redeem the token of a registration',
    'Returns the member that the token was issued for. A token can be used once. The one of the example is unknown, which is a ' +
      '400: put in a passcode, which userRegistration returns with `passcodeReturn`.',
  ],
  shareApp: [
    'mobile',
    'Share the application',
    'The specification shows neither request nor response (4.14): any JSON object is accepted and returned, with ' +
      'status 200.',
  ],
  createTicket: ['mobile', 'Open a support ticket', 'For a registered member.'],
  registrationTicket: [
    'mobile',
    'Open a support ticket about a registration',
    'For someone who is not registered yet.',
  ],
};
