/** Any code point but half of a pair. Fast-check's own unit `binary` has the same, and keeps a map of them all for as long as it lives. */
import fc from 'fast-check';

export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10_ff_ff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code), codeOf);

function codeOf(text: unknown): number {
  const [character, ...more] = typeof text === 'string' ? text : '';
  if (character === undefined || more.length > 0) throw new Error('not one character');
  return character.codePointAt(0) as number;
}
