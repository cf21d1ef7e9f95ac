/** Adds up the bytes of a selection set, and finds the field that takes most of them. */
import { join, type Position } from './positions.ts';
import { BRACKET_BYTES, KEY_BYTES } from './size-rows.ts';

export interface Weight {
  readonly path: string;
  readonly bytes: number;
}

/** The bytes of a selection set. */
export interface Size {
  readonly bytes: number;
  /** The innermost field that at least half of the bytes are below; null if there is none. */
  readonly largest: Weight | null;
}

/** Adds up the sizes of the fields of all objects at a position. A key that is selected several times counts once. */
export class SizeSum {
  readonly #at: Position;
  readonly #fields = new Map<string, Weight & { readonly below: Weight | null }>();

  constructor(at: Position) {
    this.#at = at;
  }

  /** `bytes` of the value in one object, plus what is below it in all objects. */
  add(key: string, bytes: number, below: Size | null = null): void {
    const all = this.#at.shown * (Buffer.byteLength(key) + KEY_BYTES + bytes) + (below?.bytes ?? 0);
    const existing = this.#fields.get(key);
    if (existing !== undefined && existing.bytes >= all) return;
    this.#fields.set(key, { path: join(this.#at.path, key), bytes: all, below: below?.largest ?? null });
  }

  sum(): Size {
    // Brackets, and the comma between two objects.
    let bytes = this.#at.shown * (BRACKET_BYTES + 1);
    let largest: (Weight & { readonly below: Weight | null }) | null = null;
    for (const field of this.#fields.values()) {
      bytes += field.bytes;
      if (largest === null || field.bytes > largest.bytes) largest = field;
    }
    const isHalf = (weight: Weight | null): weight is Weight => weight !== null && weight.bytes * 2 >= bytes;
    return { bytes, largest: isHalf(largest) ? (isHalf(largest.below) ? largest.below : largest) : null };
  }
}
