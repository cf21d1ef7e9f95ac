/** What `useSearch` and `useDeadlines` have in common: a list of the gateway's search index, page after page. */
import { NetworkStatus, type TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useCallback, useMemo } from 'react';
import { toFailure } from '../apollo/failures.ts';
import type { Failure } from '../core/errors.ts';
import { useLasting } from './use-lasting.ts';
import { useMore } from './use-more.ts';

/** Whose transactions: by default, those of all agents that the caller may act for. */
export interface FoundOptions {
  readonly agentNrdsIds?: readonly string[] | undefined;
  readonly officeNrdsIds?: readonly string[] | undefined;
  /** The size of a page, as `first` allows it. */
  readonly first?: number | undefined;
  /** Loads each transaction's agent, too, which needs the scope account.read. */
  readonly withAgent?: boolean | undefined;
}

export interface FoundPage {
  readonly totalCount: number;
  readonly asOf: string;
  readonly isComplete: boolean;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

export interface Found {
  /** Null until it is known. */
  readonly totalCount: number | null;
  /** When this was the state of the service; null until it is known. */
  readonly asOf: string | null;
  /** False as long as the gateway has not read all lists: transactions may be missing. */
  readonly isComplete: boolean;
  /** A request for this is under way, or will be once the reader pauses. */
  readonly isLoading: boolean;
  /** Why there is nothing, or less than there should be. */
  readonly failure: Failure | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Loads the next page. Never rejects: `failure` says what went wrong. */
  readonly loadMore: () => Promise<void>;
  /** Loads the list again from its beginning. Never rejects. */
  readonly reload: () => Promise<void>;
}

interface FoundQuery<Data, Variables extends object, Page> {
  readonly document: TypedDocumentNode<Data, Variables>;
  readonly variables: Variables;
  readonly pageIn: (data: Data | undefined) => Page | null | undefined;
  /** Names what may be shown until the answer is there: of another, nothing is. */
  readonly of: string;
  readonly isSkipped?: boolean;
}

interface FoundResult<Page> extends Found {
  /** What is shown, perhaps from before; see `isPrevious`. */
  readonly page: Page | null;
  /** The page is not the answer to these variables. */
  readonly isPrevious: boolean;
}

export function useFound<Data, Variables extends object, Page extends FoundPage>({
  document,
  variables,
  pageIn,
  of,
  isSkipped = false,
}: FoundQuery<Data, Variables, Page>): FoundResult<Page> {
  const query = useQuery(document, {
    variables: variables as never,
    errorPolicy: 'all',
    fetchPolicy: 'cache-and-network',
    skip: isSkipped,
  });
  const { error, networkStatus, refetch, fetchMore } = query;
  const isLoadingMore = networkStatus === NetworkStatus.fetchMore;
  const answer = isSkipped ? null : pageIn(query.data as Data | undefined);
  const page = useLasting(answer, of);
  const isPrevious = page !== null && answer == null;

  const { hasNextPage = false, endCursor = null } = (!isPrevious && page?.pageInfo) || {};
  const more = useMore(
    JSON.stringify(variables),
    hasNextPage ? endCursor : null,
    fetchMore as Parameters<typeof useMore>[2],
  );
  const { loadMore, forgetFailure } = more;
  const failure = useMemo(() => (error ? toFailure(error) : more.failure), [error, more.failure]);
  const reload = useCallback(async () => {
    forgetFailure();
    await refetch().catch(() => {});
  }, [forgetFailure, refetch]);

  return {
    page,
    isPrevious,
    totalCount: page?.totalCount ?? null,
    asOf: page?.asOf ?? null,
    isComplete: page?.isComplete ?? false,
    isLoading: query.loading && !isLoadingMore,
    failure,
    hasMore: hasNextPage,
    isLoadingMore,
    loadMore,
    reload,
  };
}
