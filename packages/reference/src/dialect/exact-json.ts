/** JSON whose numbers keep their digits, even those that a double would lose (proposal JSON.parse source text access). */

type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
interface ExactJson {
  readonly parse: (text: string, reviver: Reviver) => unknown;
  readonly rawJSON: (text: string) => object;
  readonly isRawJSON: (value: unknown) => value is { readonly rawJSON: string };
}
const exact = JSON as unknown as ExactJson;

const keepDigits: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? exact.rawJSON(source) : value;

/** The value, or undefined if the text is not JSON. */
export function parseExactly(text: string): unknown {
  try {
    return exact.parse(text, keepDigits);
  } catch {
    return undefined;
  }
}

/** The digits of a number, as in its text; null for anything else. */
export function digitsOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return exact.isRawJSON(value) ? value.rawJSON : null;
}
