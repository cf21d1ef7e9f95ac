/** Keeps the last value that a page has shown. A query that fails when repeated has no value, not even its previous one. */
import { useState } from 'react';

/** `of` identifies what is shown: the last value of something else is dropped. */
export function useLasting<T>(value: T | null | undefined, of: string | undefined): T | null {
  const [last, setLast] = useState({ of, value });
  const isOther = of !== last.of;
  if (isOther || (value != null && value !== last.value)) setLast({ of, value });
  return value ?? (isOther ? null : (last.value ?? null));
}
