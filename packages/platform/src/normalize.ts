/** Normalizes texts of requests in time proportional to their length. */

/** More marks on one letter than any language has (UAX 15, stream-safe text). The two of Japanese are letters until they are normalized. */
const TOO_MANY_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** Keeps only 30 of the marks on one letter: normalizing takes time by the square of their number, minutes for those of a request. */
export function normalize(form: 'NFC' | 'NFKD', text: string): string {
  return text.replace(TOO_MANY_MARKS, '$1').normalize(form);
}
