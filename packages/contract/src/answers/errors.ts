/**
 * The error rows of section 7, and the body of an error answer. The body's shape is an assumption (7): the gateway prints one shape, and
 * reads every shape that services of this family are known to send.
 */
import { type Endpoint, type EndpointName, endpoints } from '../calls/endpoints.ts';
import { objectIn, outerObject, textIn } from './envelope.ts';
import { isJsonObject } from './json.ts';
import { readStatus } from './success.ts';

export interface ErrorRow {
  readonly endpoint: EndpointName;
  readonly status: number;
  readonly type: string;
  /** The last column of the spec's row, verbatim; `<…>` marks what the message fills in. */
  readonly condition: string;
}

/** The errors of all endpoints, in the spec's order. */
export const errorRows: readonly ErrorRow[] = (Object.keys(endpoints) as EndpointName[]).flatMap((endpoint) => {
  const { errors }: Endpoint = endpoints[endpoint];
  return errors.map(([status, type, condition = '']) => ({ endpoint, status, type, condition }));
});

/**
 * The characters that 402 rejects in any value except a filter, whose values are validated one by one. An unpaired surrogate is not a
 * character, so it is rejected too.
 */
export const INVALID_CHARACTERS = /[<>\p{Cc}\p{Cs}]/u;

/** The start of 402's message; the rejected value follows it. */
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

/** The error of an answer whose body could not be read. */
export const emptyError: ReadError = { status: null, type: null, message: null };

/** A row with this type of error, in any case of letters, and in the plural too, such as `Missing Required Parameters`. */
export function typeRow(type: unknown): ErrorRow | undefined {
  return typeof type === 'string' ? rowsByType.get(singular(type)) : undefined;
}

const singular = (type: string): string => type.trim().toLowerCase().replace(/s$/, '');
const rowsByType: ReadonlyMap<string, ErrorRow> = new Map(errorRows.map((each) => [singular(each.type), each]));

/**
 * Reads status, type and message of an error, under any of the known names, from the single object in the answer or from the wrapper
 * around it, and in each of them first from its `error`. Null if the body is neither.
 */
export function readErrorBody(body: unknown): ReadError | null {
  const outer = outerObject(body);
  if (outer === null) return null;
  const inner = objectIn(body) ?? outer;
  const field = (name: string): unknown => {
    const value = fieldOf(inner, name);
    return value === undefined && inner !== outer ? fieldOf(outer, name) : value;
  };
  return {
    status: firstOf(statusNames, field, readStatus),
    type: firstOf(typeNames, field, readType),
    message: firstOf(messageNames, field, readText),
  };
}

/**
 * The message of an error that is only a text, as 4.9 reports success. If the endpoint does not have the status, the text may be a proxy's.
 */
export function readErrorText(endpoint: EndpointName, status: number, body: unknown): ReadError | null {
  const isListed = errorRows.some((each) => each.endpoint === endpoint && each.status === status);
  const message = isListed ? textIn(body) : null;
  return message === null ? null : { ...emptyError, message };
}

const statusNames = ['status', 'code', 'statusCode'];
const typeNames = ['type', 'error', 'title'];
export const messageNames: readonly string[] = ['message', 'Message', 'detail', 'error_description'];
/** All fields from which an error is read. */
export const errorFields: ReadonlySet<string> = new Set([
  'error',
  'errors',
  ...statusNames,
  ...typeNames,
  ...messageNames,
]);

/** An own field of an object's `error` or, if it has none, of the object itself. */
function fieldOf(object: Readonly<Record<string, unknown>>, name: string): unknown {
  const nested = object['error'];
  if (isJsonObject(nested) && Object.hasOwn(nested, name)) return nested[name];
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The value of the first of these fields that can be read. */
function firstOf<T>(
  names: readonly string[],
  field: (name: string) => unknown,
  read: (value: unknown) => T | null,
): T | null {
  for (const name of names) {
    const value = read(field(name));
    if (value !== null) return value;
  }
  return null;
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** In a problem document (RFC 9457), `type` is an address, and the title names the type. */
function readType(value: unknown): string | null {
  const text = readText(value);
  return text === null || /^(?:[a-z][a-z0-9+.-]*:|\/)\S*$/i.test(text) ? null : text;
}
