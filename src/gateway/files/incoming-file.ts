/**
 * A file that a caller is sending: its name is known, and its bytes can be read once, as they arrive. `meter` limits their number and
 * computes their digest. It reads the first bytes ahead, so that they can be checked before the rest is read.
 */
import { createHash } from 'node:crypto';
import { Fault } from '@realty-forms/platform/fault.ts';
import { badInput } from '../fault.ts';

export interface IncomingFile {
  /** The name that was sent, without folders. */
  readonly name: string;
  /** The smallest size that the file can have, as far as it is known before its bytes arrive. */
  readonly minBytes: number;
  /** The largest size that it can have, which usually exceeds its size by two bytes at most; null if it is not known beforehand. */
  readonly maxBytes: number | null;
  /** Its bytes, which can be read only once. Throws an IncomingFileFault if they break off. */
  readonly open: () => AsyncIterable<Buffer>;
}

/** The file cannot be accepted; the message is for the client that sends it. */
export class IncomingFileFault extends Fault<'TAKEN' | 'INCOMPLETE' | 'TOO_SLOW' | 'TOO_LARGE'> {
  override readonly name = 'IncomingFileFault';
}

export interface MeteredFile {
  /** The first bytes, at least as many as the check needs; fewer if the file is shorter. */
  readonly head: Buffer;
  /** All bytes, including the head; can be read only once. */
  readonly bytes: AsyncIterable<Buffer>;
  /** Why the bytes broke off; null if they have not. */
  readonly failure: () => IncomingFileFault | null;
  /** The SHA-256 of all bytes, in hex; null until all of them have been read. */
  readonly digest: () => string | null;
  /** Stops reading, without waiting for bytes that have not arrived. */
  readonly close: () => Promise<void>;
}

function tooLarge(maxBytes: number): IncomingFileFault {
  return new IncomingFileFault('TOO_LARGE', `The file is larger than ${maxBytes} bytes, the maximum allowed`);
}

/** `isEnough` says whether the first bytes suffice for the check. */
export async function meter(
  file: IncomingFile,
  maxBytes: number,
  isEnough: (head: Buffer) => boolean,
): Promise<MeteredFile> {
  if (file.minBytes > maxBytes) throw tooLarge(maxBytes);
  const chunks = file.open()[Symbol.asyncIterator]();
  let failure: IncomingFileFault | null = null;
  const hash = createHash('sha256');
  let digest: string | null = null;
  let count = 0;
  let isReading = false;

  const next = async (): Promise<Buffer | null> => {
    try {
      isReading = true;
      const { done, value } = await chunks.next().finally(() => {
        isReading = false;
      });
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

  const close = async (): Promise<void> => {
    const closed = chunks.return?.();
    // A read in progress lasts until the sender sends more; it ends with the sender's request at the latest.
    if (isReading) closed?.catch(() => undefined);
    else await closed;
  };

  let head: Buffer = Buffer.alloc(0);
  try {
    while (!isEnough(head)) {
      const chunk = await next();
      if (chunk === null) break;
      head = Buffer.concat([head, chunk]);
    }
  } catch (error) {
    // The caller gets nothing to close.
    await close();
    throw error;
  }

  async function* allBytes(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head;
    for (let chunk = await next(); chunk !== null; chunk = await next()) yield chunk;
  }
  return {
    head,
    bytes: allBytes(),
    failure: () => failure,
    digest: () => digest,
    close,
  };
}

/** A file whose first bytes did not arrive. */
export function brokenFile(fault: IncomingFileFault): MeteredFile {
  return {
    head: Buffer.alloc(0),
    // biome-ignore lint/correctness/useYield: it has nothing to yield.
    bytes: (async function* () {
      throw fault;
    })(),
    failure: () => fault,
    digest: () => null,
    close: async () => undefined,
  };
}

/** Reads a file that a caller sends again, and returns its digest; sends nothing. Throws BAD_USER_INPUT if the file breaks off. */
export async function readToEnd({ bytes, digest }: MeteredFile): Promise<string> {
  try {
    for await (const _ of bytes);
  } catch (error) {
    if (error instanceof IncomingFileFault) throw badInput('file', error.message);
    throw error;
  }
  return digest() as string;
}
