/** Which failed requests are worth another attempt. */
import { CombinedGraphQLErrors } from '@apollo/client';

/** The gateway marks each error that a retry can fix as `retryable`; a broken connection always is. */
export function isWorthRetrying(error: { readonly message: string }): boolean {
  return !CombinedGraphQLErrors.is(error) || error.errors.some(({ extensions }) => extensions?.['retryable'] === true);
}
