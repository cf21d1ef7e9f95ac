/**
 * The errors that the service responds with. A Failure is a row of section 7 with its message; a failure that the table does
 * not list for the endpoint cannot be constructed. Errors that belong to no endpoint have a short table of their own.
 */

import {
  type ErrorBody,
  type ErrorRow,
  errorRows,
  INVALID_CHARACTER_MESSAGE,
} from '@realty-forms/contract/answers/errors.ts';
import { type EndpointName, limits } from '@realty-forms/contract/calls/endpoints.ts';

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly body: ErrorBody;
  /** Why a token does not suffice (RFC 6750, 3.1), for the challenge of a 401; null for a request without one. */
  readonly denial: Denial | null;

  constructor({ status, type }: Pick<ErrorBody, 'status' | 'type'>, message: string, denial: Denial | null = null) {
    super(message);
    this.body = { status, type, message };
    this.denial = denial;
  }
}

type Denial = 'invalid_token' | 'insufficient_scope';

/** The address for the meaning of a status in a problem document: one page for all errors. */
const ERRORS_PAGE = 'https://www.rfc-editor.org/rfc/rfc9110.html#name-status-codes';
export const PROBLEM_TYPE = 'application/problem+json';

/**
 * The body of an error (RFC 9457), with the type of section 7 as its title. Section 7 shows no body; the public documentation shows this
 * one.
 */
export const problemOf = ({ status, type, message }: ErrorBody) => ({
  title: type,
  type: ERRORS_PAGE,
  status,
  detail: message,
});

/** 400: a required field is absent or its value has the wrong kind. The message names the field. */
export function missingParameter(endpoint: EndpointName, parameter: string): Failure {
  return failure(endpoint, 400, `Missing Required Parameter: ${parameter}`);
}

/** 400 for a body that is not a JSON object. */
export function malformedRequest(endpoint: EndpointName): Failure {
  return endpoint === 'token'
    ? invalidRequest('the body must be a JSON object or a form')
    : missingParameter(endpoint, 'the body must be a JSON object');
}

/** The token endpoint's 400. */
export function invalidRequest(reason: string): Failure {
  return failure('token', 400, `Invalid Request: ${reason}`, 'Invalid Request');
}

export function unsupportedGrantType(): Failure {
  return failure('token', 400, 'Only client_credentials is implemented', 'Unsupported Grant Type');
}

export function invalidCredentials(): Failure {
  return failure('token', 401, 'Client credentials rejected');
}

export function accessDenied(endpoint: EndpointName, denial: Denial | null): Failure {
  return new Failure(failure(endpoint, 401, 'Access Denied').body, 'Access Denied', denial);
}

/** 402, quoting the value as it was sent. */
export function invalidCharacter(endpoint: EndpointName, value: string): Failure {
  return failure(endpoint, 402, `${INVALID_CHARACTER_MESSAGE}${value}`);
}

export function creationFailed(reason: string, endpoint: 'addTrans' | 'listTrans' = 'addTrans'): Failure {
  return failure(endpoint, 403, `Transaction creation failed: ${reason}`);
}

/** 413, in the format that the endpoint's row prescribes: the system behind the service rejected the upload. */
export function uploadFailed(reason: string): Failure {
  return failure('uploadfiles', 413, `SoapFault: ${reason}`);
}

/** For what could not be written to the disk: a rejection if section 7 has one, since nothing was stored; otherwise 503. */
export function notWritten(endpoint: EndpointName | null): Failure {
  if (endpoint === 'addTrans') return creationFailed(UNWRITABLE);
  return endpoint === 'uploadfiles' ? uploadFailed(UNWRITABLE) : generalFailure('unavailable');
}

const UNWRITABLE = 'the service cannot write to its disk';

/** 411 for a value that a service provider entry cannot have. The message names the parameter. */
export function unexpectedValue(parameter: string, reason: string): Failure {
  return failure('serviceproviders', 411, `Unexpected Value in the parameter: ${parameter} ${reason}`);
}

