/**
 * Reads only the selected columns of a body's records, relying on an order of columns seen in an earlier full parse.
 * The result equals JSON.parse's without the other columns. For anything unexpected (another order, white space, a
 * nested value, a repeated column) it returns null, and the full parse decides (2.1, 2.4).
 */
import { isUtf8 } from 'node:buffer';
import { firstRecordIn } from '../../contract/answers/envelope.ts';
import type { Selection } from '../../contract/columns/selection.ts';
import { type Layout, layoutOf } from './column-layout.ts';
import { MAX_STRING_BYTES, readRecords, type Source, sourceOf } from './column-records.ts';

/** A JSON value. Its records are rows, or objects without the skipped columns if the records have an unknown column. */
export type PartialBody = { readonly body: unknown } | null;

export interface ColumnReader {
  /** The selected part of the body, or null if only a full parse can tell. */
  readonly read: (body: Buffer, selection: Selection) => PartialBody;
  /** Learns the order of columns from a fully parsed body. */
  readonly learn: (body: unknown) => void;
}

const MAX_LAYOUTS = 4;
const MAX_KEYS = 512;
/** After consecutive misses, at most this many bodies are parsed in full without an attempt. */
const MAX_BACKOFF = 256;
/** Keys whose JSON text is the key in quotes. Excludes `__proto__`, which an assignment does not add as a property. */
const PLAIN_KEY = /^(?!__proto__$)[\w .-]{1,100}$/;
// Meta contains no brace, bracket or backslash, so the first closing brace after it is its own, or the text is not JSON.
const PAGE_HEAD = /^(\[?)\{(?:"meta":(\{[^{}[\]\\]*\}),)?"data":\[/;
const PAGE_TAIL = /^\](?:,"meta":(\{[^{}[\]\\]*\}))?\}(\]?)[ \t\n\r]*$/;
const LIST_TAIL = /^\][ \t\n\r]*$/;
/** The number of bytes searched for a page's head; a longer head is left to the full parse. */
const MAX_HEAD = 1024;
const OPEN_BRACKET = 91;

/**
 * @param maxBackoff Maximum number of bodies that are parsed in full without an attempt after consecutive misses.
 * @param maxStringBytes Maximum length of a body that is converted to one string.
 */
export function createColumnReader(maxBackoff = MAX_BACKOFF, maxStringBytes = MAX_STRING_BYTES): ColumnReader {
  const layouts: Layout[] = [];
  let backoff = 0;
  let skipsLeft = 0;

  return {
    read(bytes, selection) {
      if (skipsLeft > 0) {
        skipsLeft -= 1;
        return null;
      }
      if (layouts.length === 0) return null;
      if (isUtf8(bytes)) {
        const source = sourceOf(bytes, maxStringBytes);
        // The wrapper may differ from the one that the spec shows.
        const head = PAGE_HEAD.exec(bytes.toString('latin1', 0, MAX_HEAD));
        for (const layout of layouts) {
          const read = head === null ? readList(source, layout, selection) : readPage(source, head, layout, selection);
          if (read === null) continue;
          backoff = 0;
          return read;
        }
      }
      backoff = Math.min(maxBackoff, backoff * 2 + 1);
      skipsLeft = backoff;
      return null;
    },
    learn(body) {
      const keys = Object.keys(firstRecordIn(body) ?? {});
      if (keys.length === 0 || keys.length > MAX_KEYS || !keys.every((key) => PLAIN_KEY.test(key))) return;
      if (layouts.some((known) => known.keys.length === keys.length && known.keys.every((key, at) => key === keys[at])))
        return;
      if (layouts.unshift(layoutOf(keys)) > MAX_LAYOUTS) layouts.pop();
    },
  };
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

function readList(source: Source, layout: Layout, selection: Selection): PartialBody {
  const parsed = source.bytes[0] === OPEN_BRACKET ? readRecords(source, 1, layout, selection) : null;
  if (parsed === null) return null;
  return LIST_TAIL.test(source.bytes.toString('latin1', parsed.end)) ? { body: parsed.records } : null;
}

/** Decodes as UTF-8 a text that holds one byte per character. */
function latin1ToUtf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
