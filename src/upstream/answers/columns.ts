/**
 * Reads only the selected columns of a body's records, relying on the columns, the spacing and the notation of blanks that were
 * seen in earlier full parses. The result equals JSON.parse's without the other columns, and with blanks that are all alike. For
 * anything unexpected (a repeated column, a selected one with a nested value) it returns null, and the full parse decides (2.1, 2.4).
 */
import { isUtf8 } from 'node:buffer';
import { errorFields } from '../../contract/answers/errors.ts';
import type { SelectedRecord, Selection } from '../../contract/columns/selection.ts';
import { beginsLike, knownColumns, type Layout } from './column-layout.ts';
import { layoutLike, learnLayout } from './column-learning.ts';
import { type ReadRecords, readRecords } from './column-records.ts';
import { afterSpace, type Source, sourceOf } from './json-text.ts';

/** A JSON value with a SelectedRecord for each record. */
export type PartialBody = { readonly body: unknown } | null;

export type ColumnReader = Readonly<ReturnType<typeof createColumnReader>>;

/** After consecutive misses, at most this many bodies are parsed in full without an attempt; or read without learning from them. */
const MAX_BACKOFF = 256;
/** A body that deviates from its layout more often than this in a record, on average, is worth learning from. */
const MAX_DEVIATIONS = 8;
/** The processes of a service write records in few ways. */
const MAX_LAYOUTS = 4;
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

/**
 * @param key The columns of which each record must have one that names something; others are left to the full parse.
 * @param maxBackoff Maximum number of bodies that are parsed in full without an attempt after consecutive misses.
 */
export function createColumnReader(maxBackoff = MAX_BACKOFF, key: readonly string[] = []) {
  const keys: ReadonlySet<string> = new Set(key);
  /** The one that was used last is the first. */
  let layouts: readonly Layout[] = [];
  let isWrong = true;
  const misses = new Backoff(maxBackoff);
  // There may be no end to the ways in which a service writes blanks, or records.
  const lessons = new Backoff(MAX_BACKOFF);
  const use = (layout: Layout, before = layout): void => {
    if (layout !== layouts[0]) layouts = [layout, ...layouts.filter((other) => other !== before)].slice(0, MAX_LAYOUTS);
  };

  return {
    /** The selected part of the body, or null if only a full parse can tell. */
    read(bytes: Buffer, selection: Selection): PartialBody {
      if (misses.isPausing() || layouts.length === 0) return null;
      const read = isUtf8(bytes) ? readBody(sourceOf(bytes), layouts, selection, keys) : null;
      isWrong = read === null || (isOdd(read) && !lessons.isPausing());
      if (read === null) misses.pause();
      else {
        misses.reset();
        use(read.layout);
        if (isWrong) lessons.pause();
      }
      return read === null || isWrong || mayBeError(read.records) ? null : { body: read.body };
    },
    /** Learns the columns and their notation from a body that was fully parsed for this selection, and its bytes. */
    learn(body: unknown, bytes: Buffer, selection: Selection): void {
      // Bodies that nobody has tried to read by their columns teach nothing.
      if (!isWrong) return;
      isWrong = false;
      const before = layoutLike(layouts, body, bytes);
      const layout = learnLayout(before, body, bytes, knownColumns(selection));
      if (layout !== null) use(layout, before);
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

interface ReadBody extends ReadRecords {
  readonly body: unknown;
}

function isOdd({ records, deviations }: ReadBody): boolean {
  return deviations > MAX_DEVIATIONS * records.length;
}

function readBody(
  source: Source,
  layouts: readonly Layout[],
  selection: Selection,
  key: ReadonlySet<string>,
): ReadBody | null {
  // The wrapper may differ from the one that the spec shows.
  const start = source.bytes.toString('latin1', 0, MAX_HEAD);
  const head = PAGE_HEAD.exec(start);
  const listHead = head === null ? LIST_HEAD.exec(start) : null;
  const length = (head ?? listHead)?.[0].length;
  const read = length === undefined ? null : readInAny(source, length, layouts, selection, key);
  if (read === null) return null;
  const rest = source.bytes.toString('latin1', read.end);
  if (head !== null) return pageOf(read, head, rest);
  return LIST_TAIL.test(rest) ? { ...read, body: read.records } : null;
}

/** Reads the records in the first layout in which they can be; those that begin like the first record are tried before the others. */
function readInAny(
  source: Source,
  start: number,
  layouts: readonly Layout[],
  selection: Selection,
  key: ReadonlySet<string>,
): ReadRecords | null {
  const at = afterSpace(source.bytes, start);
  const begins = (layout: Layout): number => Number(beginsLike(layout, source.view, at));
  for (const layout of layouts.toSorted((a, b) => begins(b) - begins(a))) {
    const read = readRecords(source, at, layout, selection, key);
    if (read !== null) return read;
  }
  return null;
}

function pageOf(read: ReadRecords, head: RegExpExecArray, rest: string): ReadBody | null {
  const tail = PAGE_TAIL.exec(rest);
  if (tail === null || (head[1] === '[') !== (tail[2] === ']')) return null;
  // If meta occurs twice or not at all, the full parse decides.
  if ((head[2] === undefined) === (tail[1] === undefined)) return null;
  try {
    const page = { meta: JSON.parse(latin1ToUtf8(head[2] ?? (tail[1] as string))) as unknown, data: read.records };
    return { ...read, body: head[1] === '[' ? [page] : page };
  } catch {
    return null;
  }
}

/** Decodes as UTF-8 a text that holds one byte per character. */
function latin1ToUtf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
