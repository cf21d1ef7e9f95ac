/**
 * Reads the records of a body without the columns that nobody has asked for, in the order of columns that an earlier full
 * parse has shown. It says only what JSON.parse would say, less those columns, and for anything it does not expect (another
 * order, white space, a nested value, a column twice) it says nothing: then the full parse decides (2.1, 2.4).
 */
import type { Wrapper } from '../contract/endpoints.ts';

/** A JSON value, its records without the columns that are skipped. */
export type Read = { readonly body: unknown } | null;

export interface Columns {
  /** The body without the columns in `skipped`, or null where only a full parse can tell. */
  readonly read: (text: string, wrapper: Wrapper, skipped: ReadonlySet<string>) => Read;
  /** Takes the order of columns from a body that was parsed in full. */
  readonly learn: (body: unknown) => void;
}

interface Layout {
  readonly keys: readonly string[];
  /** The text that comes before each value: the comma or the brace, the key, the colon. */
  readonly heads: readonly string[];
  /** The text of each block of columns where all of them are empty. */
  readonly blanks: readonly string[];
  readonly wanted: WeakMap<ReadonlySet<string>, readonly boolean[]>;
}

const BLOCK = 6;
const MAX_LAYOUTS = 4;
const MAX_KEYS = 512;
/** After misses in a row, so many bodies at most are parsed without a try. */
const MAX_PAUSE = 256;
/** Keys whose JSON text is the key in quotes; `__proto__` is one that an assignment does not add. */
const PLAIN_KEY = /^(?!__proto__$)[\w .-]{1,100}$/;
const BRACE = 125;
const BRACKET = 93;
const COMMA = 44;
const QUOTE = 34;
const BACKSLASH = 92;
const LAST_CONTROL = 31;
const VALUE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON's strings hold none (RFC 8259, 7).
  /"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|null|true|false/y;
// Between its braces meta has no brace, bracket or backslash, so the first brace after it is its own, or its text is no JSON.
const PAGE_HEAD = /(\[?)\{(?:"meta":(\{[^{}[\]\\]*\}),)?"data":\[/y;
const PAGE_TAIL = /\](?:,"meta":(\{[^{}[\]\\]*\}))?\}(\]?)[ \t\n\r]*$/y;
const LIST_TAIL = /\][ \t\n\r]*$/y;

/** @param maxPause For how many bodies at most no try is made after misses in a row. */
export function createColumns(maxPause = MAX_PAUSE): Columns {
  const layouts: Layout[] = [];
  let pause = 0;
  let skipTries = 0;

  return {
    read(text, wrapper, skipped) {
      if (skipTries > 0) {
        skipTries -= 1;
        return null;
      }
      for (const layout of layouts) {
        const read = wrapper === 'list' ? readList(text, layout, skipped) : readPage(text, layout, skipped);
        if (read === null) continue;
        pause = 0;
        return read;
      }
      pause = layouts.length === 0 ? 0 : Math.min(maxPause, pause * 2 + 1);
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
  const data: unknown = isObject(inner) && Array.isArray(inner['data']) ? inner['data'][0] : inner;
  return isObject(data) ? Object.keys(data) : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function layoutOf(keys: readonly string[]): Layout {
  const heads = keys.map((key, at) => `${at === 0 ? '{' : ','}"${key}":`);
  const blanks = Array.from({ length: Math.ceil(heads.length / BLOCK) }, (_, block) =>
    heads
      .slice(block * BLOCK, (block + 1) * BLOCK)
      .map((head) => `${head}""`)
      .join(''),
  );
  return { keys, heads, blanks, wanted: new WeakMap() };
}

function readPage(text: string, layout: Layout, skipped: ReadonlySet<string>): Read {
  PAGE_HEAD.lastIndex = 0;
  const head = PAGE_HEAD.exec(text);
  if (head === null) return null;
  const records = readRecords(text, PAGE_HEAD.lastIndex, layout, skipped);
  if (records === null) return null;
  PAGE_TAIL.lastIndex = records.end;
  const tail = PAGE_TAIL.exec(text);
  if (tail === null || (head[1] === '[') !== (tail[2] === ']')) return null;
  // Twice, or not at all: then the full parse says what stands.
  if ((head[2] === undefined) === (tail[1] === undefined)) return null;
  try {
    const page = { meta: JSON.parse(head[2] ?? (tail[1] as string)) as unknown, data: records.records };
    return { body: head[1] === '[' ? [page] : page };
  } catch {
    return null;
  }
}

function readList(text: string, layout: Layout, skipped: ReadonlySet<string>): Read {
  const records = text.startsWith('[') ? readRecords(text, 1, layout, skipped) : null;
  if (records === null) return null;
  LIST_TAIL.lastIndex = records.end;
  return LIST_TAIL.test(text) ? { body: records.records } : null;
}

/** The records from one place on, up to the bracket that ends them; null where any of them is not as the layout has it. */
function readRecords(text: string, start: number, layout: Layout, skipped: ReadonlySet<string>) {
  const records: Record<string, unknown>[] = [];
  const wanted = layout.wanted.get(skipped) ?? layout.keys.map((key) => !skipped.has(key));
  layout.wanted.set(skipped, wanted);
  let at = start;
  if (text.charCodeAt(at) === BRACKET) return { records, end: at };
  for (;;) {
    const record: Record<string, unknown> = {};
    at = readRecord(text, at, layout, wanted, record);
    if (at === -1) return null;
    records.push(record);
    const next = text.charCodeAt(at);
    if (next === BRACKET) return { records, end: at };
    if (next !== COMMA) return null;
    at += 1;
  }
}

/**
 * Reads one record and gives the place after it, or -1. Every character is looked at: heads and blank blocks by comparison,
 * values to their end. A quote that no backslash precedes ends a string, so a value that quotes a key's text cannot pass for
 * the key; and as all keys are met in their order, once each, there is none missing, added or repeated.
 */
function readRecord(
  text: string,
  start: number,
  { keys, heads, blanks }: Layout,
  wanted: readonly boolean[],
  record: Record<string, unknown>,
): number {
  let at = start;
  for (let index = 0; index < heads.length; index += 1) {
    if (index % BLOCK === 0) {
      // Most columns of most records are empty: a block of them is one comparison.
      const blank = blanks[index / BLOCK] as string;
      if (text.slice(at, at + blank.length) === blank) {
        at += blank.length;
        const end = Math.min(index + BLOCK, heads.length);
        for (; index < end; index += 1) if (wanted[index]) record[keys[index] as string] = '';
        index -= 1;
        continue;
      }
    }
    const head = heads[index] as string;
    if (!text.startsWith(head, at)) return -1;
    at += head.length;
    let end = at;
    if (text.charCodeAt(at) === QUOTE) {
      end += 1;
      let code = text.charCodeAt(end);
      while (code !== QUOTE && code !== BACKSLASH && code > LAST_CONTROL) {
        end += 1;
        code = text.charCodeAt(end);
      }
      if (code === QUOTE) {
        if (wanted[index]) record[keys[index] as string] = text.slice(at + 1, end);
        at = end + 1;
        continue;
      }
    }
    VALUE.lastIndex = at;
    if (!VALUE.test(text)) return -1;
    if (wanted[index]) record[keys[index] as string] = JSON.parse(text.slice(at, VALUE.lastIndex)) as unknown;
    at = VALUE.lastIndex;
  }
  return text.charCodeAt(at) === BRACE ? at + 1 : -1;
}
