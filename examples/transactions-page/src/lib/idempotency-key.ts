/**
 * The idempotency key of a form's input. The same input is sent under the same key until its outcome is final, so that the write
 * is carried out once, however often the form is submitted; the next submit is a new write.
 */
import { useRef } from 'react';

export interface IdempotencyKey {
  /** The key for the input: a new one if the input has changed, or if there is none. */
  readonly keyOf: (input: object) => string;
  /** Call it when the outcome is final. */
  readonly renew: () => void;
}

export function useIdempotencyKey(): IdempotencyKey {
  const current = useRef<{ readonly text: string; readonly key: string } | null>(null);
  return {
    keyOf(input) {
      const text = JSON.stringify(input, describeFile);
      if (current.current?.text !== text) current.current = { text, key: crypto.randomUUID() };
      return current.current.key;
    },
    renew() {
      current.current = null;
    },
  };
}

/** A file has no JSON of its own. */
function describeFile(_key: string, value: unknown): unknown {
  return value instanceof File ? { name: value.name, size: value.size, lastModified: value.lastModified } : value;
}
