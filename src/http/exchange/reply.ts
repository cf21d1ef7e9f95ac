/** What a route has the exchange send. */
import type { Readable } from 'node:stream';
import type { Headers } from './response-head.ts';

export interface Reply {
  readonly status: number;
  /** Beyond those that every response has; one of the same name replaces those. */
  readonly headers?: Headers | undefined;
  /** The media type of the body. */
  readonly type?: string | undefined;
  readonly body?: string | Buffer | Readable | undefined;
  /** Follows a text, in ASCII: what is joined into one text is copied once more before it is encoded. */
  readonly ending?: string;
}

/** A longer body is encoded once; a shorter one is written together with the headers. */
const MIN_LONG_CHARACTERS = 4_096;

/** The text and what follows it. */
export function joined(text: string, ending: string): string | Buffer {
  if (text.length <= MIN_LONG_CHARACTERS) return text + ending;
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text) + ending.length);
  bytes.write(ending, bytes.write(text));
  return bytes;
}
