/** What a page goes on showing: the last value that was there. A query that cannot be repeated has none, not even its previous one. */
import { useState } from 'react';

/** `of` names what is shown: of another, the last value says nothing. */
export function useLasting<T>(value: T | null | undefined, of: string | undefined): T | null {
  const [last, setLast] = useState({ of, value });
  const isOther = of !== last.of;
  if (isOther || (value != null && value !== last.value)) setLast({ of, value });
  return value ?? (isOther ? null : (last.value ?? null));
}
