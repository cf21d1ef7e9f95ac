/** Who the reader is to the gateway, and what the gateway offers to that caller. */
import { useQuery } from '@apollo/client/react';
import { ViewerDocument, type ViewerQuery } from 'realty-forms-graphql-client';

export type Caller = ViewerQuery['viewer'];

/** Undefined until it is known; the workspace loads it. */
export function useCaller(): Caller | undefined {
  return useQuery(ViewerDocument, { fetchPolicy: 'cache-only' }).data?.viewer;
}
