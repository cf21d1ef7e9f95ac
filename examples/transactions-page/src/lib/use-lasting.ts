/** What of a query's result is shown: the last value that was there, and what prevents a newer one. */
import { useState } from 'react';
import type { Failure } from 'realty-forms-graphql-client';
import { toFailure } from 'realty-forms-graphql-client/apollo';

interface Result {
  readonly error?: Error | undefined;
  readonly loading: boolean;
}

interface Shown<T> {
  readonly shown: T | undefined;
  readonly failure: Failure | undefined;
}

const notLoaded = new Error('This could not be loaded.');

export function useLasting<T>({ error, loading }: Result, value: T | null | undefined): Shown<T> {
  const [last, setLast] = useState<T>();
  if (value != null && value !== last) setLast(value);
  // Of a failure that was shown before, the cache has only that there is nothing.
  const problem = error ?? (loading || value != null ? undefined : notLoaded);
  return { shown: value ?? last, failure: problem && toFailure(problem) };
}
