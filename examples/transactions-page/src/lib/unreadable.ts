/**
 * Values of a transaction that the gateway cannot read, such as "price on request" for an amount: the fields are null, and a warning has
 * the stored values. Queries do not expose warnings, so a link records them.
 */
import { ApolloLink, Observable } from '@apollo/client';
import { useSyncExternalStore } from 'react';

type Path = readonly (string | number)[];

/** By the field's path in the transaction, such as `listing.price`. */
type Stored = ReadonlyMap<string, string>;

const none: Stored = new Map();
const byId = new Map<string, Stored>();
const watchers = new Set<() => void>();

interface Result {
  readonly data?: { readonly transaction?: { readonly id?: string } | null } | null;
  readonly extensions?: { readonly warnings?: readonly { readonly path: Path; readonly raw?: unknown }[] };
}

export const unreadableLink = new ApolloLink(
  (operation, forward) =>
    new Observable((observer) =>
      forward(operation).subscribe({
        next(result) {
          if (operation.operationName === 'Transaction') note(result as Result);
          observer.next(result);
        },
        error: (error) => observer.error(error),
        complete: () => observer.complete(),
      }),
    ),
);

export function useUnreadable(id: string): Stored {
  return useSyncExternalStore(watch, () => byId.get(id) ?? none);
}

function note({ data, extensions }: Result): void {
  const id = data?.transaction?.id;
  if (id === undefined) return;
  const stored = (extensions?.warnings ?? []).flatMap(({ path, raw }) =>
    raw === undefined ? [] : [[path.slice(1).join('.'), String(raw)] as const],
  );
  if (stored.length > 0) byId.set(id, new Map(stored));
  else byId.delete(id);
  for (const notify of watchers) notify();
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
