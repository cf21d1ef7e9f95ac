/**
 * Bounds what JSON.parse has to build, before it is called. It blocks the event loop until it is done, and a megabyte of brackets or of
 * distinct keys takes it a hundred times as long as a megabyte of text.
 */

export interface JsonLimits {
  /** The most objects, lists, properties and items in total, to within a few. */
  readonly values: number;
  readonly depth: number;
  /** Shorter texts are not counted: parsing them takes little time, whatever they contain. */
  readonly uncountedBytes: number;
}

/**
 * For a response of the POST API: a hundred records of a thousand columns, or 16,000 files. A shorter one cannot nest so deep that
 * judging it exceeds the stack.
 */
export const responseJsonLimits: JsonLimits = { values: 100_000, depth: 32, uncountedBytes: 2_048 };

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** What a JSON text has too much of, in words. Null if it is within the limits or is not JSON, which the parser rejects at once. */
export function jsonExcess(bytes: Buffer, { values, depth, uncountedBytes }: JsonLimits): string | null {
  const { length } = bytes;
  if (length <= uncountedBytes) return null;
  let count = 0;
  let level = 0;
  for (let at = 0; at < length; at += 1) {
    const code = bytes[at];
    if (code === QUOTE) at = endOfString(bytes, at + 1);
    else if (code === COMMA) count += 1;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      count += 1;
      level += 1;
      if (level > depth) return `values nested more than ${depth} deep`;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) level -= 1;
  }
  return count > values ? `more than ${values} values` : null;
}

/** The offset of the closing quote, or the length. */
function endOfString(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
