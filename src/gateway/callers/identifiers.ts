/**
 * How agents' identifiers are compared. A service that stores numbers may pad NRDS ids with zeros or drop leading zeros, and people write
 * them with hyphens. In e-mail addresses, case (4.3) and surrounding white space make no difference. The gateway sends them upstream as the
 * directory writes them.
 */
import { normalize } from '@realty-forms/platform/normalize.ts';

const printableAscii = /^[!-~]*$/;

/** The same for all notations of an address. */
export function foldEmail(email: string): string {
  return printableAscii.test(email) ? email.toLowerCase() : normalize('NFC', email).toUpperCase().toLowerCase().trim();
}

/** The longest id that a token can name. */
export const MAX_ID_CHARACTERS = 64;

/** The same for all notations of an id. Empty for a text whose only digits are zeros, or that has none (`0`, `N/A`), or is too long. */
export function foldNrdsId(id: string): string {
  return id.length <= MAX_ID_CHARACTERS && /[1-9]/.test(id) ? id.replace(/\p{Pd}/gu, '').replace(/^0+/, '') : '';
}

/**
 * The id itself, and the forms a directory may have had: padded with zeros, up to the nine digits of NRDS ids, or in three groups of three.
 */
export function notationsOf(id: string): readonly string[] {
  const folded = foldNrdsId(id);
  if (folded === '') return [id];
  const padded = Array.from({ length: 10 }, (_, length) => folded.padStart(length, '0'));
  const grouped = folded.padStart(9, '0').replace(/\d{3}(?=\d)/g, '$&-');
  return [...new Set([id, ...padded, grouped])];
}

/** A text that is not an id equals only itself. */
export function sameNrdsId(one: string, other: string): boolean {
  return one === other || nrdsIdKey(one) === nrdsIdKey(other);
}

/** A key that two notations of the same id share. */
export function nrdsIdKey(id: string): string {
  return foldNrdsId(id) || id;
}

const keysOfLists = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether the list has the id. A caller's list may be long, so its keys are made once. */
export function isNrdsIdIn(ids: readonly string[], id: string): boolean {
  return keysOfLists.getOrInsertComputed(ids, () => new Set(ids.map(nrdsIdKey))).has(nrdsIdKey(id));
}
