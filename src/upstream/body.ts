/**
 * The body of an answer, put together from the pieces that it comes in. Most come in one piece, which is the body. The pieces of
 * a longer one are copied as they come where its length was told: kept until its end, they would grow old, and what is old
 * outside the heap is given back by full collections only.
 */

/** Room for more is made as it comes, since a length that is told may never be sent. */
const MOST_AT_ONCE = 2 * 1_048_576;
const nothing = Buffer.alloc(0);

export class Body {
  /** Bytes so far. */
  length = 0;
  readonly #told: number;
  #room: Buffer | undefined;
  #first: Buffer = nothing;
  /** Where the length was not told, or not truly. */
  #pieces: Buffer[] | undefined;

  /** `told` is the length that the answer's head gives, or no number. */
  constructor(told: number) {
    this.#told = told <= MOST_AT_ONCE ? told : 0;
  }

  add(piece: Buffer): void {
    const at = this.length;
    this.length += piece.length;
    if (at === 0) this.#begin(piece);
    else if (this.#room !== undefined && this.length <= this.#told) piece.copy(this.#room, at);
    else {
      this.#pieces ??= [this.#soFar(at)];
      this.#room = undefined;
      this.#pieces.push(piece);
    }
  }

  whole(): Buffer {
    return this.#pieces === undefined ? this.#soFar(this.length) : Buffer.concat(this.#pieces);
  }

  #begin(piece: Buffer): void {
    if (piece.length >= this.#told) this.#first = piece;
    else {
      this.#room = Buffer.allocUnsafeSlow(this.#told);
      piece.copy(this.#room);
    }
  }

  #soFar(length: number): Buffer {
    return this.#room?.subarray(0, length) ?? this.#first;
  }
}
