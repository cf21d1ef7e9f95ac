/**
 * Reads requests that are written in a speech, and rewrites them as the handlers expect them: where the token is, and the
 * filter's notation. What the speech does not allow is the endpoint's own error, so that a wrong setting never goes unnoticed.
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
import { missingParameters } from './errors.ts';
import { type MomentNotation, readMoment } from './moments.ts';
import type { Speech } from './speech.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The Authorization header that the handlers read. */
export function hearAuthorization(endpoint: EndpointName, headers: Headers, { token }: Speech): string | undefined {
  const { authorization } = headers as { authorization?: string };
  if (endpoint === 'token') {
    requireMethod(token.by, authorization, String(headers['content-type'] ?? ''));
    return authorization;
  }
  const value = headers[token.header];
  return typeof value === 'string' ? value : undefined;
}

function requireMethod(by: Speech['token']['by'], authorization: string | undefined, type: string): void {
  if (by === 'any') return;
  if ((by === 'basic') !== (authorization !== undefined)) throw invalidCredentials();
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  if ((by === 'json') === isForm) throw invalidRequest('the body has another content type');
}

/** The body that the handlers read. */
export function hearBody(endpoint: EndpointName, headers: Headers, body: string, speech: Speech): string {
  const { filter, timestamps } = speech;
  if (speech.parameters === 'required') requireParameters(endpoint, String(headers['content-type'] ?? ''), body);
  if (!isFiltered(endpoint)) return body;
  const request = parse(body);
  const text = request?.['filter'];
  if (typeof text !== 'string' || text.trim() === '') return body;
  const notation = endpoint === 'listTrans' ? notationOf(filter) : {};
  const keys: Readonly<Record<string, FilterKey>> = endpoint === 'listTrans' ? transactionFilterKeys : fileFilterKeys;
  const parsed = parseFilter(text, keys, { ...ownNotation, ...notation });
  if (!parsed.ok) throw invalidFilter(endpoint, parsed.problem);
  const moments = { format: filter.timestamps, dates: filter.dates, zone: timestamps.zone };
  const heard = [...parsed.values].map(
    ([key, value]) => [key, hearValue(endpoint, key, value, keys[key], filter, moments)] as const,
  );
  return JSON.stringify({ ...request, filter: printHeard(endpoint, heard) });
}

/** Every parameter of the table, blank or not; of a body under another type than JSON, none counts. Uploads and tokens have forms. */
function requireParameters(endpoint: EndpointName, type: string, body: string): void {
  if (endpoint === 'uploadfiles' || endpoint === 'token') return;
  const given = mediaTypeOf(type) === 'application/json' ? parse(body) : null;
  const missing = Object.keys(endpoints[endpoint].request).filter((name) => (given?.[name] ?? null) === null);
  if (missing.length === 0) return;
  const error = missingParameters(missing);
  throw new Failure(error, error.message);
}

/** Text with the separator of another notation, as in `NRDSID=1,propertyType=C` without brackets, is no value in ours. */
function printHeard(endpoint: EndpointName, heard: readonly (readonly [string, FilterValue])[]): string {
  try {
    return printFilter(heard);
  } catch (error) {
    if (error instanceof RangeError) throw invalidFilter(endpoint, 'a value has a character that filters reserve');
    throw error;
  }
}

const ownNotation: FilterNotation = { brackets: true, separator: ',', range: ' - ' };

const notationOf = ({ brackets, separator, range }: Speech['filter']): FilterNotation => ({
  brackets: brackets === 'on',
  separator,
  range: range === 'spaced' ? ' - ' : '-',
});

function hearValue(
  endpoint: EndpointName,
  key: string,
  value: FilterValue,
  row: FilterKey | undefined,
  { bounds }: Speech['filter'],
  moments: MomentNotation,
): FilterValue {
  const moment = (text: string) => {
    const heard = readMoment(text, moments);
    if (heard === null) throw invalidFilter(endpoint, `${key} ${text} is not a timestamp`);
    return heard;
  };
  if (typeof value === 'object' && 'from' in value) return { from: moment(value.from), to: moment(value.to) };
  if (row?.value !== 'timestamp' || typeof value !== 'string') return value;
  const heard = moment(value);
  return bounds === 'exclusive' && /_(?:min|since)$/.test(key) ? justAfter(heard) : heard;
}

/** The bound itself is not included: the handlers' bound is a millisecond later. */
function justAfter(moment: string): string {
  const instant = Temporal.Instant.from(moment.includes('T') ? moment : `${moment}T00:00:00Z`);
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
