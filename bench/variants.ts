/**
 * The gateway without one of its parts: a V8 flag that it does not set, or a file whose text is replaced while it is loaded. An
 * edit that no longer fits its file fails the start, so that a variant cannot measure nothing.
 */
import { bounds } from './bounds-variants.ts';
import { tricks } from './engine-variants.ts';

export interface Edit {
  /** A path below `src`. */
  readonly file: string;
  readonly from: string | RegExp;
  readonly to: string;
}

export interface Variant {
  readonly name: string;
  /** Flags as the program sets them; the variant ignores them. */
  readonly flags?: readonly string[];
  readonly edits?: readonly Edit[];
}

/** What each variant is compared with. */
export const product: Variant = { name: 'product' };

/** The product once more: what differs from it by no more than this one does cannot be measured. */
const again: Variant = { name: 'again' };

export const variantTables = { engine: [product, again, ...tricks], bounds: [product, again, ...bounds] } as const;

/** The text of a file as a variant has it. */
export function editedText(text: string, { file, from, to }: Edit): string {
  const edited = text.replace(from, () => to);
  if (edited === text) throw new Error(`${file} does not contain what a variant replaces`);
  return edited;
}
