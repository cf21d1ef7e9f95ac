/** Who the reader is to the gateway, and what that offers. */
import { gql, type TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import type { ViewerRole } from 'realty-forms-graphql-client';

export interface Caller {
  readonly role: ViewerRole;
  readonly nrdsIds: readonly string[];
  readonly canSearch: boolean;
  readonly uploadMaxBytes: number;
}

export const CallerDocument: TypedDocumentNode<{ readonly viewer: Caller }, Record<string, never>> = gql`
  query Viewer {
    viewer {
      role
      nrdsIds
      canSearch
      uploadMaxBytes
    }
  }
`;

/** Undefined until it is known; the workspace has it loaded. */
export function useCaller(): Caller | undefined {
  return useQuery(CallerDocument, { fetchPolicy: 'cache-only' }).data?.viewer;
}
