/**
 * Checks a request's fields against its endpoint's row (section 4): required fields are present, values have the right kind,
 * and no invalid characters where the endpoint has that error. Handlers check what values mean. Unknown fields are ignored.
 */

import { INVALID_CHARACTERS } from '@realty-forms/contract/answers/errors.ts';
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  limits,
  type RequestField,
} from '@realty-forms/contract/calls/endpoints.ts';
import type { UploadedFile } from '../files/bytes.ts';
import type { Window } from '../store/agents.ts';
import { hasRow, invalidCharacter, invalidValue, missingParameter } from './failure.ts';

/** A request's fields, each of the kind in its row; absent, null and (for text) blank fields are undefined. */
export interface RequestValues {
  readonly text: (name: string) => string | undefined;
  readonly integer: (name: string) => number | undefined;
  readonly boolean: (name: string) => boolean | undefined;
  readonly list: (name: string) => readonly unknown[] | undefined;
  readonly file: (name: string) => UploadedFile | undefined;
  /** The whole body, for the one endpoint that defines no fields. */
  readonly body: RequestBody;
}

export type RequestBody = Readonly<Record<string, unknown>>;

/** Throws the endpoint's own failure for the first invalid field; missing required fields come first. */
export function readRequest(endpoint: EndpointName, body: RequestBody): RequestValues {
  const fields: [string, RequestField][] = Object.entries(endpoints[endpoint].request);
  const values = new Map<string, unknown>();
  for (const [name, { kind, optional }] of fields) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    // An optional field of any kind may be blank.
    const isBlank = (kind === 'text' || optional) && isBlankText(value);
    const isAbsent = value === undefined || value === null || isBlank;
    if (!isAbsent) values.set(name, value);
    else if (!optional) throw missingParameter(endpoint, name);
  }
  for (const [name, { kind, optional }] of fields) {
    if (!values.has(name) || isOfKind[kind](values.get(name))) continue;
    throw optional ? invalidValue(endpoint, name) : missingParameter(endpoint, name);
  }
  const { anyOf }: Endpoint = endpoints[endpoint];
  if (anyOf?.every((name) => !values.has(name))) throw missingParameter(endpoint, anyOf.join(' or '));
  for (const [name, value] of values) {
    if (name === FILTER_FIELD) continue;
    if (hasRow(endpoint, 402)) rejectInvalidCharacters(endpoint, value);
    else if (typeof value === 'string' && !isStorable(value)) throw missingParameter(endpoint, name);
  }
  return {
    text: (name) => values.get(name) as string | undefined,
    integer: (name) => values.get(name) as number | undefined,
    boolean: (name) => (values.has(name) ? String(values.get(name)) === 'true' : undefined),
    list: (name) => values.get(name) as readonly unknown[] | undefined,
    file: (name) => values.get(name) as UploadedFile | undefined,
    body,
  };
}

const isOfKind: Readonly<Record<RequestField['kind'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  // The range is checked elsewhere, because the rules differ: one field falls back to a default (4.2), others are rejected.
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean' || value === 'true' || value === 'false',
  list: Array.isArray,
  file: (value) => typeof value === 'object',
};

const isBlankText = (value: unknown) => typeof value === 'string' && value.trim() === '';

/** The filter contains angle brackets by its notation; its values are checked after it is parsed. */
const FILTER_FIELD = 'filter';

export function rejectInvalidCharacters(endpoint: EndpointName, value: unknown): void {
  if (typeof value !== 'string') return;
  if (INVALID_CHARACTERS.test(value)) throw invalidCharacter(endpoint, value);
}

/** False for a lone surrogate or a NUL, which not every database stores: neither would be returned as it was sent. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** The batch that a request selects (section 8), as an offset from the first record. */
export function readBatch(endpoint: EndpointName, values: RequestValues): Window & { readonly batchNo: number } {
  const size = values.integer('batch_size') ?? limits.batchSize.default;
  const batchNo = values.integer('batch_no') ?? limits.batchNo.default;
  if (size < 1 || size > limits.batchSize.max) throw invalidValue(endpoint, 'batch_size');
  if (batchNo < 1 || !Number.isSafeInteger(batchNo)) throw invalidValue(endpoint, 'batch_no');
  // Clamped, so that a batch number beyond any list stays within the integers that a database accepts.
  return { batchNo, limit: size, offset: Math.min((batchNo - 1) * size, Number.MAX_SAFE_INTEGER) };
}

/** The number of the next batch, or null after the last (2.1). */
export function nextBatchNo(
  { batchNo, offset, limit }: Window & { readonly batchNo: number },
  max: number,
): number | null {
  return offset + limit < max ? batchNo + 1 : null;
}
