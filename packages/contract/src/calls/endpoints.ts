/**
 * The 16 endpoints of the spec (section 4), one row each: path, scope (5), effect, request fields, response
 * wrapper, and errors (7). The limits (8) are in one table at the end.
 */
import { PARTY_SLOTS, summaryColumns } from '../columns/fields.ts';

export type UpstreamScope = 'account.read' | 'transactions.read' | 'transactions.create';

/** The audience of the reference's own access tokens; the gateway's callers get tokens with a different audience. */
export const API_AUDIENCE = 'post-api';

/**
 * How a response wraps its content (2.1, 4), as the spec shows it: `page` {meta, data}; `pageInList` [{meta, data}]; `list` [record, …];
 * `text` a JSON string; `object` a plain object, with its own status where the spec shows one; `any` any JSON, where the spec shows no
 * response. `judge.ts` accepts other wrappers too.
 */
export type Wrapper = 'page' | 'pageInList' | 'list' | 'text' | 'object' | 'any';

export type RequestKind = 'text' | 'integer' | 'boolean' | 'list' | 'file';

export interface RequestField {
  readonly kind: RequestKind;
  /** The spec marks the field as optional or calls it conditional. Fields without a mark count as required (4). */
  readonly optional?: true;
  /** A credential: it must never appear in a fault or a log. */
  readonly secret?: true;
}

export interface Endpoint {
  readonly path: string;
  /** The scope that the token must have. For endpoints that 5.5 leaves open, it is assumed. */
  readonly scope: UpstreamScope | null;
  /** A write is sent again only if upstream cannot have executed it. */
  readonly effect: 'read' | 'write';
  readonly request: Readonly<Record<string, RequestField>>;
  /** At least one of these fields is required. */
  readonly anyOf?: readonly string[];
  readonly wrapper: Wrapper;
  /** The list has at most one record: with more, it would be unclear which one is meant. */
  readonly single?: true;
  /**
   * Each of the endpoint's records has a value in at least one of these columns, and nothing else does: any other object, such as an error,
   * may have columns like `phone`. Without a key, an object shows success by its result or status.
   */
  readonly key?: readonly string[];
  /** The response has the `key` only if the request has this field; otherwise, success shows as it does without a key. */
  readonly keyIf?: string;
  /** The property that contains the record. */
  readonly within?: string;
  /** Its rows of section 7: status, type, and the last column verbatim, in which `<…>` marks what the message fills in. */
  readonly errors: readonly (readonly [status: number, type: string, condition?: string])[];
}

const missingParameter = [400, 'Missing Required Parameter'] as const;
const accessDenied = [401, 'Access Denied'] as const;
const invalidCharacter = [402, 'Bad Request', 'message: Invalid Character found in <parameter value>'] as const;

const text = { kind: 'text' } as const;
const optionalText = { kind: 'text', optional: true } as const;
/** The key of a transaction: details may repeat values of a request, and not every record has its number (2.4). */
const summaryKey = summaryColumns.map(([upstreamName]) => upstreamName);
const batch = {
  batch_size: { kind: 'integer', optional: true },
  batch_no: { kind: 'integer', optional: true },
} as const;

