import { describe, expect, it } from 'vitest';
import { Body } from '../../src/upstream/body.ts';

describe('the body of an answer', () => {
  function bodyOf(told: number, ...pieces: readonly string[]) {
    const body = new Body(told);
    for (const piece of pieces) body.add(Buffer.from(piece));
    return body;
  }

  it.each([
    ['of the length that was told', 6, ['abc', 'def']],
    ['in many pieces', 6, ['a', 'b', 'cd', 'e', 'f']],
    ['without a length', 0, ['abc', 'def']],
    ['with a length that is none', Number.NaN, ['abc', 'def']],
    ['shorter than told', 9, ['abc', 'def']],
    ['longer than told', 4, ['abc', 'def']],
    ['much longer than told', 4, ['abc', 'd', 'e', 'f']],
    ['of a length that is never made room for at once', 1e12, ['abc', 'def']],
  ])('%s is all of its pieces', (_, told, pieces) => {
    const body = bodyOf(told, ...pieces);
    expect(body.length).toBe(6);
    expect(body.whole().toString()).toBe('abcdef');
  });

  it('that comes in one piece is that piece, not a copy', () => {
    const piece = Buffer.from('abc');
    const body = new Body(3);
    body.add(piece);
    expect(body.whole()).toBe(piece);
  });

  it('that never comes is empty', () => {
    expect(bodyOf(3).whole()).toHaveLength(0);
    expect(bodyOf(0).whole()).toHaveLength(0);
  });

  it('keeps none of the pieces where its length was told', () => {
    const piece = Buffer.from('abc');
    const body = new Body(6);
    body.add(piece);
    piece.fill('x');
    body.add(Buffer.from('def'));
    expect(body.whole().toString()).toBe('abcdef');
  });
});
