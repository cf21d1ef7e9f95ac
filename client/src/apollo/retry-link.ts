/**
 * Sends each operation with the current token, and repeats it when the core says that this can help: within limits, after the pause that
 * the response asks for, a mutation only with an idempotency key, and with a new token if the old one is refused.
 */
import { ApolloLink, Observable } from '@apollo/client';
import { startAttempts } from '../core/attempts.ts';
import { type Failure, isRefused } from '../core/errors.ts';
import { failureOf } from '../core/results.ts';
import type { RetryPolicy } from '../core/retries.ts';
import { shareTokens, type TokenOptions } from '../core/tokens.ts';
import { toFailure } from './failures.ts';

export interface RetryLinkOptions extends TokenOptions {
  readonly retry?: Partial<RetryPolicy> | undefined;
}

/** The caller's own options for the request. */
interface RequestContext {
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetchOptions?: { readonly signal?: AbortSignal };
}

export function createRetryLink({ retry, ...options }: RetryLinkOptions): ApolloLink {
  const tokens = shareTokens(options);

  return new ApolloLink((operation, forward) => {
    const isStream = operation.operationType === 'subscription';

    return new Observable((observer) => {
      const attempts = startAttempts(operation.query, operation.variables, tokens, retry);
      const canceled = new AbortController();
      const { fetchOptions, headers: others } = operation.getContext() as RequestContext;
      // The caller's signal also ends the pauses, during which there is no request to abort.
      const over = AbortSignal.any([canceled.signal, ...(fetchOptions?.signal ? [fetchOptions.signal] : [])]);
      let hasBegun = false;

      async function send(): Promise<void> {
        const headers = await attempts.headers();
        if (canceled.signal.aborted) return;
        operation.setContext({ headers: { ...others, ...headers }, response: undefined });
        let isOver = false;

        const subscription = forward(operation).subscribe({
          next(result) {
            const failure = hasBegun ? null : failureOf(result, operation.getContext()['response']);
            // A stream that begins with an error continues, unless the token is refused.
            if (failure === null || (isStream && !isRefused(failure))) {
              hasBegun = true;
              return observer.next(withPause(result, failure));
            }
            isOver = true;
            void goOn(failure, () => {
              observer.next(withPause(result, failure));
              observer.complete();
            });
          },
          error(error) {
            if (hasBegun) return observer.error(error);
            isOver = true;
            void goOn(toFailure(error), () => observer.error(error));
          },
          complete() {
            if (!isOver) observer.complete();
          },
        });
        canceled.signal.addEventListener('abort', () => subscription.unsubscribe());
      }

      /** Sends it again when that is due, or gives up. */
      async function goOn(failure: Failure, giveUp: () => void): Promise<void> {
        try {
          if (await attempts.isAnotherDue(failure, over)) await send();
          else giveUp();
        } catch (error) {
          observer.error(error);
        }
      }

      send().catch((error: unknown) => observer.error(error));
      return () => canceled.abort();
    });
  });
}

/** A failure in a result does not say how long the response asks to wait. */
function withPause(result: ApolloLink.Result, failure: Failure | null): ApolloLink.Result {
  if (failure?.retryAfter == null) return result;
  return { ...result, extensions: { ...result.extensions, retryAfter: failure.retryAfter } };
}
