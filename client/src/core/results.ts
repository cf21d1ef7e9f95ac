/** Decides when a result counts as a failure, for all clients. */
import type { Failure, GraphQLFailure } from './errors.ts';

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFailure[] | undefined;
}

/** The parts of a Response that are needed here. */
interface ResponseHead {
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
}

/** Null if there is any data to show: its errors are then reported with it at once, not after several attempts. */
export function failureOf({ data, errors = [] }: Result, response?: ResponseHead | null): Failure | null {
  const isEmpty = data == null || Object.values(data).every((field) => field == null);
  if (errors.length === 0 || !isEmpty) return null;
  return { errors, status: response?.status, retryAfter: response?.headers.get('retry-after') };
}

/** The failure of a whole response; null if there is any data to show. */
export function failureOfResponse(text: string, response: ResponseHead): Failure | null {
  const result = resultIn(text);
  if (result !== null) return failureOf(result, response);
  return response.status < 300 ? null : failureOfText(text, response);
}

/** The failure in a response's text, which may not come from the gateway. */
export function failureOfText(text: string, response: ResponseHead, cause?: unknown): Failure {
  const errors = resultIn(text)?.errors ?? [];
  return { errors, status: response.status, retryAfter: response.headers.get('retry-after'), cause };
}

/** Null if it is not a GraphQL response. */
function resultIn(text: string): Result | null {
  try {
    const result = JSON.parse(text) as Result | null;
    return result?.data !== undefined || Array.isArray(result?.errors) ? result : null;
  } catch {
    return null;
  }
}
