/** How messages quote foreign texts and errors. */
const MAX_LENGTH = 100;

/** The text in quotes, truncated if it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);
}

/** The error's code, which names the failure and never quotes a header, an address with a password, or a body. */
export function describeError(error: Error & { code?: unknown; cause?: unknown }): string {
  if (typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? describeError(error.cause) : error.name;
}
