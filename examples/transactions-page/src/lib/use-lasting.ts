/** What to show of a query's result: the last value that was there, and what prevents a newer one. */
import { useState } from 'react';
import type { Failure } from 'realty-forms-graphql-client';
import { toFailure } from 'realty-forms-graphql-client/apollo';

interface Result {
  readonly error?: Error | undefined;
  readonly loading: boolean;
}

interface Shown<T> {
  readonly shown: T | undefined;
  /** The value is the previous one, until the new one arrives. */
  readonly isPrevious: boolean;
  readonly failure: Failure | undefined;
}

const notLoaded = new Error('This could not be loaded.');

/** The value of something else, such as the list with another filter, is shown only while the new one loads. */
export function useLasting<T>({ error, loading }: Result, value: T | null | undefined, of = ''): Shown<T> {
  const [last, setLast] = useState<{ readonly of: string; readonly value: T }>();
  if (value != null && (value !== last?.value || of !== last.of)) setLast({ of, value });
  const isPrevious = value == null && last !== undefined && last.of !== of;
  // After a failure that was shown before, the cache knows only that there is nothing.
  const problem = error ?? (loading || value != null ? undefined : notLoaded);
  return {
    shown: value ?? (isPrevious && !loading ? undefined : last?.value),
    isPrevious: isPrevious && loading,
    failure: problem && toFailure(problem),
  };
}
