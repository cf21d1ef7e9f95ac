/** JSON whose numbers matter: ids and prices. */
import { isExact } from './json.ts';

/**
 * Matches wherever the number of a property or of a list item may be inexact. Nearly all bodies have no match and are parsed
 * without checking each value. A match inside a string only costs that check; the string stays unchanged.
 */
const SUSPECT = /[:[,]\s*-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;
/** A body that is nothing but a number. As an alternative in the pattern above, it would nearly double that pattern's time. */
const SUSPECT_BODY = /^\s*-?\d/;

/**
 * JSON.parse, but a number that a double cannot represent exactly (`9007199254740993`, `1e400`) is returned as its source text,
 * which the contract accepts like a number (2). Throws whenever JSON.parse does.
 */
export function parseExactly(text: string): unknown {
  return SUSPECT.test(text) || SUSPECT_BODY.test(text)
    ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && !isExact(value, source) ? source : value;
}
