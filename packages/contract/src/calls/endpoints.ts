/**
 * The 16 endpoints of the spec (section 4), one row each: path, scope (5), effect, request fields, and response
 * wrapper. The limits (8) are in one table at the end.
 */
import { PARTY_SLOTS, summaryColumns } from '../columns/fields.ts';

export type UpstreamScope = 'account.read' | 'transactions.read' | 'transactions.create';

/** The audience of the reference's own access tokens; the gateway's callers get tokens with a different audience. */
export const API_AUDIENCE = 'post-api';

/**
 * How a response wraps its content (2.1, 4), as the spec shows it: `page` {meta, data}; `pageInList` [{meta, data}]; `list`
 * [record, …]; `text` a JSON string; `object` a plain object, with a status of its own where the spec shows one; `any` any
 * JSON, where the spec shows no response. `judge.ts` accepts other wrappers too.
 */
export type Wrapper = 'page' | 'pageInList' | 'list' | 'text' | 'object' | 'any';

export type RequestKind = 'text' | 'integer' | 'boolean' | 'list' | 'file' | 'object';

export interface RequestField {
  readonly kind: RequestKind;
  /** The spec marks it as optional or calls it conditional. Fields that it does not mark count as required (4). */
  readonly optional?: true;
  /** A credential: it must never appear in a fault or a log. */
  readonly secret?: true;
}

export interface Endpoint {
  readonly section: string;
  readonly path: string;
  /** The scope that the token must have; for endpoints that 5.5 leaves open, the assumed one. */
  readonly scope: UpstreamScope | null;
  /** Section 5 does not name the scope. */
  readonly scopeIsAssumed?: true;
  /** A write is sent again only if upstream cannot have executed it. */
  readonly effect: 'read' | 'write';
  readonly request: Readonly<Record<string, RequestField>>;
  /** At least one of these fields is required. */
  readonly anyOf?: readonly string[];
  readonly wrapper: Wrapper;
  /** The list has at most one record: with more, it would be unclear which is meant. */
  readonly single?: true;
  /**
   * The columns of which at least one names something in each of the endpoint's records, and in nothing else: any other object,
   * such as an error, may have columns like `phone`. Without them, an object shows success by its result or status.
   */
  readonly key?: readonly string[];
  /** The request field with which the response has the `key`; without it, success shows as if there were none. */
  readonly keyIf?: string;
  /** The property that has the record. */
  readonly within?: string;
}

const text = { kind: 'text' } as const;
const optionalText = { kind: 'text', optional: true } as const;
/** Of a transaction: details may repeat values of a request, and not every record has its number (2.4). */
const summaryKey = summaryColumns.map(([upstreamName]) => upstreamName);
const batch = {
  batch_size: { kind: 'integer', optional: true },
  batch_no: { kind: 'integer', optional: true },
} as const;

export const endpoints = {
  token: {
    section: '4.1',
    path: '/oauth/token',
    scope: null,
    effect: 'read',
    request: { grant_type: text, client_id: text, client_secret: text },
    wrapper: 'object',
    key: ['access_token'],
  },
  activeUsers: {
    section: '4.2',
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
  },
  getAccount: {
    section: '4.3',
    path: '/accounts/getAccount',
    scope: 'account.read',
    effect: 'read',
    request: { userId: text, emailId: text },
    wrapper: 'list',
    key: ['accountID'],
  },
  listTrans: {
    section: '4.4',
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
  },
  getTransById: {
    section: '4.5',
    path: '/fsforms/getTransById',
    scope: 'transactions.read',
    effect: 'read',
    request: { userId: text, transId: text },
    wrapper: 'list',
    single: true,
    key: summaryKey,
  },
  addTrans: {
    section: '4.6',
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
  },
  uploadfiles: {
    section: '4.7',
    path: '/fsforms/uploadfiles',
    scope: 'transactions.create',
    scopeIsAssumed: true,
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
  },
  downloadfiles: {
    section: '4.8',
    path: '/fsforms/downloadfiles',
    scope: 'transactions.read',
    scopeIsAssumed: true,
    effect: 'read',
    request: { userId: text, transId: text, filter: optionalText },
    wrapper: 'object',
    key: ['file_url'],
  },
  serviceproviders: {
    section: '4.9',
    path: '/fsforms/serviceproviders',
    scope: 'transactions.create',
    scopeIsAssumed: true,
    effect: 'write',
    request: { userId: text, agentNRDSID: text, transId: text, data: { kind: 'list' } },
    wrapper: 'text',
  },
  listFiles: {
    section: '4.10',
    path: '/fsforms/listFiles',
    scope: 'transactions.read',
    scopeIsAssumed: true,
    effect: 'read',
    request: { userId: text, transId: text, filter: optionalText },
    wrapper: 'page',
    key: ['fileID', 'fileName'],
  },
  getMember: {
    section: '4.11',
    path: '/thlmobile/getMember',
    scope: 'account.read',
    scopeIsAssumed: true,
    effect: 'read',
    request: { userName: optionalText, email: optionalText },
    anyOf: ['userName', 'email'],
    wrapper: 'list',
    key: ['clientId'],
  },
  userRegistration: {
    section: '4.12',
    path: '/thlmobile/userRegistration',
    scope: 'account.read',
    scopeIsAssumed: true,
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
  },
  verifyToken: {
    section: '4.13',
    path: '/thlmobile/verifyToken',
    scope: 'account.read',
    scopeIsAssumed: true,
    effect: 'write',
    request: { token: { kind: 'text', secret: true } },
    wrapper: 'object',
    key: ['userId'],
    within: 'member',
  },
  shareApp: {
    section: '4.14',
    path: '/thlmobile/shareApp',
    scope: 'account.read',
    scopeIsAssumed: true,
    effect: 'write',
    request: {},
    wrapper: 'any',
  },
  createTicket: {
    section: '4.15',
    path: '/thlmobile/createTicket',
    scope: 'account.read',
    scopeIsAssumed: true,
    effect: 'write',
    request: { userName: text, title: text, description: text },
    wrapper: 'object',
  },
  registrationTicket: {
    section: '4.16',
    path: '/thlmobile/registrationTicket',
    scope: 'account.read',
    scopeIsAssumed: true,
    effect: 'write',
    request: { userName: text, name: text, email: text, phone: text, description: text },
    wrapper: 'object',
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
