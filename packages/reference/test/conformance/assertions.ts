/**
 * Assertions that rules make about a response: it succeeded, holds a page or records, has exactly these columns, or is the
 * error of a row of section 7. The message of a failed assertion quotes the response.
 */
import assert from 'node:assert/strict';
import type { ApiResponse } from './client.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Page {
  readonly total: number;
  readonly max: number;
  readonly next: number | null;
  readonly data: readonly Fields[];
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function assertSuccess(response: ApiResponse): void {
  assert.ok(response.status >= 200 && response.status < 300, `expected success, got ${describe(response)}`);
}

/** Reads the body as an array of records. */
export function readRecords(body: unknown): readonly Fields[] {
  // Texts are made of what is wrong alone: a list has megabytes.
  if (!Array.isArray(body)) assert.fail(`expected an array, got ${excerpt(JSON.stringify(body))}`);
  for (const record of body)
    if (!isFields(record)) assert.fail(`expected a record, got ${excerpt(JSON.stringify(record))}`);
  return body;
}

/** Reads the envelope of 2.1: exactly meta and data; meta has exactly total, max and next_batch_no; total counts data. */
export function readPage(body: unknown): Page {
  if (!isFields(body)) assert.fail(`expected an object with meta and data, got ${excerpt(JSON.stringify(body))}`);
  assert.deepEqual(Object.keys(body).sort(), ['data', 'meta']);
  const meta = body['meta'];
  assert.ok(isFields(meta), 'meta is no object');
  assert.deepEqual(Object.keys(meta).sort(), ['max', 'next_batch_no', 'total']);
  const { total, max, next_batch_no: next } = meta;
  assert.ok(
    Number.isInteger(total) && Number.isInteger(max),
    `total and max are integers, got ${JSON.stringify(meta)}`,
  );
  assert.ok(
    next === null || Number.isInteger(next),
    `next_batch_no is an integer or null, got ${JSON.stringify(meta)}`,
  );
  const data = readRecords(body['data']);
  assert.equal(total, data.length, 'meta.total is the number of records in the batch');
  return { total: data.length, max: max as number, next: next as number | null, data };
}

/** Asserts that every record has exactly these columns. */
export function assertExactColumns(records: readonly Fields[], columns: readonly string[]): void {
  const expected = [...columns].sort();
  assert.ok(records.length > 0, 'there is no record to look at');
  for (const record of records) assert.deepEqual(Object.keys(record).sort(), expected);
}

/** Asserts an error of section 7: its status, its type, and its message if the row has one; the body's shape is left open. */
export function assertError(response: ApiResponse, status: number, type: string, message?: string | RegExp): void {
  assert.equal(statusOf(response), status, `expected ${status} ${type}, got ${describe(response)}`);
  const texts = textsOf(response.body);
  assert.ok(texts.includes(type), `expected the type ${type}, got ${describe(response)}`);
  if (message === undefined) return;
  const found = texts.some((text) => (typeof message === 'string' ? text === message : message.test(text)));
  assert.ok(found, `expected the message ${message}, got ${describe(response)}`);
}

/** The HTTP status, or the status in the body if the HTTP status is below 400. */
function statusOf({ status, body }: ApiResponse): number {
  return status < 400 && isFields(body) && typeof body['status'] === 'number' ? body['status'] : status;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Asserts the error body that we assume: a problem document with exactly title, type, status and detail, with the HTTP status. */
export function assertErrorBody({ status, body, headers }: ApiResponse): void {
  assert.ok(isFields(body), 'the error has no JSON body');
  assert.deepEqual(Object.keys(body).sort(), ['detail', 'status', 'title', 'type']);
  assert.equal(body['status'], status);
  assert.ok(typeof body['title'] === 'string' && typeof body['detail'] === 'string' && body['detail'] !== '');
  assert.ok(URL.canParse(String(body['type'])), 'the type is an address');
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json\b/);
}

function describe({ status, text }: ApiResponse): string {
  return `${status} ${excerpt(text)}`;
}

function excerpt(text: string | undefined): string {
  return String(text).slice(0, 300);
}
