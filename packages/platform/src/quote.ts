/** Formats a foreign text for a message: in quotes, and truncated if it is long. */
const MAX_LENGTH = 100;

export function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
}
