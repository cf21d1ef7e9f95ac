/**
 * Reads a JSON body without ever holding its long strings in memory (4.7): a string that exceeds the threshold is streamed to
 * a consumer, and a placeholder replaces it in the body that is parsed. Rejects all but JSON objects with MalformedUpload.
 */
import { randomUUID } from 'node:crypto';
import { MalformedUpload } from './multipart.ts';

/** Consumes the pieces of one long string, with escapes resolved. */
export interface LongStringConsumer {
  readonly write: (text: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Longer than any string but a file's content. */
const LONG_TEXT_BYTES = 65_536;

/** `onLongString` gets the placeholder that replaces the string. `maxBytes` limits what is held in memory, long strings excluded. */
export async function readJsonBody(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
  onLongString: (placeholder: string) => Promise<LongStringConsumer>,
): Promise<Readonly<Record<string, unknown>>> {
  const buffered: Buffer[] = [];
  let bufferedBytes = 0;
  const addToBuffer = (bytes: Buffer) => {
    buffered.push(bytes);
    bufferedBytes += bytes.length;
    if (bufferedBytes > maxBytes)
      throw new MalformedUpload(`the body has more than ${maxBytes} bytes besides the file`);
  };
  let isInString = false;
  let text: Buffer[] = [];
  let textBytes = 0;
  let isEscaped = false;
  let longString: { readonly text: LongStringConsumer; readonly unescaper: Unescaper } | null = null;

  for await (const chunk of chunks) {
    let at = 0;
    while (at < chunk.length) {
      if (!isInString) {
        const quote = chunk.indexOf(QUOTE, at);
        const end = quote < 0 ? chunk.length : quote + 1;
        addToBuffer(chunk.subarray(at, end));
        at = end;
        isInString = quote >= 0;
        continue;
      }
      const { end, isClosed, endsEscaped } = scanText(chunk, at, isEscaped);
      isEscaped = endsEscaped;
      const piece = chunk.subarray(at, end);
      at = isClosed ? end + 1 : end;
      if (longString === null) {
        text.push(piece);
        textBytes += piece.length;
        if (textBytes > LONG_TEXT_BYTES) {
          const placeholder = randomUUID();
          longString = { text: await onLongString(placeholder), unescaper: createUnescaper() };
          await longString.text.write(longString.unescaper.feed(Buffer.concat(text)));
          text = [Buffer.from(placeholder)];
        }
      } else {
        await longString.text.write(longString.unescaper.feed(piece));
      }
      if (!isClosed) continue;
      if (longString !== null) {
        if (!longString.unescaper.isComplete())
          throw new MalformedUpload('a string ends in the middle of an escape sequence');
        await longString.text.end();
      }
      addToBuffer(Buffer.concat([...text, Buffer.from('"')]));
      isInString = false;
      text = [];
      textBytes = 0;
      longString = null;
    }
  }
  if (isInString) throw new MalformedUpload('the body ends in the middle of a string');
  return parseObject(Buffer.concat(buffered));
}

/** Scans to the quote that closes the string, or to the end of the chunk. */
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
const MAX_ESCAPE_LENGTH = 6;
const escapes: Readonly<Record<string, string>> = { '/': '/', n: '\n', r: '\r' };

type Unescaper = Readonly<ReturnType<typeof createUnescaper>>;

/** Resolves the escapes that can occur in base64; any other escape becomes a backslash, which base64 does not contain. */
function createUnescaper() {
  let unfinished = '';
  return {
    feed(bytes: Buffer): string {
      const text = unfinished + bytes.toString('latin1');
      unfinished = UNFINISHED_ESCAPE.exec(text.slice(-2 * MAX_ESCAPE_LENGTH))?.[1] ?? '';
      return text
        .slice(0, text.length - unfinished.length)
        .replaceAll(ESCAPE, (_, code: string | undefined, letter: string) =>
          code === undefined ? (escapes[letter] ?? '\\') : String.fromCharCode(Number.parseInt(code, 16)),
        );
    },
    isComplete: () => unfinished === '',
  };
}

function parseObject(bytes: Buffer): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = bytes.length === 0 ? {} : JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new MalformedUpload('the body is not valid JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedUpload('the body is not a JSON object');
  }
  return value as Readonly<Record<string, unknown>>;
}
