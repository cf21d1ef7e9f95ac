/**
 * Reads the records of a body without the columns that nobody has asked for, in the order of columns that an earlier full
 * parse has shown. It says only what JSON.parse would say, less those columns, and for anything it does not expect (another
 * order, white space, a nested value, a column twice) it says nothing: then the full parse decides (2.1, 2.4).
 */
import { isUtf8 } from 'node:buffer';
import type { Wrapper } from '../contract/endpoints.ts';
import { isJsonObject } from '../contract/json.ts';
import type { Selection } from '../contract/selection.ts';
import { type Layout, layoutOf } from './column-layout.ts';
import { readRecords, SMALL_BYTES, type Source, sourceOf } from './column-records.ts';

/** A JSON value; its records are rows, or objects without the skipped columns where they have one that nobody knows. */
export type Read = { readonly body: unknown } | null;

export interface Columns {
  /** What of the body is selected, or null where only a full parse can tell. */
  readonly read: (body: Buffer, wrapper: Wrapper, selection: Selection) => Read;
  /** Takes the order of columns from a body that was parsed in full. */
  readonly learn: (body: unknown) => void;
}

const MAX_LAYOUTS = 4;
const MAX_KEYS = 512;
/** After misses in a row, so many bodies at most are parsed without a try. */
const MAX_PAUSE = 256;
/** Keys whose JSON text is the key in quotes; `__proto__` is one that an assignment does not add. */
const PLAIN_KEY = /^(?!__proto__$)[\w .-]{1,100}$/;
// Between its braces meta has no brace, bracket or backslash, so the first brace after it is its own, or its text is no JSON.
const PAGE_HEAD = /^(\[?)\{(?:"meta":(\{[^{}[\]\\]*\}),)?"data":\[/;
const PAGE_TAIL = /^\](?:,"meta":(\{[^{}[\]\\]*\}))?\}(\]?)[ \t\n\r]*$/;
const LIST_TAIL = /^\][ \t\n\r]*$/;
/** Bytes that a page's head is looked for in: a longer one is left to the full parse. */
const MAX_HEAD = 1024;
const BRACKET = 91;

/**
 * @param maxPause For how many bodies at most no try is made after misses in a row.
 * @param smallBytes How long a body may be that is made one text of.
 */
export function createColumns(maxPause = MAX_PAUSE, smallBytes = SMALL_BYTES): Columns {
  const layouts: Layout[] = [];
  let pause = 0;
  let skipTries = 0;

  return {
    read(bytes, wrapper, selection) {
      if (skipTries > 0) {
        skipTries -= 1;
        return null;
      }
      if (layouts.length === 0) return null;
      if (isUtf8(bytes)) {
        const source = sourceOf(bytes, smallBytes);
        for (const layout of layouts) {
          const read = wrapper === 'list' ? readList(source, layout, selection) : readPage(source, layout, selection);
          if (read === null) continue;
          pause = 0;
          return read;
        }
      }
      pause = Math.min(maxPause, pause * 2 + 1);
      skipTries = pause;
      return null;
    },
    learn(body) {
      const keys = keysOf(body);
      if (keys.length === 0 || keys.length > MAX_KEYS || !keys.every((key) => PLAIN_KEY.test(key))) return;
      if (layouts.some((known) => known.keys.length === keys.length && known.keys.every((key, at) => key === keys[at])))
        return;
      if (layouts.unshift(layoutOf(keys)) > MAX_LAYOUTS) layouts.pop();
    },
  };
}

function keysOf(body: unknown): readonly string[] {
  const inner = Array.isArray(body) ? body[0] : body;
  const data: unknown = isJsonObject(inner) && Array.isArray(inner['data']) ? inner['data'][0] : inner;
  return isJsonObject(data) ? Object.keys(data) : [];
}

function readPage(source: Source, layout: Layout, selection: Selection): Read {
  const { bytes } = source;
  const head = PAGE_HEAD.exec(bytes.toString('latin1', 0, MAX_HEAD));
  if (head === null) return null;
  const records = readRecords(source, head[0].length, layout, selection);
  if (records === null) return null;
  const tail = PAGE_TAIL.exec(bytes.toString('latin1', records.end));
  if (tail === null || (head[1] === '[') !== (tail[2] === ']')) return null;
  // Twice, or not at all: then the full parse says what stands.
  if ((head[2] === undefined) === (tail[1] === undefined)) return null;
  try {
    const page = { meta: JSON.parse(characters(head[2] ?? (tail[1] as string))) as unknown, data: records.records };
    return { body: head[1] === '[' ? [page] : page };
  } catch {
    return null;
  }
}

function readList(source: Source, layout: Layout, selection: Selection): Read {
  const records = source.bytes[0] === BRACKET ? readRecords(source, 1, layout, selection) : null;
  if (records === null) return null;
  return LIST_TAIL.test(source.bytes.toString('latin1', records.end)) ? { body: records.records } : null;
}

/** The text that the bytes in another one say. */
function characters(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