export const endpoints = {
  token: {
    path: '/oauth/token',
    scope: null,
    effect: 'read',
    request: { grant_type: text, client_id: text, client_secret: text },
    wrapper: 'object',
    key: ['access_token'],
    errors: [
      [400, 'Unsupported Grant Type', 'grant type other than client_credentials'],
      [400, 'Invalid Request', 'malformed request'],
      [401, 'Invalid Credentials', 'client credentials rejected'],
    ],
  },
  activeUsers: {
    path: '/accounts/activeUsers',
    scope: 'account.read',
    effect: 'read',
    request: {
      userId: text,
      ...batch,
      filter: optionalText,
      incremental_type: optionalText,
      incremental_time: { kind: 'integer', optional: true },
    },
    wrapper: 'page',
    key: ['agentNRDSID', 'email', 'firstName', 'lastName'],
    errors: [
      accessDenied,
      missingParameter,
      [405, 'Invalid Value in Parameters', 'message names the parameter: Invalid Value in <parameter name>'],
    ],
  },
  getAccount: {
    path: '/accounts/getAccount',
    scope: 'account.read',
    effect: 'read',
    request: { userId: text, emailId: text },
    wrapper: 'list',
    key: ['accountID'],
    errors: [accessDenied, missingParameter],
  },
  listTrans: {
    path: '/fsforms/listTrans',
    scope: 'transactions.read',
    effect: 'read',
    request: {
      userId: text,
      ...batch,
      sort: optionalText,
      filter: text,
      full_details: { kind: 'boolean', optional: true },
    },
    wrapper: 'pageInList',
    key: ['transId', ...summaryKey],
    errors: [
      missingParameter,
      accessDenied,
      [403, 'New Transaction Failure', 'message: Transaction creation failed: <error message>'],
      [404, 'List Transactions Request Failure', 'message: Invalid Filter: <filter error>'],
    ],
  },
  getTransById: {
    path: '/fsforms/getTransById',
    scope: 'transactions.read',
    effect: 'read',
    request: { userId: text, transId: text },
    wrapper: 'list',
    single: true,
    key: summaryKey,
    errors: [accessDenied, missingParameter],
  },
  addTrans: {
    path: '/fsforms/addTrans',
    scope: 'transactions.create',
    effect: 'write',
    request: {
      userId: text,
      stateID: text,
      agentNRDSID: text,
      transName: text,
      streetAddress: text,
      propertyType: text,
      transactionType: text,
      propertyStatus: text,
    },
    wrapper: 'list',
    single: true,
    key: ['transId'],
    errors: [
      missingParameter,
      accessDenied,
      invalidCharacter,
      [403, 'New Transaction Failure', 'message: Transaction creation failed: <error reason>'],
    ],
  },
  uploadfiles: {
    path: '/fsforms/uploadfiles',
    scope: 'transactions.create',
    effect: 'write',
    request: {
      userId: text,
      transId: text,
      file_name: { kind: 'file' },
      description: text,
      sender: text,
      no_of_pages: { kind: 'integer' },
    },
    wrapper: 'object',
    errors: [
      missingParameter,
      accessDenied,
      invalidCharacter,
      [412, 'File Failure', 'file type not among pdf, xls, jpg, doc'],
      [413, 'File Upload Failure', 'message: SoapFault with an error text'],
    ],
  },
  downloadfiles: {
    path: '/fsforms/downloadfiles',
    scope: 'transactions.read',
    effect: 'read',
    request: { userId: text, transId: text, filter: optionalText },
    wrapper: 'object',
    key: ['file_url'],
    errors: [missingParameter, accessDenied, invalidCharacter],
  },
  serviceproviders: {
    path: '/fsforms/serviceproviders',
    scope: 'transactions.create',
    effect: 'write',
    request: { userId: text, agentNRDSID: text, transId: text, data: { kind: 'list' } },
    wrapper: 'text',
    errors: [missingParameter, accessDenied, invalidCharacter, [411, 'Unexpected Value in the parameter']],
  },
  listFiles: {
    path: '/fsforms/listFiles',
    scope: 'transactions.read',
    effect: 'read',
    request: { userId: text, transId: text, filter: optionalText },
    wrapper: 'page',
    key: ['fileID', 'fileName'],
    errors: [
      missingParameter,
      accessDenied,
      invalidCharacter,
      [404, 'Bad Request', 'message: Invalid Filter: <parameter value>'],
    ],
  },
  getMember: {
    path: '/thlmobile/getMember',
    scope: 'account.read',
    effect: 'read',
    request: { userName: optionalText, email: optionalText },
    anyOf: ['userName', 'email'],
    wrapper: 'list',
    key: ['clientId'],
    errors: [accessDenied, missingParameter],
  },
  userRegistration: {
    path: '/thlmobile/userRegistration',
    scope: 'account.read',
    effect: 'write',
    request: {
      userName: optionalText,
      email: optionalText,
      url: text,
      passcodeReturn: { kind: 'boolean', optional: true },
    },
    anyOf: ['userName', 'email'],
    wrapper: 'object',
    key: ['passcode'],
    keyIf: 'passcodeReturn',
    errors: [
      accessDenied,
      [400, 'Bad Request', 'one of: Missing Required Parameter; No records found; Multiple records found'],
    ],
  },
  verifyToken: {
    path: '/thlmobile/verifyToken',
    scope: 'account.read',
    effect: 'write',
    request: { token: { kind: 'text', secret: true } },
    wrapper: 'object',
    key: ['userId'],
    within: 'member',
    errors: [accessDenied, [400, 'Bad Request', 'one of: Missing Required Parameter; Unknown error happened']],
  },
  shareApp: {
    path: '/thlmobile/shareApp',
    scope: 'account.read',
    effect: 'write',
    request: {},
    wrapper: 'any',
    errors: [],
  },
  createTicket: {
    path: '/thlmobile/createTicket',
    scope: 'account.read',
    effect: 'write',
    request: { userName: text, title: text, description: text },
    wrapper: 'object',
    errors: [
      accessDenied,
      [400, 'Bad Request', 'one of: Missing Required Parameter; Case submission error!; Unknown error happened'],
    ],
  },
  registrationTicket: {
    path: '/thlmobile/registrationTicket',
    scope: 'account.read',
    effect: 'write',
    request: { userName: text, name: text, email: text, phone: text, description: text },
    wrapper: 'object',
    errors: [accessDenied, [400, 'Bad Request', 'one of: Missing Required Parameter; Case submission error!']],
  },
} as const satisfies Readonly<Record<string, Endpoint>>;

export type EndpointName = keyof typeof endpoints;

/** The limits of section 8. */
export const limits = {
  batchSize: { default: 20, max: 100 },
  batchNo: { default: 1 },
  incrementalTime: { min: 1, max: 90, fallback: 1 },
  partySlots: PARTY_SLOTS,
  uploadTypes: ['pdf', 'xls', 'jpg', 'doc'],
} as const;
