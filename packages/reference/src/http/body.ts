/**
 * The bodies of requests and responses. The specification shows no content types (section 4). A request is JSON if its type says so or is
 * absent; the token endpoint also accepts the form encoding that OAuth clients send. Any other type gets the endpoint's own 400.
 */

import { wrapPage } from '@realty-forms/contract/answers/envelope.ts';
import type { EndpointName, Wrapper } from '@realty-forms/contract/calls/endpoints.ts';
import { malformedRequest } from './failure.ts';
import type { RequestBody } from './validate.ts';

/** The limit of every endpoint except uploads. */
export const BODY_LIMIT_BYTES = 1_048_576;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';

export function readBody(endpoint: EndpointName, contentType: string | undefined, bytes: Buffer): RequestBody {
  if (bytes.length === 0) return {};
  const text = decode(endpoint, bytes);
  const type = mediaTypeOf(contentType);
  if (type === '' || JSON_TYPE.test(type)) return readJson(endpoint, text);
  if (endpoint === 'token' && type === FORM_TYPE) return readForm(text);
  throw malformedRequest(endpoint);
}

/** The media type of a Content-Type header, without parameters; empty if there is none. */
export function mediaTypeOf(contentType: string | undefined): string {
  return contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
}

function decode(endpoint: EndpointName, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw malformedRequest(endpoint);
  }
}

function readJson(endpoint: EndpointName, text: string): RequestBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformedRequest(endpoint);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformedRequest(endpoint);
  return value as RequestBody;
}

/** Reads a field that is given twice as a list, which is not a valid value for any field. */
function readForm(text: string): RequestBody {
  const form = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const all = form.getAll(name);
      return [name, all.length === 1 ? all[0] : all];
    }),
  );
}

/**
 * The time that a request may take to arrive, as Node limits it: the time for the largest file as base64 at one megabit per second, plus
 * half a minute.
 */
export function requestTimeoutMs(maxFileBytes: number): number {
  return 30_000 + Math.ceil(((maxFileBytes * 4) / 3 / 131_072) * 1000);
}

export type HandlerResult =
  | { readonly value: unknown }
  | { readonly records: readonly string[] }
  /** A page whose total can exceed the number of its records. */
  | { readonly records: readonly string[]; readonly total: number }
  | { readonly records: readonly string[]; readonly max: number; readonly nextBatchNo: number | null };

/**
 * Prints a handler's result as JSON, in the endpoint's wrapper (2.1, 4). Records that are stored as JSON text are concatenated
 * unparsed.
 */
export function printBody(wrapper: Wrapper, result: HandlerResult): string {
  if ('value' in result) return JSON.stringify(result.value);
  const records = `[${result.records.join(',')}]`;
  if (wrapper === 'list') return records;
  const page = 'max' in result ? result : { max: null, nextBatchNo: null };
  const total = 'total' in result ? result.total : result.records.length;
  const { meta } = wrapPage({ max: page.max, nextBatchNo: page.nextBatchNo, total, data: [] });
  const text = `{"meta":${JSON.stringify(meta)},"data":${records}}`;
  return wrapper === 'pageInList' ? `[${text}]` : text;
}
