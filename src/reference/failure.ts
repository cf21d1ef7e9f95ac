/**
 * The errors that the service answers with. A failure is a row of section 7 and its message: one that the table does not
 * have for the endpoint cannot be built. What stands outside every endpoint has a short table of its own.
 */
import { type EndpointName, limits } from '../contract/endpoints.ts';
import { type ErrorBody, type ErrorRow, errorRows, INVALID_CHARACTER_MESSAGE } from '../contract/errors.ts';

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly body: ErrorBody;

  constructor({ status, type }: Pick<ErrorBody, 'status' | 'type'>, message: string) {
    super(message);
    this.body = { status, type, message };
  }
}

/** 400: a required field is absent, or its value is not of the field's kind. The message names the field. */
export function missingParameter(endpoint: EndpointName, parameter: string): Failure {
  return failure(endpoint, 400, `Missing Required Parameter: ${parameter}`);
}

/** 400 for a body that is no JSON object. */
export function malformedRequest(endpoint: EndpointName): Failure {
  return endpoint === 'token'
    ? invalidRequest('the body must be a JSON object or a form')
    : missingParameter(endpoint, 'the body must be a JSON object');
}

/** 400 of the token endpoint. */
export function invalidRequest(reason: string): Failure {
  return failure('token', 400, `Invalid Request: ${reason}`, 'Invalid Request');
}

export function unsupportedGrantType(): Failure {
  return failure('token', 400, 'Only client_credentials is implemented', 'Unsupported Grant Type');
}

export function invalidCredentials(): Failure {
  return failure('token', 401, 'Client credentials rejected');
}

export function accessDenied(endpoint: EndpointName): Failure {
  return failure(endpoint, 401, 'Access Denied');
}

/** 402, with the value as it was sent. */
export function invalidCharacter(endpoint: EndpointName, value: string): Failure {
  return failure(endpoint, 402, `${INVALID_CHARACTER_MESSAGE}${value}`);
}

export function creationFailed(reason: string, endpoint: 'addTrans' | 'listTrans' = 'addTrans'): Failure {
  return failure(endpoint, 403, `Transaction creation failed: ${reason}`);
}

/** 413 of an upload that was refused behind the service. */
export function uploadFailed(reason: string): Failure {
  return failure('uploadfiles', 413, `SoapFault: ${reason}`);
}

/** 411: a value that no service provider entry can have. The message names it. */
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

/** 412: by name or by content it is no file of an accepted type. */
export function unsupportedFile(name: string): Failure {
  return failure(
    'uploadfiles',
    412,
    `${name} is not a ${limits.uploadTypes.join(', ')} file by its name and its content`,
  );
}

/** 413, in the words that the row has for it. */
export function fileTooLarge(maxBytes: number): Failure {
  return failure('uploadfiles', 413, `SoapFault: the file is larger than ${maxBytes} bytes`);
}

export function invalidFilter(endpoint: EndpointName, reason: string): Failure {
  return failure(endpoint, 404, `Invalid Filter: ${reason}`);
}

/** A value that the parameter cannot have: 405 where the endpoint has that row, else its 400. */
export function invalidValue(endpoint: EndpointName, parameter: string): Failure {
  return hasRow(endpoint, 405)
    ? failure(endpoint, 405, `Invalid Value in ${parameter}`)
    : missingParameter(endpoint, parameter);
}

/** What no row of section 7 speaks of. */
export const outside = {
  linkRefused: { status: 403, type: 'Access Denied', message: 'The address is not valid, or no longer' },
  wrongMethodOfFile: { status: 405, type: 'Method Not Allowed', message: 'A file is read by GET or HEAD' },
  preconditionFailed: {
    status: 412,
    type: 'Precondition Failed',
    message: 'The file is not the one that is asked for',
  },
  outsideFile: { status: 416, type: 'Range Not Satisfiable', message: 'The file has no bytes in that range' },
  notFound: { status: 404, type: 'Not Found', message: 'No such endpoint' },
  wrongMethod: { status: 405, type: 'Method Not Allowed', message: 'Every endpoint is POST' },
  timeout: { status: 408, type: 'Request Timeout', message: 'The request took too long to arrive' },
  tooLarge: { status: 413, type: 'Request Too Large', message: 'The body is larger than this endpoint accepts' },
  headersTooLarge: { status: 431, type: 'Request Too Large', message: 'The headers are larger than accepted' },
  malformed: { status: 400, type: 'Bad Request', message: 'The request is not readable HTTP' },
  rateLimited: { status: 429, type: 'Too Many Requests', message: 'Too many requests, try again later' },
  unavailable: { status: 503, type: 'Service Unavailable', message: 'The service is not available' },
  unforeseen: { status: 500, type: 'Internal Error', message: 'The request could not be answered' },
} as const satisfies Readonly<Record<string, ErrorBody>>;

export function outsideFailure(name: keyof typeof outside): Failure {
  return new Failure(outside[name], outside[name].message);
}

/** 400: a request asked for a fault that its endpoint does not have. */
export function wrongSwitch(header: string, names: readonly string[]): Failure {
  return new Failure(outside.malformed, `${header} can be ${names.join(', ')} here`);
}

/** The table has no rows for shareApp: 401 is every endpoint's (5.4), 400 is as its neighbour getMember has it. */
export const shareAppRows: readonly ErrorRow[] = [
  { endpoint: 'shareApp', status: 401, type: 'Access Denied', condition: '' },
  { endpoint: 'shareApp', status: 400, type: 'Missing Required Parameter', condition: '' },
];

/** The table has no 404 for downloadfiles: it answers as listFiles does, whose filter it shares (4.8, 4.10). */
export const downloadfilesRows: readonly ErrorRow[] = [
  {
    endpoint: 'downloadfiles',
    status: 404,
    type: 'Bad Request',
    condition: 'message: Invalid Filter: <parameter value>',
  },
];

function failure(endpoint: EndpointName, status: number, message: string, type?: string): Failure {
  const all = [...errorRows, ...shareAppRows, ...downloadfilesRows];
  const rows = all.filter((row) => row.endpoint === endpoint && row.status === status);
  const row = type === undefined ? rows[0] : rows.find((candidate) => candidate.type === type);
  if (row === undefined) throw new RangeError(`section 7 has no ${status} ${type ?? ''} for ${endpoint}`);
  return new Failure(row, message);
}

function hasRow(endpoint: EndpointName, status: number): boolean {
  return errorRows.some((row) => row.endpoint === endpoint && row.status === status);
}
