/** Sends a persisted document with the caller's own token. */
export interface Answer {
  readonly isError: boolean;
  readonly text: string;
}

export async function carryOut(
  url: string,
  authorization: string,
  documentId: string,
  variables: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', authorization },
      body: JSON.stringify({ documentId, variables }),
      signal,
    });
    // Includes errors: their codes and messages are meant for callers, and `retryable` says whether another attempt can help.
    const text = await response.text();
    return { isError: hasErrors(text), text };
  } catch (error) {
    return { isError: true, text: `The gateway cannot be reached: ${(error as Error).message}` };
  }
}

function hasErrors(text: string): boolean {
  try {
    return 'errors' in JSON.parse(text);
  } catch {
    return true;
  }
}
