/** Notices when a page of the list has the warning LIST_CHANGED, so that the reader can be told. */
import { ApolloLink, makeVar } from '@apollo/client';
import { hasListChanged } from 'realty-forms-graphql-client';
import { tap } from 'rxjs';

/** Whether rows may be missing or out of place, because the list has changed while its pages were loaded. */
export const isListOld = makeVar(false);

export const noticeListChanges = new ApolloLink((operation, forward) =>
  forward(operation).pipe(
    tap(({ extensions }) => {
      if (hasListChanged(extensions)) isListOld(true);
    }),
  ),
);