/** 400 with one of the messages that the endpoint's row lists. */
export function listedFailure(endpoint: EndpointName, message: string): Failure {
  const isListed = errorRows.some(
    (row) =>
      row.endpoint === endpoint &&
      row.condition
        .replace(/^one of: /, '')
        .split('; ')
        .includes(message),
  );
  if (!isListed) throw new RangeError(`section 7 lists no "${message}" for ${endpoint}`);
  return failure(endpoint, 400, message);
}

/** 412: by its name or by its content, the file is not of an accepted type. */
export function unsupportedFile(name: string): Failure {
  return failure(
    'uploadfiles',
    412,
    `${name} is not a ${limits.uploadTypes.join(', ')} file by its name and its content`,
  );
}

/** 404; what follows the colon is the reason for listTrans, and the filter itself for the file endpoints. */
export function invalidFilter(endpoint: EndpointName, detail: string): Failure {
  return failure(endpoint, 404, `Invalid Filter: ${detail}`);
}

/** An invalid parameter value: 405 if the endpoint has that row, otherwise its 400. */
export function invalidValue(endpoint: EndpointName, parameter: string): Failure {
  return hasRow(endpoint, 405)
    ? failure(endpoint, 405, `Invalid Value in ${parameter}`)
    : missingParameter(endpoint, parameter);
}

/** Errors that section 7 does not cover. */
export const generalErrors = {
  invalidLink: { status: 403, type: 'Access Denied', message: 'The URL is invalid or has expired' },
  fileMethodNotAllowed: { status: 405, type: 'Method Not Allowed', message: 'Files are read with GET or HEAD' },
  preconditionFailed: {
    status: 412,
    type: 'Precondition Failed',
    message: 'The file does not match the precondition',
  },
  rangeNotSatisfiable: { status: 416, type: 'Range Not Satisfiable', message: 'The file has no bytes in that range' },
  notFound: { status: 404, type: 'Not Found', message: 'No such endpoint' },
  methodNotAllowed: { status: 405, type: 'Method Not Allowed', message: 'Every endpoint is POST' },
  tooLarge: { status: 413, type: 'Request Too Large', message: 'The body is larger than this endpoint accepts' },
  malformed: { status: 400, type: 'Bad Request', message: 'The request is not valid HTTP' },
  misdirected: { status: 421, type: 'Misdirected Request', message: 'This host is not served here' },
  rateLimited: { status: 429, type: 'Too Many Requests', message: 'Too many requests, try again later' },
  unavailable: { status: 503, type: 'Service Unavailable', message: 'The service is not available' },
  unforeseen: { status: 500, type: 'Internal Error', message: 'The request could not be processed' },
} as const satisfies Readonly<Record<string, ErrorBody>>;

export function generalFailure(name: keyof typeof generalErrors): Failure {
  return new Failure(generalErrors[name], generalErrors[name].message);
}

/** 400 for a request that selects a fault which its endpoint does not have. */
export function unknownFault(header: string, names: readonly string[]): Failure {
  return new Failure(generalErrors.malformed, `${header} must be one of ${names.join(', ')} here`);
}

/** Rows that this service needs and section 7 lacks. */
export const assumedRows: readonly ErrorRow[] = [
  // Every endpoint has the 401 (5.4), and the 400 follows the neighbor getMember.
  { endpoint: 'shareApp', status: 401, type: 'Access Denied', condition: '' },
  { endpoint: 'shareApp', status: 400, type: 'Missing Required Parameter', condition: '' },
  // Like listFiles, with which it shares the filter (4.8, 4.10).
  {
    endpoint: 'downloadfiles',
    status: 404,
    type: 'Bad Request',
    condition: 'message: Invalid Filter: <parameter value>',
  },
];

function failure(endpoint: EndpointName, status: number, message: string, type?: string): Failure {
  const rows = [...errorRows, ...assumedRows].filter((row) => row.endpoint === endpoint && row.status === status);
  const row = type === undefined ? rows[0] : rows.find((candidate) => candidate.type === type);
  if (row === undefined) throw new RangeError(`section 7 has no ${status} ${type ?? ''} for ${endpoint}`);
  return new Failure(row, message);
}

/** Whether section 7 has such an error of the endpoint. */
export function hasRow(endpoint: EndpointName, status: number): boolean {
  return errorRows.some((row) => row.endpoint === endpoint && row.status === status);
}
