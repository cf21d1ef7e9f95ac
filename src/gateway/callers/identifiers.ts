/**
 * How the identifiers of agents are compared. A service that stores numbers pads NRDS ids with zeros or drops the zeros, and people write
 * them with hyphens; in e-mail addresses, case (4.3) and surrounding white space make no difference. What is sent upstream is written as the
 * directory writes it.
 */
const printableAscii = /^[!-~]*$/;

/** Equal for all notations of the same address. */
export function foldEmail(email: string): string {
  return printableAscii.test(email) ? email.toLowerCase() : email.normalize('NFC').toUpperCase().toLowerCase().trim();
}

/** Equal for all notations of the same id. Empty for a text without any digit but zero (`0`, `N/A`). */
export function foldNrdsId(id: string): string {
  return /[1-9]/.test(id) ? id.replace(/\p{Pd}/gu, '').replace(/^0+/, '') : '';
}

/** As it is, and as a directory may have had it: with any padding, up to the nine digits of NRDS ids, or in three groups of three. */
export function notationsOf(id: string): readonly string[] {
  const folded = foldNrdsId(id);
  if (folded === '') return [id];
  const padded = Array.from({ length: 10 }, (_, length) => folded.padStart(length, '0'));
  const grouped = folded.padStart(9, '0').replace(/\d{3}(?=\d)/g, '$&-');
  return [...new Set([id, ...padded, grouped])];
}

/** A text without an id equals only itself. */
export function sameNrdsId(one: string, other: string): boolean {
  return one === other || nrdsIdKey(one) === nrdsIdKey(other);
}

/** Equal for ids that are the same. */
export function nrdsIdKey(id: string): string {
  return foldNrdsId(id) || id;
}

const keysOfLists = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether the id is in the list, which may be long and is that of a caller: its keys are made once. */
export function isNrdsIdIn(ids: readonly string[], id: string): boolean {
  return keysOfLists.getOrInsertComputed(ids, () => new Set(ids.map(nrdsIdKey))).has(nrdsIdKey(id));
}
