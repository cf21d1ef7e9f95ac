/**
 * Reads a JSON body whose long texts are never in memory (4.7): a text that outgrows the threshold is handed on as it streams,
 * and in the body that is parsed a mark stands for it. What is no JSON object is a MalformedUpload.
 */
import { randomUUID } from 'node:crypto';
import { MalformedUpload } from './multipart.ts';

/** Takes the pieces of one long text, escapes undone. */
export interface LongText {
  readonly write: (text: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Longer than any text but a file's. */
const LONG_TEXT_BYTES = 65_536;

/** `startLong` is told the mark that stands for the text. `maxBytes` bounds what is kept, without the long texts. */
export async function readJsonBody(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  startLong: (mark: string) => Promise<LongText>,
): Promise<Readonly<Record<string, unknown>>> {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  const keep = (bytes: Buffer) => {
    kept.push(bytes);
    keptBytes += bytes.length;
    if (keptBytes > maxBytes) throw new MalformedUpload(`the body has more than ${maxBytes} bytes beside the file`);
  };
  let inText = false;
  let text: Buffer[] = [];
  let textBytes = 0;
  let isEscaped = false;
  let long: { readonly text: LongText; readonly unescape: Unescape } | null = null;

  for await (const chunk of chunks) {
    let at = 0;
    while (at < chunk.length) {
      if (!inText) {
        const quote = chunk.indexOf(QUOTE, at);
        const end = quote < 0 ? chunk.length : quote + 1;
        keep(chunk.subarray(at, end));
        at = end;
        inText = quote >= 0;
        continue;
      }
      const { end, isClosed, endsEscaped } = scanText(chunk, at, isEscaped);
      isEscaped = endsEscaped;
      const piece = chunk.subarray(at, end);
      at = isClosed ? end + 1 : end;
      if (long === null) {
        text.push(piece);
        textBytes += piece.length;
        if (textBytes > LONG_TEXT_BYTES) {
          const mark = randomUUID();
          long = { text: await startLong(mark), unescape: createUnescape() };
          await long.text.write(long.unescape.feed(Buffer.concat(text)));
          text = [Buffer.from(mark)];
        }
      } else {
        await long.text.write(long.unescape.feed(piece));
      }
      if (!isClosed) continue;
      if (long !== null) {
        if (!long.unescape.isWhole()) throw new MalformedUpload('a text ends in the middle of an escape');
        await long.text.end();
      }
      keep(Buffer.concat([...text, Buffer.from('"')]));
      inText = false;
      text = [];
      textBytes = 0;
      long = null;
    }
  }
  if (inText) throw new MalformedUpload('the body ends in the middle of a text');
  return parseObject(Buffer.concat(kept));
}

/** Up to the quote that closes the text, or to the end of the chunk. */
function scanText(chunk: Buffer, from: number, isEscaped: boolean) {
  let at = isEscaped ? from + 1 : from;
  let quote = chunk.indexOf(QUOTE, at);
  for (;;) {
    const end = quote < 0 ? chunk.length : quote;
    const backslash = chunk.subarray(at, end).indexOf(BACKSLASH);
    if (backslash < 0) return { end, isClosed: quote >= 0, endsEscaped: false };
    at += backslash + 2;
    if (at > chunk.length) return { end: chunk.length, isClosed: false, endsEscaped: true };
    if (quote >= 0 && at > quote) quote = chunk.indexOf(QUOTE, at);
  }
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([^u]))/g;
const UNFINISHED_ESCAPE = /(?:^|[^\\])(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)$/;
const LONGEST_ESCAPE = 6;
const escapes: Readonly<Record<string, string>> = { '/': '/', n: '\n', r: '\r' };

interface Unescape {
  readonly feed: (bytes: Buffer) => string;
  readonly isWhole: () => boolean;
}

/** Undoes the escapes that base64 may be written with; any other leaves a character that no base64 has. */
function createUnescape(): Unescape {
  let held = '';
  return {
    feed(bytes) {
      const text = held + bytes.toString('latin1');
      held = UNFINISHED_ESCAPE.exec(text.slice(-2 * LONGEST_ESCAPE))?.[1] ?? '';
      return text
        .slice(0, text.length - held.length)
        .replaceAll(ESCAPE, (_, code: string | undefined, letter: string) =>
          code === undefined ? (escapes[letter] ?? '\\') : String.fromCharCode(Number.parseInt(code, 16)),
        );
    },
    isWhole: () => held === '',
  };
}

function parseObject(bytes: Buffer): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = bytes.length === 0 ? {} : JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new MalformedUpload('the body is no JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedUpload('the body is no JSON object');
  }
  return value as Readonly<Record<string, unknown>>;
}
