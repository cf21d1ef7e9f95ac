/**
 * The attempts of one request: each is sent with the current token, until one succeeds or another could not help. Clients differ in how
 * they send; the decisions between two attempts are here.
 */
import type { Failure } from './errors.ts';
import { defaultRetryPolicy, nextStep, type RetryPolicy } from './retries.ts';
import type { Tokens } from './tokens.ts';

export interface Attempts {
  /** The headers of the next attempt: its token, if there is one. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** Resolves with true when it is time for another attempt, or with false if there will be none: then the failure is final. */
  readonly isAnotherDue: (failure: Failure, signal?: AbortSignal) => Promise<boolean>;
}

/** Called for each request. `tokens` is shared by all requests of a client, so that they share renewals. */
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

/** Resolves with false if the signal aborts it. */
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

/** The parts of a document that show whether it may be sent twice, whichever package it comes from. */
interface Node {
  readonly kind: string;
  readonly operation?: string;
  readonly name?: { readonly value: string };
  readonly selectionSet?: { readonly selections: readonly Node[] } | undefined;
  readonly arguments?: readonly Node[] | undefined;
  readonly fields?: readonly Node[];
  readonly value?: unknown;
}

/** Whether an operation may be sent twice: a query, or a mutation in which each write has an idempotency key. */
export function isRepeatable(
  document: { readonly definitions: readonly unknown[] },
  variables: Readonly<Record<string, unknown>> = {},
): boolean {
  const operations = (document.definitions as readonly Node[]).filter(({ kind }) => kind === 'OperationDefinition');
  return operations.length > 0 && operations.every((each) => isRepeatableOperation(each, variables));
}

function isRepeatableOperation(
  { operation, selectionSet }: Node,
  variables: Readonly<Record<string, unknown>>,
): boolean {
  // A stream is not repeated: its listener continues it after the last cursor.
  if (operation !== 'mutation') return operation === 'query';
  // A fragment could contain any write.
  return (selectionSet?.selections ?? []).every(
    (field) =>
      field.kind === 'Field' &&
      hasKey(field.arguments?.find(({ name }) => name?.value === 'input')?.value as Node, variables),
  );
}

/** Whether `input: $input` or `input: { … }` has an idempotency key. */
function hasKey(input: Node | undefined, variables: Readonly<Record<string, unknown>>): boolean {
  if (input?.kind === 'Variable') {
    const value = variables[input.name?.value ?? ''];
    return isKey((value as { readonly idempotencyKey?: unknown } | null | undefined)?.idempotencyKey);
  }
  const key = input?.fields?.find(({ name }) => name?.value === 'idempotencyKey')?.value as Node | undefined;
  return isKey(key?.kind === 'Variable' ? variables[key.name?.value ?? ''] : key?.value);
}

function isKey(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
