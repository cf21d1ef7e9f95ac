// Texts are compared without case and accents, and words are found in whichever way they are written.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, indexedWords, searchedWords } from '../../../src/gateway/search/fold.ts';
import { anyCharacter } from '../../support/any-character.ts';

test.each([
  ['Łukasz', 'lukasz'],
  ['Straße', 'STRASSE'],
  ['São  Paulo ', 'sao paulo'],
  ['Bjørn Ægir', 'bjorn aegir'],
  ['Đặng', 'dang'],
  ['Iğdır', 'IGDIR'],
  ['ΣΊΣΥΦΟΣ', 'σισυφος'],
  ['Ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
  ['e\u0301cole', 'école'],
  ['Kaʻanapali', "Ka'anapali"],
  ['Smith‐Jones – Büro', 'smith-jones - buro'],
  ['zero\u200b\u00adwidth\ufeff', 'zerowidth'],
])('%j is the same as %j', (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test.each([
  ["O'Brien", ["o'brien", 'obrien', 'brien', 'O’Br']],
  ['Oʼbrien', ["o'brien", 'obrien', 'brien', 'Oʼbr']],
  ['Mary O’Brien-Smith', ['obrien smith', "o'brien smith", 'obriensmith', 'brien-smith mary']],
  ['12-A Elm St.', ['12 a', '12a', 'elm', 'st']],
  ['MLS-1234/5', ['mls1', '1234', 'mls-1234', 'mls12345']],
  ['Smith & Sons', ['smith sons', 'sons smi']],
])('%j is found by each of %j', (text, searches) => {
  const words = indexedWords(text);
  for (const search of searches) {
    const asked = searchedWords(search);
    expect(asked).not.toEqual([]);
    asked.forEach((word, at) => {
      expect(words.some((each) => (at === asked.length - 1 ? each.startsWith(word) : each === word))).toBe(true);
    });
  }
});

test('a long text without blanks takes no more time than its length', () => {
  expect(indexedWords('x'.repeat(400_000))).toEqual(['x'.repeat(40)]);
});

test('every word of every text is found by itself, and has nothing that a database could take for an operator', () =>
  fc.assert(
    fc.property(fc.array(anyCharacter, { maxLength: 30 }), (characters) => {
      const text = characters.join('');
      const words = new Set(indexedWords(text));
      for (const word of searchedWords(text)) expect(words).toContain(word);
      for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
    }),
  ));
