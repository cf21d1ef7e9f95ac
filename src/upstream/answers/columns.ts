/**
 * Reads a body in one pass, and only the selected columns of its records. The result equals JSON.parse's without the other columns. For
 * anything unexpected (a repeated column, a selected one with a nested value) it is null, and the full parse decides (2.1, 2.4).
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { errorFields } from '@realty-forms/contract/answers/errors.ts';
import { parseExactly } from '@realty-forms/contract/answers/json.ts';
import type { SelectedRecord, Selection } from '@realty-forms/contract/columns/selection.ts';
import { RecordReader } from './column-records.ts';
import {
  afterColon,
  afterSpace,
  afterString,
  afterValue,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  type SliceableBuffer,
  type Source,
  viewOf,
} from './json-text.ts';

/** A JSON value with a SelectedRecord in place of each record. */
type PartialBody = { readonly body: unknown } | null;

export type ColumnReader = Readonly<ReturnType<typeof createColumnReader>>;

/** A value, and the offset after it. */
interface Read {
  readonly body: unknown;
  readonly records: readonly SelectedRecord[];
  readonly end: number;
}

/** The wrapper may differ from the specified one. No column of a record has one of these names. */
const PAGE_HEAD = /^\{[ \t\n\r]*"(?:meta|data)"/;
const MAX_HEAD = 64;

/** `key`: each record must have a value in one of these columns; other records are left to the full parse. */
export function createColumnReader(key: readonly string[]) {
  const reader = new RecordReader(key);

  function readList(source: Source, start: number, selection: Selection): Read | null {
    const read = reader.read(source, start + 1, selection);
    return read && { body: read.records, records: read.records, end: read.end + 1 };
  }

  function readPage(source: Source, start: number, selection: Selection): Read | null {
    const { bytes } = source;
    const members = new Map<string, unknown>();
    let list: Read | null = null;
    let at = start;
    for (;;) {
      at = afterSpace(bytes, at);
      if (bytes[at] === CLOSE_BRACE && list !== null)
        return { body: Object.fromEntries(members), records: list.records, end: at + 1 };
      if (bytes[at] !== (members.size === 0 ? OPEN_BRACE : COMMA)) return null;
      at = afterSpace(bytes, at + 1);
      const keyEnd = afterString(bytes, at);
      const valueStart = afterColon(bytes, keyEnd);
      if (valueStart === -1) return null;
      const name = JSON.parse(bytes.utf8Slice(at, keyEnd)) as string;
      if (members.has(name)) return null;
      if (name === 'data') {
        list = bytes[valueStart] === OPEN_BRACKET ? readList(source, valueStart, selection) : null;
        if (list === null) return null;
        members.set(name, list.body);
        at = list.end;
      } else {
        at = afterValue(bytes, valueStart);
        if (at === -1) return null;
        members.set(name, parseExactly(bytes.utf8Slice(valueStart, at)));
      }
    }
  }

  function readBody(source: Source, start: number, selection: Selection): Read | null {
    const { bytes } = source;
    const isInList = bytes[start] === OPEN_BRACKET;
    const first = isInList ? afterSpace(bytes, start + 1) : start;
    if (!PAGE_HEAD.test(bytes.latin1Slice(first, Math.min(first + MAX_HEAD, bytes.length))))
      return isInList ? readList(source, start, selection) : null;
    const page = readPage(source, first, selection);
    if (page === null || !isInList) return page;
    const end = afterSpace(bytes, page.end);
    return bytes[end] === CLOSE_BRACKET ? { ...page, body: [page.body], end: end + 1 } : null;
  }

  return {
    /** The selected part of the body; null if only a full parse can read it. */
    read(body: Buffer, selection: Selection): PartialBody {
      if (!isUtf8(body)) return null;
      const bytes = body as SliceableBuffer;
      const source = { bytes, view: viewOf(body), isAscii: isAscii(body) };
      const read = readBody(source, afterSpace(bytes, 0), selection);
      if (read === null || afterSpace(bytes, read.end) !== bytes.length || mayBeOther(read.records)) return null;
      return { body: read.body };
    },
  };
}

/** Whether a body is a single record with a column that an error or a page could also have, whose value has not been read. */
function mayBeOther(records: readonly SelectedRecord[]): boolean {
  const [record] = records;
  if (records.length !== 1 || record === undefined) return false;
  return record.unknownColumns.some((name) => name === 'data' || errorFields.has(name));
}
