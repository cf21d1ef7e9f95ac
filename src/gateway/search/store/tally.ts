/**
 * A function for SQLite that counts how often each code occurs in a text, and returns JSON with the codes as keys. SQLite joins the codes
 * of rows into a text and counts them with this function, four times as fast as it counts groups.
 */

/** This is added to each code, so that it has five digits in the text. Codes are separated by commas. */
export const TALLIED_FROM = 10_000;
/** Codes are numbers from 0 to one less than this. */
export const MAX_CODES = 2 ** 15;
const DIGITS = 5;
const DIGIT_0 = 48;
/** Reused, since it is large. */
const amounts = new Uint32Array(MAX_CODES);

function tally(text: unknown): string {
  if (typeof text !== 'string') return '{}';
  amounts.fill(0);
  // Reading bytes is twice as fast as reading characters.
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

/** The functions that connections to an index in SQLite need. */
export const functions = { tally };
