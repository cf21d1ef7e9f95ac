/**
 * The file of a multipart request, which is the only value that the scalar `Upload` accepts. Its bytes can be read once. If the client
 * stops sending them, the file is given up.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { GraphQLError, type GraphQLScalarType, type Kind } from 'graphql';
import { type IncomingFile, IncomingFileFault } from '../../gateway/files/incoming-file.ts';
import { lastSegment } from '../../gateway/files/names-and-types.ts';

export interface UploadTimeouts {
  /** Maximum pause of the sender, in milliseconds. */
  readonly idleMs: number;
  /** Maximum duration of the whole file, in milliseconds. */
  readonly totalMs: number;
}

export class ReceivedFile implements IncomingFile {
  readonly name: string;
  readonly #bounds: SizeBounds;
  readonly #stream: Readable;
  readonly #timeouts: UploadTimeouts;
  #isTaken = false;

  /** `name` may contain folders. */
  constructor(name: string, bounds: SizeBounds, stream: Readable, timeouts: UploadTimeouts) {
    this.name = lastSegment(name);
    this.#bounds = bounds;
    this.#stream = stream;
    this.#timeouts = timeouts;
  }

  get minBytes(): number {
    return this.#bounds.minBytes;
  }

  get maxBytes(): number | null {
    return this.#bounds.maxBytes;
  }

  /** Error messages that expect another type quote the value. */
  toJSON(): string {
    return 'a file';
  }

  open(): AsyncIterable<Buffer> {
    if (this.#isTaken) throw new IncomingFileFault('TAKEN', 'The file is used twice: each upload needs its own file');
    this.#isTaken = true;
    return this.#read();
  }

  async *#read(): AsyncGenerator<Buffer> {
    const { idleMs, totalMs } = this.#timeouts;
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

type SizeBounds = Pick<IncomingFile, 'minBytes' | 'maxBytes'>;

/** Maximum size of what follows the file in a body, beyond the boundary that ends it. */
export const MAX_REST_BYTES = 65_536;

const BOUNDARY = /boundary=(?:"([^"]+)"|([^\s;]+))/i;

/**
 * The bounds of the file's size, from the length of its request. `beginning` is what has arrived when the file, as the part with this
 * number, begins; null if that is too much to keep.
 */
export function sizeBounds({ headers }: IncomingMessage, beginning: Buffer | null, part: number): SizeBounds {
  if (headers['content-length'] === undefined || beginning === null) return { minBytes: 0, maxBytes: null };
  const [, inQuotes, token] = BOUNDARY.exec(headers['content-type'] ?? '') ?? [];
  const boundary = `--${inQuotes ?? token}`;
  let at = beginning.indexOf(boundary);
  for (let count = 1; count < part; count += 1) at = beginning.indexOf(`\r\n${boundary}`, at + 1);
  const start = beginning.indexOf('\r\n\r\n', at) + 4;
  const maxBytes = Math.max(0, Number(headers['content-length']) - start - `\r\n${boundary}--`.length);
  return { minBytes: Math.max(0, maxBytes - MAX_REST_BYTES), maxBytes };
}

const message = 'Upload requires a file from a multipart request: see the GraphQL multipart request specification';

/** Only functions are set, as for the other scalars. */
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
