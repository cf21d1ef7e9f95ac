/**
 * A function of SQLite: how many times each code is in a text, as JSON with the codes as keys. SQLite joins the codes of rows to a text, and
 * counts them with it, four times as fast as it counts groups.
 */

/** In the text, codes have five digits: this is added to each. They are separated by commas. */
export const TALLIED_FROM = 10_000;
/** How many codes there may be, from 0 on. */
export const MAX_CODES = 2 ** 15;
const DIGITS = 5;
const DIGIT_0 = 48;
/** Kept, since it is large. */
const amounts = new Uint32Array(MAX_CODES);

function tally(text: unknown): string {
  if (typeof text !== 'string') return '{}';
  amounts.fill(0);
  // Bytes are twice as fast as characters.
  const bytes = Buffer.from(text, 'latin1');
  for (let at = 0; at < bytes.length; at += DIGITS + 1) {
    let number = 0;
    for (let digit = at; digit < at + DIGITS; digit += 1) number = number * 10 + (bytes[digit] as number) - DIGIT_0;
    number -= TALLIED_FROM;
    amounts[number] = (amounts[number] as number) + 1;
  }
  const found: Record<string, number> = {};
  amounts.forEach((amount, code) => {
    if (amount > 0) found[code] = amount;
  });
  return JSON.stringify(found);
}

/** What the connections that read an index in SQLite need. */
export const functions = { tally };
