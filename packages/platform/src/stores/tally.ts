/**
 * How many times a text has each number. SQLite joins the numbers of rows to a text six times as fast as it counts groups, so that it has this
 * as the function `tally`. Numbers have five digits and are apart by commas; one may have a blank and its amount behind it, as in the result.
 */
export const MIN_TALLIED = 10_000;
const AMOUNTS = 2 ** 15;
const DIGITS = 5;
const [BLANK, DIGIT_0] = [32, 48];

/** By number, less the smallest one that there may be. */
export function amountsIn(text: string): Uint32Array {
  const amounts = new Uint32Array(AMOUNTS);
  if (text === '') return amounts;
  // With an end to the last number, and bytes: twice as fast.
  const bytes = Buffer.from(`${text},`, 'latin1');
  const digit = (at: number): number => (bytes[at] as number) - DIGIT_0;
  for (let at = 0; at < bytes.length; at += 1) {
    const first = (digit(at) * 10 + digit(at + 1)) * 10 + digit(at + 2);
    const number = (first * 10 + digit(at + 3)) * 10 + digit(at + 4) - MIN_TALLIED;
    at += DIGITS;
    let amount = 1;
    if (bytes[at] === BLANK) for (at += 1, amount = 0; digit(at) >= 0; at += 1) amount = amount * 10 + digit(at);
    amounts[number] = (amounts[number] as number) + amount;
  }
  return amounts;
}

export function tally(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const amounts: string[] = [];
  amountsIn(text).forEach((amount, number) => {
    if (amount > 0) amounts.push(`${number + MIN_TALLIED} ${amount}`);
  });
  return amounts.join();
}
