/**
 * What the list hooks share: a query, its next pages one at a time, and what stays on the page while another query loads. Loading a page
 * ends with the component, and when another list is shown.
 */
import { NetworkStatus, type TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toFailure } from '../apollo/failures.ts';
import type { Failure } from '../core/errors.ts';
import { useLasting } from './use-lasting.ts';

/** The fields that a query must select of its list. */
export interface ListPage {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

export interface List {
  /** Null until it is known. */
  readonly totalCount: number | null;
  readonly isLoading: boolean;
  /** Why there is nothing, or less than there should be. */
  readonly failure: Failure | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Loads the next page. Never rejects: `failure` says what went wrong. */
  readonly loadMore: () => Promise<void>;
}

interface ListResult<Page> extends List {
  /** The shown page, possibly an earlier one; see `isPrevious`. */
  readonly page: Page | null;
  /** The page belongs to other variables. */
  readonly isPrevious: boolean;
  /** Loads the list again from its beginning. Resolves with null if that failed; never rejects. */
  readonly load: () => Promise<Page | null>;
}

/** The variables that a hook sends. None is null, so another query need not accept that. */
export type SentVariables<Variables> = { readonly [Name in keyof Variables]: NonNullable<Variables[Name]> };

export interface ListOptions {
  readonly variables: object;
  /** Identifies what may be shown until the response arrives: anything else is dropped. */
  readonly of: string | undefined;
  readonly isSkipped?: boolean;
}

export function useList<Field extends string, Data extends { readonly [F in Field]?: ListPage | null }, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  field: Field,
  { variables, of, isSkipped = false }: ListOptions,
): ListResult<NonNullable<Data[Field]>> {
  const query = useQuery(document, {
    variables: variables as never,
    errorPolicy: 'all',
    fetchPolicy: 'cache-and-network',
    skip: isSkipped,
  });
  const { error, networkStatus, refetch, fetchMore } = query;
  const isLoadingMore = networkStatus === NetworkStatus.fetchMore;
  const pageIn = useCallback((data: unknown) => (data as Data | undefined)?.[field] ?? null, [field]);
  const answer = isSkipped ? null : pageIn(query.data);

  const list = JSON.stringify(variables);
  const shown = useLasting(
    useMemo(() => answer && { page: answer, list }, [answer, list]),
    of,
  );
  const page = shown?.page ?? null;
  const isPrevious = shown !== null && shown.list !== list;
  // The cursor of another list would continue nothing here.
  const { hasNextPage = false, endCursor = null } = (!isPrevious && page?.pageInfo) || {};

  const [moreFailure, setMoreFailure] = useState<Failure | null>(null);
  const more = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies(list): each list has its own pages
  useEffect(() => {
    setMoreFailure(null);
    return () => more.current?.abort();
  }, [list]);

  const loadMore = useCallback(async () => {
    if (!hasNextPage || endCursor === null || (more.current && !more.current.signal.aborted)) return;
    const controller = new AbortController();
    more.current = controller;
    const options = { variables: { after: endCursor }, context: { fetchOptions: { signal: controller.signal } } };
    const result: { readonly error?: unknown } = await fetchMore(options as never).catch((reason: unknown) => ({
      error: reason,
    }));
    if (controller.signal.aborted) return;
    more.current = null;
    setMoreFailure(result.error ? toFailure(result.error) : null);
  }, [hasNextPage, endCursor, fetchMore]);

  const load = useCallback(async () => {
    setMoreFailure(null);
    const result = await refetch().catch(() => null);
    return pageIn(result?.data);
  }, [pageIn, refetch]);

  return {
    page,
    isPrevious,
    totalCount: page?.totalCount ?? null,
    isLoading: query.loading && !isLoadingMore,
    failure: useMemo(() => (error ? toFailure(error) : moreFailure), [error, moreFailure]),
    hasMore: hasNextPage,
    isLoadingMore,
    loadMore,
    load,
  };
}
