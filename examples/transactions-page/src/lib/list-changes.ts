/** Notices when a page of the list has the warning LIST_CHANGED, so that the reader can be told. */
import { ApolloLink, makeVar } from '@apollo/client';
import { tap } from 'rxjs';

/** Whether rows may be missing or out of place, because the list has changed while its pages were loaded. */
export const hasListChanged = makeVar(false);

export const noticeListChanges = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap(({ extensions }) => {
      const warnings = (extensions?.['warnings'] ?? []) as readonly { readonly code?: string }[];
      if (warnings.some(({ code }) => code === 'LIST_CHANGED')) hasListChanged(true);
    }),
  ),
);
