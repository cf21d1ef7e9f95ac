/**
 * Reads only the selected columns of a body's records, relying on the columns and the notation of blanks that were seen in
 * earlier full parses. The result equals JSON.parse's without the other columns, and with blanks that are all alike. For
 * anything unexpected (an unknown or repeated column, a nested value) it returns null, and the full parse decides (2.1, 2.4).
 */
import { isUtf8 } from 'node:buffer';
import type { Selection } from '../../contract/columns/selection.ts';
import type { Layout } from './column-layout.ts';
import { learnLayout } from './column-learning.ts';
import { readRecords, type Source, sourceOf } from './column-records.ts';

/** A JSON value. Its records have cells, or are objects without the skipped columns if the records have an unknown column. */
export type PartialBody = { readonly body: unknown } | null;

export type ColumnReader = Readonly<ReturnType<typeof createColumnReader>>;

/** After consecutive misses, at most this many bodies are parsed in full without an attempt. */
const MAX_BACKOFF = 256;
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
  let backoff = 0;
  let skipsLeft = 0;

  return {
    /** The selected part of the body, or null if only a full parse can tell. */
    read(bytes: Buffer, selection: Selection): PartialBody {
      if (skipsLeft > 0) {
        skipsLeft -= 1;
        return null;
      }
      if (layout === null) return null;
      const read = isUtf8(bytes) ? readBody(sourceOf(bytes), layout, selection) : null;
      isWrong = read === null;
      backoff = isWrong ? Math.min(maxBackoff, backoff * 2 + 1) : 0;
      skipsLeft = backoff;
      return read;
    },
    /** Learns the columns and their notation from a fully parsed body and its bytes. */
    learn(body: unknown, bytes: Buffer): void {
      // Bodies that nobody has tried to read by their columns teach nothing.
      if (!isWrong) return;
      isWrong = false;
      layout = learnLayout(layout, body, bytes) ?? layout;
    },
  };
}

function readBody(source: Source, layout: Layout, selection: Selection): PartialBody {
  // The wrapper may differ from the one that the spec shows.
  const start = source.bytes.toString('latin1', 0, MAX_HEAD);
  const head = PAGE_HEAD.exec(start);
  if (head !== null) return readPage(source, head, layout, selection);
  const listHead = LIST_HEAD.exec(start);
  return listHead === null ? null : readList(source, listHead[0].length, layout, selection);
}

function readPage(source: Source, head: RegExpExecArray, layout: Layout, selection: Selection): PartialBody {
  const { bytes } = source;
  const parsed = readRecords(source, head[0].length, layout, selection);
  if (parsed === null) return null;
  const tail = PAGE_TAIL.exec(bytes.toString('latin1', parsed.end));
  if (tail === null || (head[1] === '[') !== (tail[2] === ']')) return null;
  // If meta occurs twice or not at all, the full parse decides.
  if ((head[2] === undefined) === (tail[1] === undefined)) return null;
  try {
    const page = { meta: JSON.parse(latin1ToUtf8(head[2] ?? (tail[1] as string))) as unknown, data: parsed.records };
    return { body: head[1] === '[' ? [page] : page };
  } catch {
    return null;
  }
}

function readList(source: Source, start: number, layout: Layout, selection: Selection): PartialBody {
  const parsed = readRecords(source, start, layout, selection);
  if (parsed === null) return null;
  return LIST_TAIL.test(source.bytes.toString('latin1', parsed.end)) ? { body: parsed.records } : null;
}

/** Decodes as UTF-8 a text that holds one byte per character. */
function latin1ToUtf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
