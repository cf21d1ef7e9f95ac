/** What each endpoint is for, in our words: its name in the page's list, its group, and what a caller should know. */
import type { EndpointName } from '../../contract/endpoints.ts';

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
      'Client credentials for a bearer token. They come in a JSON body, in a form, or by HTTP Basic with the rest in a form ' +
      '(RFC 6749, 2.3.1), never in two ways at once.',
  },
  activeUsers: {
    tag: 'accounts',
    summary: 'List the agents that have enabled the integration',
    description:
      'All of them, or with `incremental` only those that did so lately; ordered by agentNRDSID, batch by batch.',
  },
  getAccount: {
    tag: 'accounts',
    summary: 'Read the account of one member',
    description: 'A list of one, or an empty one where no agent that enabled the integration has this e-mail.',
  },
  listTrans: {
    tag: 'transactions',
    summary: "List an agent's transactions",
    description: 'Filtered, sorted and batch by batch; seven columns each, or all of them with `full_details`.',
  },
  getTransById: {
    tag: 'transactions',
    summary: 'Read one transaction',
    description:
      'A list of one record with all columns but transId, or an empty one where there is no such transaction.',
  },
  addTrans: {
    tag: 'transactions',
    summary: 'Create a transaction',
    description:
      'Answers the whole record of the new transaction, with its transId. Sending the same request again creates another. ' +
      'Control characters, `<` and `>` are refused with 402, values that make no transaction with 403.',
  },
  uploadfiles: {
    tag: 'files',
    summary: 'Upload a file',
    description:
      'The file as a part of a multipart form, or in JSON as base64. Its kind is told by its name and by its content. The ' +
      'answer does not name the new file: list the files of the transaction to find it.',
  },
  downloadfiles: {
    tag: 'files',
    summary: 'Get the address of files to download',
    description: 'The address is signed, expires, and needs no token. One file comes as it is, several in a zip.',
  },
  serviceproviders: {
    tag: 'providers',
    summary: 'Set the service providers of a transaction',
    description: 'Each entry takes the place of what the transaction holds for its type. All are stored, or none is.',
  },
  listFiles: {
    tag: 'files',
    summary: 'List the files of a transaction',
    description: '`meta.total` counts the files of the transaction, also those that the filter leaves out (2.1).',
  },
  getMember: {
    tag: 'mobile',
    summary: 'Look up members',
    description: 'By user name, by e-mail, or by both; at least one is needed. An empty list where nobody matches.',
  },
  userRegistration: {
    tag: 'mobile',
    summary: 'Register a member by link or passcode',
    description: 'Sends the member a link to the given address; with `passcodeReturn` answers a passcode in its place.',
  },
  verifyToken: {
    tag: 'mobile',
    summary: 'Redeem the token of a registration',
    description: 'Answers the member that the token was made for. A token is good once.',
  },
  shareApp: {
    tag: 'mobile',
    summary: 'Share the application',
    description:
      'The specification shows neither request nor response (4.14): any JSON object is accepted and answered back, with ' +
      'status 200.',
  },
  createTicket: {
    tag: 'mobile',
    summary: 'Open a support ticket',
    description: 'For a member who is registered.',
  },
  registrationTicket: {
    tag: 'mobile',
    summary: 'Open a support ticket about a registration',
    description: 'For someone who is not registered yet.',
  },
};
