/**
 * The error rows of section 7, and the body that an error is answered with. The body's shape is an assumption (7): printed
 * in one shape, read in every shape that a service of this family is known to send.
 */
import type { EndpointName } from './endpoints.ts';
import { isJsonObject } from './json.ts';

export interface ErrorRow {
  readonly endpoint: EndpointName;
  readonly status: number;
  readonly type: string;
  /** The last column of the spec's row, as it stands; `<…>` marks what a message fills in. */
  readonly condition: string;
}

const row = (endpoint: EndpointName, status: number, type: string, condition = ''): ErrorRow => ({
  endpoint,
  status,
  type,
  condition,
});

const missing = (endpoint: EndpointName): ErrorRow => row(endpoint, 400, 'Missing Required Parameter');
const denied = (endpoint: EndpointName): ErrorRow => row(endpoint, 401, 'Access Denied');
const character = (endpoint: EndpointName): ErrorRow =>
  row(endpoint, 402, 'Bad Request', 'message: Invalid Character found in <parameter value>');

export const errorRows: readonly ErrorRow[] = [
  row('token', 400, 'Unsupported Grant Type', 'grant type other than client_credentials'),
  row('token', 400, 'Invalid Request', 'malformed request'),
  row('token', 401, 'Invalid Credentials', 'client credentials rejected'),
  denied('activeUsers'),
  missing('activeUsers'),
  row(
    'activeUsers',
    405,
    'Invalid Value in Parameters',
    'message names the parameter: Invalid Value in <parameter name>',
  ),
  denied('getAccount'),
  missing('getAccount'),
  missing('listTrans'),
  denied('listTrans'),
  row('listTrans', 403, 'New Transaction Failure', 'message: Transaction creation failed: <error message>'),
  row('listTrans', 404, 'List Transactions Request Failure', 'message: Invalid Filter: <filter error>'),
  denied('getTransById'),
  missing('getTransById'),
  missing('addTrans'),
  denied('addTrans'),
  character('addTrans'),
  row('addTrans', 403, 'New Transaction Failure', 'message: Transaction creation failed: <error reason>'),
  missing('uploadfiles'),
  denied('uploadfiles'),
  character('uploadfiles'),
  row('uploadfiles', 412, 'File Failure', 'file type not among pdf, xls, jpg, doc'),
  row('uploadfiles', 413, 'File Upload Failure', 'message: SoapFault with an error text'),
  missing('downloadfiles'),
  denied('downloadfiles'),
  character('downloadfiles'),
  missing('serviceproviders'),
  denied('serviceproviders'),
  character('serviceproviders'),
  row('serviceproviders', 411, 'Unexpected Value in the parameter'),
  missing('listFiles'),
  denied('listFiles'),
  character('listFiles'),
  row('listFiles', 404, 'Bad Request', 'message: Invalid Filter: <parameter value>'),
  denied('getMember'),
  missing('getMember'),
  denied('userRegistration'),
  row(
    'userRegistration',
    400,
    'Bad Request',
    'one of: Missing Required Parameter; No records found; Multiple records found',
  ),
  denied('verifyToken'),
  row('verifyToken', 400, 'Bad Request', 'one of: Missing Required Parameter; Unknown error happened'),
  denied('createTicket'),
  row(
    'createTicket',
    400,
    'Bad Request',
    'one of: Missing Required Parameter; Case submission error!; Unknown error happened',
  ),
  denied('registrationTicket'),
  row('registrationTicket', 400, 'Bad Request', 'one of: Missing Required Parameter; Case submission error!'),
];

/** What 402 refuses in any value but a filter, whose values are judged one by one; half a surrogate pair is no character. */
export const INVALID_CHARACTERS = /[<>\p{Cc}\p{Cs}]/u;

/** The start of 402's message; what follows it is the refused value. */
export const INVALID_CHARACTER_MESSAGE = 'Invalid Character found in ';

export interface ErrorBody {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

export interface ReadError {
  readonly status: number | null;
  readonly type: string | null;
  readonly message: string | null;
}

/** Of an answer without a body that could be read. */
export const unsaid: ReadError = { status: null, type: null, message: null };

/** Whether anything stands there that a service says of an error, which a page of a proxy's does not. */
export function isSaid({ status, type, message }: ReadError): boolean {
  return status !== null || type !== null || message !== null;
}

/**
 * What a body says of an error: status, type and message under any of the names known, at the top, in `error`, or in a
 * list of one. Null where the body is no object.
 */
export function readErrorBody(body: unknown): ReadError | null {
  const outer = asObject(Array.isArray(body) && body.length === 1 ? body[0] : body);
  if (outer === null) return null;
  const inner = asObject(outer.error);
  const said = (name: string): unknown =>
    inner !== null && Object.hasOwn(inner, name) ? inner[name] : Object.hasOwn(outer, name) ? outer[name] : undefined;
  return {
    status: firstStatus(said, statusNames),
    type: firstText(said, typeNames),
    message: firstText(said, messageNames),
  };
}

const statusNames = ['status', 'code', 'statusCode'];
const typeNames = ['type', 'error', 'title'];
const messageNames = ['message', 'Message', 'detail', 'error_description'];

function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return isJsonObject(value) ? value : null;
}

function firstStatus(said: (name: string) => unknown, names: readonly string[]): number | null {
  for (const name of names) {
    const value = said(name);
    const status = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    if (Number.isInteger(status)) return status as number;
  }
  return null;
}

function firstText(said: (name: string) => unknown, names: readonly string[]): string | null {
  for (const name of names) {
    const value = said(name);
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}
