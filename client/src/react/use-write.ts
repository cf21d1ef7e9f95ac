/**
 * A write from the first attempt until its outcome is known. The same input is always sent with the same idempotency key, so that it is
 * carried out once, however often it is sent.
 */
import type { ApolloClient, DocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toFailure } from '../apollo/failures.ts';
import { type Failure, hasCode } from '../core/errors.ts';
import type { IdempotencyKeys } from '../core/idempotency-keys.ts';

/**
 * `done`: there is a payload, whose `outcome` says what happened. `failed`: `failure` says why; it is unknown whether the write was carried
 * out.
 */
export type WriteState = 'idle' | 'sending' | 'done' | 'failed' | 'canceled';

export interface Payload {
  readonly outcome: string;
}

export interface Write<Input, P> {
  /** Resolves with null if it failed. Never rejects. */
  readonly send: (input: Input) => Promise<P | null>;
  /** Sends the last input again, with its key. */
  readonly retry: () => Promise<P | null>;
  readonly cancel: () => void;
  /** Forgets the shown write, to start another one. */
  readonly reset: () => void;
  readonly state: WriteState;
  readonly payload: P | null;
  readonly failure: Failure | null;
}

/** Must be the same object in every render. */
export interface WriteOptions {
  readonly mutation: DocumentNode;
  readonly keys: IdempotencyKeys;
  readonly isCanceledByLeaving?: boolean;
}

interface Shown<P> {
  readonly state: WriteState;
  readonly payload: P | null;
  readonly failure: Failure | null;
}

interface Run<Input, P> {
  readonly input: Input;
  readonly key: string;
  readonly canceled: AbortController;
  result: Promise<P | null> | null;
}

const idle = { state: 'idle', payload: null, failure: null } as const;

export function useWrite<Input extends object, P extends Payload>(
  options: WriteOptions,
  onProgress?: (fraction: number) => void,
): Write<Input, P> {
  const client = useApolloClient();
  const [shown, setShown] = useState<Shown<P>>(idle);
  const run = useRef<Run<Input, P> | null>(null);
  const leaving = useRef<AbortSignal | null>(null);

  useEffect(() => {
    const left = new AbortController();
    leaving.current = left.signal;
    return () => left.abort();
  }, []);

  const send = useCallback(
    (input: Input): Promise<P | null> => {
      const { mutation, keys, isCanceledByLeaving } = options;
      const key = keys.keyFor(input);
      const { result, canceled: former } = run.current ?? {};
      // A second click is not a second attempt.
      if (run.current?.key === key && result && !former?.signal.aborted) return result;
      const current: Run<Input, P> = { input, key, canceled: new AbortController(), result: null };
      run.current = current;
      const isShown = () => run.current === current;
      const signals = [current.canceled.signal, ...(isCanceledByLeaving && leaving.current ? [leaving.current] : [])];
      const context = {
        onProgress: (part: number) => isShown() && onProgress?.(part),
        fetchOptions: { signal: AbortSignal.any(signals) },
      };
      setShown({ ...idle, state: 'sending' });

      current.result = attempt<P>(client, mutation, { ...input, idempotencyKey: key }, context).then((next) => {
        current.result = null;
        // With the key of an unknown outcome, the gateway sends nothing, but checks again.
        if (next.payload) keys.settle(input, next.payload.outcome);
        if (next.failure && hasCode(next.failure, 'IDEMPOTENCY_MISMATCH')) keys.forget(input);
        if (isShown()) setShown(next);
        return next.payload;
      });
      return current.result;
    },
    [client, options, onProgress],
  );

  const retry = useCallback(() => (run.current ? send(run.current.input) : Promise.resolve(null)), [send]);
  const cancel = useCallback(() => {
    if (run.current?.result == null) return;
    run.current.canceled.abort();
    setShown({ ...idle, state: 'canceled' });
  }, []);
  const reset = useCallback(() => {
    run.current = null;
    setShown(idle);
  }, []);
  return { send, retry, cancel, reset, ...shown };
}

interface Context {
  readonly onProgress: (fraction: number) => void;
  readonly fetchOptions: { readonly signal: AbortSignal };
}

async function attempt<P extends Payload>(
  client: ApolloClient,
  mutation: DocumentNode,
  input: object,
  context: Context,
): Promise<Shown<P>> {
  const { signal } = context.fetchOptions;
  try {
    const { data, error } = await client.mutate<Readonly<Record<string, P | null>>>({
      mutation,
      variables: { input },
      errorPolicy: 'all',
      context,
    });
    const payload = payloadIn<P>(data);
    const state = payload ? 'done' : signal.aborted ? 'canceled' : 'failed';
    return { state, payload, failure: error && !signal.aborted ? toFailure(error) : null };
  } catch (error) {
    return signal.aborted
      ? { ...idle, state: 'canceled' }
      : { state: 'failed', payload: null, failure: toFailure(error) };
  }
}

/** The one field of a mutation, which `__typename` may accompany. */
function payloadIn<P>(data: object | null | undefined): P | null {
  return Object.values(data ?? {}).find((field) => typeof field === 'object' && field !== null) ?? null;
}
