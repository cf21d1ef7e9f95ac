/**
 * Reads requests in a dialect, and rewrites them for the handlers: the place of the token, and the filter's notation. A request that the
 * dialect does not allow gets the endpoint's own error, so that a wrong setting is noticed.
 */
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import {
  type FilterKey,
  type FilterNotation,
  type FilterValue,
  fileFilterKeys,
  parseFilter,
  printFilter,
  transactionFilterKeys,
} from '@realty-forms/contract/calls/filter.ts';
import { mediaTypeOf } from '../http/body.ts';
import { Failure, invalidCredentials, invalidFilter, invalidRequest } from '../http/failure.ts';
import type { Dialect } from './dialect.ts';
import { missingParameters } from './errors.ts';
import { parseTimestamp, type TimestampNotation } from './timestamps.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The Authorization header that the handlers read. */
export function readAuthorization(endpoint: EndpointName, headers: Headers, { token }: Dialect): string | undefined {
  const { authorization } = headers as { authorization?: string };
  if (endpoint === 'token') {
    requireMethod(token.by, authorization, String(headers['content-type'] ?? ''));
    return authorization;
  }
  const value = headers[token.header];
  return typeof value === 'string' ? value : undefined;
}

function requireMethod(by: Dialect['token']['by'], authorization: string | undefined, type: string): void {
  if (by === 'any') return;
  if ((by === 'basic') !== (authorization !== undefined)) throw invalidCredentials();
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  if ((by === 'json') === isForm) throw invalidRequest('the body has another content type');
}

/** The body that the handlers read. */
export function readBody(endpoint: EndpointName, headers: Headers, body: string, dialect: Dialect): string {
  const { filter, timestamps } = dialect;
  if (dialect.parameters === 'required') requireParameters(endpoint, String(headers['content-type'] ?? ''), body);
  if (!isFiltered(endpoint)) return body;
  const request = parse(body);
  const text = request?.['filter'];
  if (typeof text !== 'string' || text.trim() === '') return body;
  const notation = endpoint === 'listTrans' ? notationOf(filter) : {};
  const keys: Readonly<Record<string, FilterKey>> = endpoint === 'listTrans' ? transactionFilterKeys : fileFilterKeys;
  const parsed = parseFilter(text, keys, { ...ownNotation, ...notation });
  if (!parsed.ok) throw invalidFilter(endpoint, parsed.problem);
  const notationOfTimestamps = { format: filter.timestamps, dates: filter.dates, zone: timestamps.zone };
  const values = [...parsed.values].map(
    ([key, value]) => [key, readValue(endpoint, key, value, keys[key], filter, notationOfTimestamps)] as const,
  );
  return JSON.stringify({ ...request, filter: printOwnFilter(endpoint, values) });
}

/**
 * Requires every parameter in the table, blank or not. Parameters in a body other than JSON do not count. Uploads and tokens have forms.
 */
function requireParameters(endpoint: EndpointName, type: string, body: string): void {
  if (endpoint === 'uploadfiles' || endpoint === 'token') return;
  const given = mediaTypeOf(type) === 'application/json' ? parse(body) : null;
  const missing = Object.keys(endpoints[endpoint].request).filter((name) => (given?.[name] ?? null) === null);
  if (missing.length === 0) return;
  const error = missingParameters(missing);
  throw new Failure(error, error.message);
}

/** A text with the separator of another notation, such as `NRDSID=1,propertyType=C` without brackets, is not a valid value in ours. */
function printOwnFilter(endpoint: EndpointName, values: readonly (readonly [string, FilterValue])[]): string {
  try {
    return printFilter(values);
  } catch (error) {
    if (error instanceof RangeError) throw invalidFilter(endpoint, 'a value has a character that filters reserve');
    throw error;
  }
}

const ownNotation: FilterNotation = { brackets: true, separator: ',', range: ' - ' };

const notationOf = ({ brackets, separator, range }: Dialect['filter']): FilterNotation => ({
  brackets: brackets === 'on',
  separator,
  range: range === 'spaced' ? ' - ' : '-',
});

function readValue(
  endpoint: EndpointName,
  key: string,
  value: FilterValue,
  row: FilterKey | undefined,
  { bounds }: Dialect['filter'],
  notation: TimestampNotation,
): FilterValue {
  const read = (text: string) => {
    const timestamp = parseTimestamp(text, notation);
    if (timestamp === null) throw invalidFilter(endpoint, `${key} ${text} is not a timestamp`);
    return timestamp;
  };
  if (typeof value === 'object' && 'from' in value) return { from: read(value.from), to: read(value.to) };
  if (row?.value !== 'timestamp' || typeof value !== 'string') return value;
  const timestamp = read(value);
  return bounds === 'exclusive' && /_(?:min|since)$/.test(key) ? justAfter(timestamp) : timestamp;
}

/** The bound itself is excluded, so the handlers' bound is a millisecond later. */
function justAfter(timestamp: string): string {
  const instant = Temporal.Instant.from(timestamp.includes('T') ? timestamp : `${timestamp}T00:00:00Z`);
  return instant.add({ milliseconds: 1 }).toString();
}

const isFiltered = (endpoint: EndpointName) => endpoint !== 'activeUsers' && 'filter' in endpoints[endpoint].request;

function parse(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
}
