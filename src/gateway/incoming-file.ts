/**
 * A file on its way from a caller: its name is known, its bytes can be read once, as they come. Counts them against a limit,
 * takes their digest, and looks at the first ones before anybody is bothered with the rest.
 */
import { createHash } from 'node:crypto';
import { Fault } from '../platform/fault.ts';

export interface IncomingFile {
  /** As it was sent, without folders. */
  readonly name: string;
  /** Bytes that it has at least, as far as that is known before they came. */
  readonly leastBytes: number;
  /** Its bytes; throws an IncomingFileFault where they break off. They are there once. */
  readonly open: () => AsyncIterable<Buffer>;
}

/** The file cannot be taken; the message is for whoever sent it. */
export class IncomingFileFault extends Fault<'TAKEN' | 'INCOMPLETE' | 'TOO_SLOW' | 'TOO_LARGE'> {
  override readonly name = 'IncomingFileFault';
}

export interface MeteredFile {
  /** So many of the first bytes, fewer where the file is shorter. */
  readonly head: Buffer;
  /** All of them, the head included; to be read once. */
  readonly bytes: AsyncIterable<Buffer>;
  /** Why the bytes broke off, null while they did not. */
  readonly failure: () => IncomingFileFault | null;
  /** The SHA-256 of all of them, in hex; null while they have not all been read. */
  readonly digest: () => string | null;
  /** Reads no further. */
  readonly close: () => Promise<void>;
}

function tooLarge(maxBytes: number): IncomingFileFault {
  return new IncomingFileFault('TOO_LARGE', `The file is larger than ${maxBytes} bytes, the most allowed`);
}

export async function meter(file: IncomingFile, maxBytes: number, headBytes: number): Promise<MeteredFile> {
  if (file.leastBytes > maxBytes) throw tooLarge(maxBytes);
  const chunks = file.open()[Symbol.asyncIterator]();
  let failure: IncomingFileFault | null = null;
  const hash = createHash('sha256');
  let digest: string | null = null;
  let count = 0;

  const next = async (): Promise<Buffer | null> => {
    try {
      const { done, value } = await chunks.next();
      if (done) {
        digest ??= hash.digest('hex');
        return null;
      }
      count += value.length;
      if (count > maxBytes) throw tooLarge(maxBytes);
      hash.update(value);
      return value;
    } catch (error) {
      if (error instanceof IncomingFileFault) failure = error;
      throw error;
    }
  };

  const close = async (): Promise<void> => void (await chunks.return?.());

  let head: Buffer = Buffer.alloc(0);
  try {
    while (head.length < headBytes) {
      const chunk = await next();
      if (chunk === null) break;
      head = Buffer.concat([head, chunk]);
    }
  } catch (error) {
    // Whoever is given no file has nothing to close.
    await close();
    throw error;
  }

  async function* all(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head;
    for (let chunk = await next(); chunk !== null; chunk = await next()) yield chunk;
  }
  return {
    head: head.subarray(0, headBytes),
    bytes: all(),
    failure: () => failure,
    digest: () => digest,
    close,
  };
}
