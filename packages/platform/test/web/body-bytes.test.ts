import { describe, expect, it } from 'vitest';
import { BodyBytes } from '../../src/web/body-bytes.ts';

describe('a body', () => {
  function bodyOf(announced: number, ...pieces: readonly string[]) {
    const body = new BodyBytes(announced);
    for (const piece of pieces) body.add(Buffer.from(piece));
    return body;
  }

  it.each([
    ['of the declared length', 6, ['abc', 'def']],
    ['in many chunks', 6, ['a', 'b', 'cd', 'e', 'f']],
    ['without a length', 0, ['abc', 'def']],
    ['with an invalid length', Number.NaN, ['abc', 'def']],
    ['shorter than declared', 9, ['abc', 'def']],
    ['longer than declared', 4, ['abc', 'def']],
    ['much longer than declared', 4, ['abc', 'd', 'e', 'f']],
    ['of a declared length that is too large to allocate', 1e12, ['abc', 'def']],
  ])('%s consists of all of its chunks', (_, announced, pieces) => {
    const body = bodyOf(announced, ...pieces);
    expect(body.length).toBe(6);
    expect(body.toBuffer().toString()).toBe('abcdef');
  });

  it('is the chunk itself, not a copy, if it arrives in one chunk', () => {
    const piece = Buffer.from('abc');
    const body = new BodyBytes(3);
    body.add(piece);
    expect(body.toBuffer()).toBe(piece);
  });

  it('is empty if no chunk arrives', () => {
    expect(bodyOf(3).toBuffer()).toHaveLength(0);
    expect(bodyOf(0).toBuffer()).toHaveLength(0);
  });

  it.each([0, 6, 4_194_304])('of an announced length of %i retains no chunk once another has arrived', (announced) => {
    const body = new BodyBytes(announced);
    const pieces = ['abc', 'd', 'ef'].map((text) => Buffer.from(text));
    for (const piece of pieces) body.add(piece);
    for (const piece of pieces) piece.fill('x');
    expect(body.toBuffer().toString()).toBe('abcdef');
  });
});
