/**
 * The body of a response, assembled from its chunks. Most bodies arrive in one chunk, which is then used as it is. If the length of a
 * longer body is known, its chunks are copied as they arrive: chunks that are retained until the end would move to the old generation, and
 * their memory outside the heap would be freed only by full collections.
 */

/** The largest buffer that is allocated in advance, since an announced length may never be sent. By default, no response is longer. */
const MAX_PREALLOCATED_BYTES = 4 * 1_048_576;
const EMPTY = Buffer.alloc(0);

export class Body {
  /** Bytes received so far. */
  length = 0;
  readonly #announcedLength: number;
  #buffer: Buffer | undefined;
  #first: Buffer = EMPTY;
  /** Used if the length is unknown or was announced too short. */
  #chunks: Buffer[] | undefined;

  /** `announcedLength` is the length from the response's head; 0 or NaN if it states none. */
  constructor(announcedLength: number) {
    this.#announcedLength = announcedLength <= MAX_PREALLOCATED_BYTES ? announcedLength : 0;
  }

  add(chunk: Buffer): void {
    const at = this.length;
    this.length += chunk.length;
    if (at === 0) this.#addFirst(chunk);
    else if (this.#buffer !== undefined && this.length <= this.#announcedLength) chunk.copy(this.#buffer, at);
    else {
      this.#chunks ??= [this.#received(at)];
      this.#buffer = undefined;
      this.#chunks.push(chunk);
    }
  }

  toBuffer(): Buffer {
    return this.#chunks === undefined ? this.#received(this.length) : Buffer.concat(this.#chunks);
  }

  #addFirst(chunk: Buffer): void {
    if (chunk.length >= this.#announcedLength) this.#first = chunk;
    else {
      this.#buffer = Buffer.allocUnsafeSlow(this.#announcedLength);
      chunk.copy(this.#buffer);
    }
  }

  #received(length: number): Buffer {
    return this.#buffer?.subarray(0, length) ?? this.#first;
  }
}
