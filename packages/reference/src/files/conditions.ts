/**
 * Conditional and range requests for one stored file (RFC 9110, 13 and 14): decides whether it is sent, whole or in part. A
 * single range is served; several ranges, or an unreadable one, get the whole file, as the RFC allows.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { namesTag, namesTagWeakly } from '@realty-forms/platform/web/entity-tags.ts';

export interface Representation {
  readonly size: number;
  /** A strong ETag, with its quotes. */
  readonly etag: string;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

interface ByteRange {
  readonly start: number;
  /** Inclusive. */
  readonly end: number;
}

export type Decision = { readonly status: 200 | 304 | 412 | 416 } | { readonly status: 206; readonly range: ByteRange };

export function evaluateConditions(method: string, headers: IncomingHttpHeaders, file: Representation): Decision {
  const precondition = checkPreconditions(headers, file);
  if (precondition !== null) return { status: precondition };
  if (method !== 'GET' || headers.range === undefined || !matchesIfRange(headers['if-range'], file))
    return { status: 200 };
  const range = readRange(headers.range, file.size);
  if (range === null) return { status: 200 };
  return range === 'outside' ? { status: 416 } : { status: 206, range };
}

/** Evaluates the preconditions in the order of RFC 9110, 13.2.2. */
function checkPreconditions(headers: IncomingHttpHeaders, file: Representation): 304 | 412 | null {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) {
    if (!namesTag(ifMatch, file.etag)) return 412;
  } else if (headerSeconds(headers['if-unmodified-since']) < toSeconds(file.modified)) return 412;
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return namesTagWeakly(ifNoneMatch, file.etag) ? 304 : null;
  const ifModifiedSince = headers['if-modified-since'];
  return ifModifiedSince !== undefined &&
    headerSeconds(ifModifiedSince) >= toSeconds(file.modified) &&
    headerSeconds(ifModifiedSince) !== Infinity
    ? 304
    : null;
}

/** If-Range: the client wants the range only if the file is still the one whose other parts it already has. */
function matchesIfRange(ifRange: string | string[] | undefined, file: Representation): boolean {
  if (typeof ifRange !== 'string') return ifRange === undefined;
  return ifRange.startsWith('"') ? ifRange === file.etag : headerSeconds(ifRange) === toSeconds(file.modified);
}

const toSeconds = (moment: number) => Math.floor(moment / 1000);

/** The header's date in seconds since the epoch; Infinity, later than any file, if it is absent or not a date. */
function headerSeconds(date: string | undefined): number {
  const moment = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(moment) ? Infinity : toSeconds(moment);
}

const RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/** The range within the file; null if the header must be ignored. */
function readRange(header: string, size: number): ByteRange | 'outside' | null {
  const [, first, last] = RANGE.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= size) return 'outside';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
