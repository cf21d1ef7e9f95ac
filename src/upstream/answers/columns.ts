/**
 * Reads only the selected columns of a body's records, relying on the columns and the notation of blanks that were seen in
 * earlier full parses. The result equals JSON.parse's without the other columns, and with blanks that are all alike. For
 * anything unexpected (a repeated column, a selected one with a nested value) it returns null, and the full parse decides (2.1, 2.4).
 */
import { isUtf8 } from 'node:buffer';
import { errorFields } from '../../contract/answers/errors.ts';
import type { SelectedRecord, Selection } from '../../contract/columns/selection.ts';
import { knownColumns, type Layout } from './column-layout.ts';
import { learnLayout } from './column-learning.ts';
import { readRecords } from './column-records.ts';
import { type Source, sourceOf } from './json-text.ts';

/** A JSON value with a SelectedRecord for each record. */
export type PartialBody = { readonly body: unknown } | null;

export type ColumnReader = Readonly<ReturnType<typeof createColumnReader>>;

/** After consecutive misses, at most this many bodies are parsed in full without an attempt; or read without learning odd blanks. */
const MAX_BACKOFF = 256;
/** A body with more odd blanks than this many a record, on average, is worth learning from. */
const MAX_ODD_BLANKS = 8;
const SPACE = '[ \\t\\n\\r]*';
// Meta contains no brace, bracket or backslash, so the first closing brace after it is its own, or the text is not JSON.
const META = `"meta"${SPACE}:${SPACE}(\\{[^{}[\\]\\\\]*\\})`;
const PAGE_HEAD = new RegExp(
  `^${SPACE}(\\[?)${SPACE}\\{${SPACE}(?:${META}${SPACE},${SPACE})?"data"${SPACE}:${SPACE}\\[`,
);
const PAGE_TAIL = new RegExp(`^\\]${SPACE}(?:,${SPACE}${META}${SPACE})?\\}${SPACE}(\\]?)${SPACE}$`);
const LIST_HEAD = /^[ \t\n\r]*\[/;
const LIST_TAIL = /^\][ \t\n\r]*$/;
/** The number of bytes searched for a page's head; a longer head is left to the full parse. */
const MAX_HEAD = 1024;

/** @param maxBackoff Maximum number of bodies that are parsed in full without an attempt after consecutive misses. */
export function createColumnReader(maxBackoff = MAX_BACKOFF) {
  let layout: Layout | null = null;
  let isWrong = true;
  const misses = new Backoff(maxBackoff);
  // There may be no end to the ways in which a service writes blanks.
  const lessons = new Backoff(MAX_BACKOFF);

  return {
    /** The selected part of the body, or null if only a full parse can tell. */
    read(bytes: Buffer, selection: Selection): PartialBody {
      if (misses.isPausing() || layout === null) return null;
      const read = isUtf8(bytes) ? readBody(sourceOf(bytes), layout, selection) : null;
      isWrong = read === null || (isOdd(read) && !lessons.isPausing());
      if (read === null) misses.pause();
      else {
        misses.reset();
        if (isWrong) lessons.pause();
      }
      return read === null || isWrong || mayBeError(read.records) ? null : { body: read.body };
    },
    /** Learns the columns and their notation from a body that was fully parsed for this selection, and its bytes. */
    learn(body: unknown, bytes: Buffer, selection: Selection): void {
      // Bodies that nobody has tried to read by their columns teach nothing.
      if (!isWrong) return;
      isWrong = false;
      layout = learnLayout(layout, body, bytes, knownColumns(selection)) ?? layout;
    },
  };
}

/** Longer and longer pauses, up to `max`, counted in what is not tried. */
class Backoff {
  readonly #max: number;
  #length = 0;
  #left = 0;

  constructor(max: number) {
    this.#max = max;
  }

  isPausing(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }

  pause(): void {
    this.#length = Math.min(this.#max, this.#length * 2 + 1);
    this.#left = this.#length;
  }

  reset(): void {
    this.#length = 0;
  }
}

/** Whether a body is nothing but one record that has a column of an error, whose value has not been read. */
function mayBeError(records: readonly SelectedRecord[]): boolean {
  const [record] = records;
  return records.length === 1 && record !== undefined && record.unknownColumns.some((name) => errorFields.has(name));
}

type ReadBody = { readonly body: unknown; readonly records: readonly SelectedRecord[]; readonly oddBlanks: number };

function isOdd({ records, oddBlanks }: ReadBody): boolean {
  return oddBlanks > MAX_ODD_BLANKS * records.length;
}

function readBody(source: Source, layout: Layout, selection: Selection): ReadBody | null {
  // The wrapper may differ from the one that the spec shows.
  const start = source.bytes.toString('latin1', 0, MAX_HEAD);
  const head = PAGE_HEAD.exec(start);
  if (head !== null) return readPage(source, head, layout, selection);
  const listHead = LIST_HEAD.exec(start);
  return listHead === null ? null : readList(source, listHead[0].length, layout, selection);
}

function readPage(source: Source, head: RegExpExecArray, layout: Layout, selection: Selection): ReadBody | null {
  const { bytes } = source;
  const parsed = readRecords(source, head[0].length, layout, selection);
  if (parsed === null) return null;
  const tail = PAGE_TAIL.exec(bytes.toString('latin1', parsed.end));
  if (tail === null || (head[1] === '[') !== (tail[2] === ']')) return null;
  // If meta occurs twice or not at all, the full parse decides.
  if ((head[2] === undefined) === (tail[1] === undefined)) return null;
  try {
    const page = { meta: JSON.parse(latin1ToUtf8(head[2] ?? (tail[1] as string))) as unknown, data: parsed.records };
    return { ...parsed, body: head[1] === '[' ? [page] : page };
  } catch {
    return null;
  }
}

function readList(source: Source, start: number, layout: Layout, selection: Selection): ReadBody | null {
  const parsed = readRecords(source, start, layout, selection);
  if (parsed === null) return null;
  return LIST_TAIL.test(source.bytes.toString('latin1', parsed.end)) ? { ...parsed, body: parsed.records } : null;
}

/** Decodes as UTF-8 a text that holds one byte per character. */
function latin1ToUtf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
