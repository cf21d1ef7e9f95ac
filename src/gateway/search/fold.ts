/**
 * How the index compares text, in both kinds of databases: without case, accents and differences between letters that people type alike
 * (Łukasz = lukasz, Straße = strasse). The databases' own tokenizers disagree on these, so they only get words from here.
 */
import { normalize } from '@realty-forms/platform/normalize.ts';

/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ſ: 's',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');
/** Accents and characters that are not displayed, such as the zero-width spaces and soft hyphens in texts from web pages. */
const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;
/** Letters and quotation marks that stand for an apostrophe, as in Kaʻanapali, and dashes that stand for a hyphen. */
const APOSTROPHE = /[\u02b9-\u02bf\u2018\u2019\u201b\u2032]/gu;
const HYPHEN = /[\u2010-\u2015\u2212]/gu;
const SEPARATOR = /[^\p{L}\p{N}]+/u;
/**
 * Words and numbers with punctuation inside, such as O’Brien, MLS-1234 and 555.0100. The pattern matches at the beginning of words only, so
 * that a long word takes no longer.
 */
const JOINED = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:['.\-/&][\p{L}\p{N}]+)+/gu;
const INNER = /['.\-/&]/gu;
/** Longer words are found by their first characters. */
const MAX_WORD_CHARACTERS = 40;

export function fold(text: string): string {
  return normalize('NFKD', text)
    .toLowerCase()
    .replace(UNSEEN, '')
    .replace(APOSTROPHE, "'")
    .replace(HYPHEN, '-')
    .replace(SPECIAL, (letter) => letters[letter] as string)
    .trim()
    .replace(/\s+/gu, ' ');
}

/** The words of a folded text, each once. */
function split(folded: string): string[] {
  const words = folded.split(SEPARATOR).filter((word) => word !== '');
  return [...new Set(words.map((word) => [...word].slice(0, MAX_WORD_CHARACTERS).join('')))];
}

/** The words by which a text is found: O'Brien has o, brien and obrien. O'Brien-Smith has obrien, too, besides smith and obriensmith. */
export function indexedWords(text: string): readonly string[] {
  const folded = fold(text);
  const joined = [...folded.matchAll(JOINED)].flatMap(([word]) => [word.replace(INNER, ''), word.replaceAll("'", '')]);
  return [...new Set([...split(folded), ...joined.flatMap(split)])];
}

/** The words of a search. A record must have all of them; the last one may be the beginning of a word. */
export function searchedWords(text: string): readonly string[] {
  return split(fold(text));
}
