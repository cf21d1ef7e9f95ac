/**
 * JSON.parse for bodies whose numbers count: ids and prices. A number that a double would change (`9007199254740993`, `1e400`)
 * comes as the text that it is written with, which the contract reads as well as a number (2).
 */
import { isExact } from '../contract/exact-number.ts';

/**
 * Where the number of a property or of a list may be one of those. Nearly all bodies have none, and are parsed without a look at
 * each value; a text in which it is found by chance costs that look, and stays what it is.
 */
const SUSPECT = /[:[,]\s*-?(?:\d[\d.]{15}|\d[\d.]*[eE])/;

/** Throws where JSON.parse does. */
export function parseExactly(text: string): unknown {
  return SUSPECT.test(text)
    ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
    : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && !isExact(value, source) ? source : value;
}
