/**
 * One file of a multipart request, as the schema's `Upload` takes it: nothing but what the parser of such a request made is
 * one. Its bytes can be had once; a sender that stops sending is given up.
 */
import type { Readable } from 'node:stream';
import { GraphQLError, type GraphQLScalarType, type Kind } from 'graphql';
import { readFormFileName } from '../contract/form-file-name.ts';
import { type IncomingFile, IncomingFileFault } from '../gateway/incoming-file.ts';

export interface Patience {
  /** Milliseconds that the sender may stop for. */
  readonly idleMs: number;
  /** Milliseconds that the whole file may take. */
  readonly totalMs: number;
}

export class ReceivedFile implements IncomingFile {
  readonly name: string;
  readonly leastBytes: number;
  readonly #stream: Readable;
  readonly #patience: Patience;
  #isTaken = false;

  /** `name` is as the form has it. */
  constructor(name: string, leastBytes: number, stream: Readable, patience: Patience) {
    this.name = readFormFileName(name);
    this.leastBytes = leastBytes;
    this.#stream = stream;
    this.#patience = patience;
  }

  open(): AsyncIterable<Buffer> {
    if (this.#isTaken)
      throw new IncomingFileFault('TAKEN', 'The file was used before: each upload needs a file of its own');
    this.#isTaken = true;
    return this.#read();
  }

  async *#read(): AsyncGenerator<Buffer> {
    const { idleMs, totalMs } = this.#patience;
    const tooSlow = () => this.#stream.destroy(new IncomingFileFault('TOO_SLOW', 'The file took too long to arrive'));
    const total = setTimeout(tooSlow, totalMs);
    let idle = setTimeout(tooSlow, idleMs);
    try {
      for await (const chunk of this.#stream) {
        clearTimeout(idle);
        yield chunk as Buffer;
        idle = setTimeout(tooSlow, idleMs);
      }
    } catch (error) {
      if (error instanceof IncomingFileFault) throw error;
      throw new IncomingFileFault('INCOMPLETE', 'The file did not arrive in full', { cause: error });
    } finally {
      clearTimeout(total);
      clearTimeout(idle);
    }
  }
}

const message = 'Upload takes a file of a multipart request: see the GraphQL multipart request specification';

/** Behaviour only, as of the other scalars. */
export const Upload = {
  serialize: () => {
    throw new GraphQLError('Upload is for input only');
  },
  parseValue(value: unknown) {
    if (value instanceof ReceivedFile) return value;
    throw new GraphQLError(message);
  },
  parseLiteral(node: { kind: Kind }) {
    throw new GraphQLError(message, { nodes: [node as never] });
  },
} as unknown as GraphQLScalarType;
