/**
 * JSON.parse for bodies whose numbers matter: ids and prices. A number that a double cannot represent exactly
 * (`9007199254740993`, `1e400`) is returned as its source text, which the contract accepts like a number (2).
 */
import { isExact } from '../contract/exact-number.ts';

/**
 * Matches wherever a number (a property, a list item or the whole body) may be inexact. Nearly all bodies have no match and
 * are parsed without checking each value. A match inside a string only costs that check; the string stays unchanged.
 */
const SUSPECT = /(?:[:[,]|^)\s*-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;

/** Throws whenever JSON.parse does. */
export function parseExactly(text: string): unknown {
  return SUSPECT.test(text)
    ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && !isExact(value, source) ? source : value;
}
