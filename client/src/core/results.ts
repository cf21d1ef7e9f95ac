/** When a result counts as a failure, whichever client has read it. */
import type { Failure, GraphQLFailure } from './errors.ts';

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFailure[] | undefined;
}

/** As much of a Response as is known of it here. */
interface ResponseHead {
  readonly status: number;
  readonly headers: { readonly get: (name: string) => string | null };
}

/** Null if there is anything to show: what failed beside it is told with it at once, not after several attempts. */
export function failureOf({ data, errors = [] }: Result, response?: ResponseHead | null): Failure | null {
  const isEmpty = data == null || Object.values(data).every((field) => field == null);
  if (errors.length === 0 || !isEmpty) return null;
  return { errors, status: response?.status, retryAfter: response?.headers.get('retry-after') };
}

/** The failure that a response's text tells, which need not come from the gateway. */
export function failureOfText(text: string, response: ResponseHead, cause?: unknown): Failure {
  const failure = { errors: errorsIn(text), status: response.status, retryAfter: response.headers.get('retry-after') };
  return { ...failure, cause };
}

function errorsIn(text: string): readonly GraphQLFailure[] {
  try {
    const { errors } = JSON.parse(text) as { readonly errors?: readonly GraphQLFailure[] };
    return Array.isArray(errors) ? errors : [];
  } catch {
    return [];
  }
}
