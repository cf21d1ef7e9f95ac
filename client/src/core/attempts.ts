/**
 * The attempts of one request: each with the token of the moment, until one succeeds or another could not help. Clients differ in how
 * they send; the decisions between two attempts are here.
 */
import type { Failure } from './errors.ts';
import { isRepeatable } from './repeatable.ts';
import { defaultRetryPolicy, nextStep, type RetryPolicy } from './retries.ts';
import type { Tokens } from './tokens.ts';

export interface Attempts {
  /** The headers of the next attempt: its token, if there is one. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** Resolves when it is time for another attempt, or with false if there is none: then the failure stays. */
  readonly isAnotherDue: (failure: Failure, signal?: AbortSignal) => Promise<boolean>;
}

/** Called for each request. `tokens` are those of all requests of a client, so that they share renewals. */
export function startAttempts(
  document: { readonly definitions: readonly unknown[] },
  variables: Readonly<Record<string, unknown>> | undefined,
  tokens: Tokens,
  policy: Partial<RetryPolicy> = {},
): Attempts {
  let attempts = 0;
  let hasRenewed = false;
  let token: string | null = null;

  return {
    async headers() {
      attempts += 1;
      token = await tokens.current();
      return token === null ? {} : { authorization: `Bearer ${token}` };
    },

    async isAnotherDue(failure, signal) {
      const progress = { attempts, hasRenewed, isRepeatable: isRepeatable(document, variables) };
      const step = nextStep(failure, progress, { ...defaultRetryPolicy, ...policy });
      if (step.kind === 'fail') return false;
      if (step.kind === 'retry') return pause(step.delayMs, signal);
      hasRenewed = true;
      return tokens.renew(token);
    },
  };
}

/** Resolves with false if it is broken off. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isOver: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve(isOver);
    };
    const abort = () => end(false);
    const timer = setTimeout(end, ms, true);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });
}
