/**
 * The bytes of a body, as they arrive. Most bodies arrive in one chunk, which is then used as it is. The chunks of others are copied into one
 * buffer as they arrive: each byte of a body can be a chunk, and a list of chunks would take hundreds of bytes for each. Chunks that are kept
 * until the end would also move to the old generation, and their memory outside the heap would be freed only by full collections.
 */

/** The largest buffer that is allocated in advance, since an announced length may never be sent. By default, no body is longer. */
const MAX_PREALLOCATED_BYTES = 4 * 1_048_576;

export class BodyBytes {
  /** Bytes received so far. */
  length = 0;
  readonly #announcedLength: number;
  #bytes: Buffer = Buffer.alloc(0);

  /** `announcedLength` is what the head of a trusted sender says; 0 or NaN if it says nothing. */
  constructor(announcedLength = 0) {
    this.#announcedLength = announcedLength <= MAX_PREALLOCATED_BYTES ? announcedLength : 0;
  }

  add(chunk: Buffer): void {
    const at = this.length;
    this.length += chunk.length;
    if (at === 0) {
      this.#bytes = chunk;
      return;
    }
    if (this.length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(this.length, 2 * at, this.#announcedLength));
      this.#bytes.copy(larger);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, at);
  }

  toBuffer(): Buffer {
    return this.length === this.#bytes.length ? this.#bytes : this.#bytes.subarray(0, this.length);
  }
}
