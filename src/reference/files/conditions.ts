/**
 * Conditional and range requests on one stored file (RFC 9110, 13 and 14): whether it is sent, whole or in part. One range is
 * served; several, or one that cannot be read, are answered with the whole file, as the RFC allows.
 */
import type { IncomingHttpHeaders } from 'node:http';

export interface Representation {
  readonly size: number;
  /** Strong, with its quotes. */
  readonly etag: string;
  /** Milliseconds since the epoch. */
  readonly modified: number;
}

interface ByteRange {
  readonly start: number;
  /** Included. */
  readonly end: number;
}

export type Outcome = { readonly status: 200 | 304 | 412 | 416 } | { readonly status: 206; readonly range: ByteRange };

export function decide(method: string, headers: IncomingHttpHeaders, file: Representation): Outcome {
  const precondition = checkPreconditions(headers, file);
  if (precondition !== null) return { status: precondition };
  if (method !== 'GET' || headers.range === undefined || !isStillSame(headers['if-range'], file))
    return { status: 200 };
  const range = readRange(headers.range, file.size);
  if (range === null) return { status: 200 };
  return range === 'outside' ? { status: 416 } : { status: 206, range };
}

/** In the order of RFC 9110, 13.2.2. */
function checkPreconditions(headers: IncomingHttpHeaders, file: Representation): 304 | 412 | null {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) {
    if (!namesEtag(ifMatch, file.etag)) return 412;
  } else if (secondsOf(headers['if-unmodified-since']) < secondOf(file.modified)) return 412;
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return namesEtag(ifNoneMatch.replaceAll('W/', ''), file.etag) ? 304 : null;
  const since = headers['if-modified-since'];
  return since !== undefined && secondsOf(since) >= secondOf(file.modified) && secondsOf(since) !== Infinity
    ? 304
    : null;
}

function namesEtag(list: string, etag: string): boolean {
  return list.split(',').some((item) => item.trim() === etag || item.trim() === '*');
}

/** If-Range: the part is wanted only of the very file that the asker already has the other parts of. */
function isStillSame(ifRange: string | string[] | undefined, file: Representation): boolean {
  if (typeof ifRange !== 'string') return ifRange === undefined;
  return ifRange.startsWith('"') ? ifRange === file.etag : secondsOf(ifRange) === secondOf(file.modified);
}

const secondOf = (moment: number) => Math.floor(moment / 1000);

/** The header's date in seconds; one that is absent or no date is later than every file. */
function secondsOf(date: string | undefined): number {
  const moment = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(moment) ? Infinity : secondOf(moment);
}

const RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/** The range within the file; null where the header is to be ignored. */
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
