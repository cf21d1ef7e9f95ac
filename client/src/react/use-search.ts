/**
 * Searches while the reader types. The previous result stays until the next one arrives, marked as such, so that nothing flickers. With
 * another filter or order, nothing of the previous result is shown.
 */
import type { TypedDocumentNode } from '@apollo/client';
import { useEffect, useMemo, useState } from 'react';
import { uniqueById } from '../core/values.ts';
import {
  SearchDocument,
  type SearchFilter,
  type SearchOrder,
  type SearchQuery,
  type SearchQueryVariables,
} from '../documents/generated.ts';
import { type Found, type FoundOptions, type FoundPage, useFound } from './use-found.ts';
import type { SentVariables } from './use-list.ts';

/** A row of the package's own query. */
export type SearchedTransaction = NonNullable<NonNullable<SearchQuery['search']>['nodes'][number]>;
export type SearchFacets = NonNullable<SearchQuery['search']>['facets'];

/** The fields that a query for `useSearch` must select. */
export interface SearchData<Row> {
  readonly search?: (FoundPage & { readonly nodes: readonly (Row | null)[]; readonly facets?: SearchFacets }) | null;
}

export interface SearchOptions<Row> extends FoundOptions {
  /** The text as the reader types it. Blank: all transactions, the last changed first. */
  readonly text?: string | undefined;
  readonly filter?: SearchFilter | undefined;
  readonly orderBy?: SearchOrder | undefined;
  /** How long a text must stay the same before it is sent. */
  readonly delayMs?: number | undefined;
  /** Another query, with your own fragments. */
  readonly query?: TypedDocumentNode<SearchData<Row>, SentVariables<SearchQueryVariables>> | undefined;
}

export interface Search<Row> extends Found {
  readonly transactions: readonly Row[];
  /** Null until they are known. */
  readonly facets: SearchFacets | null;
  /** The rows and counts belong to the previous text. */
  readonly isPrevious: boolean;
  /** The text has fewer than two characters, or no letter or digit, which a search needs, so nothing is sent. */
  readonly isTooShort: boolean;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

export function useSearch<Row extends { readonly id: string } = SearchedTransaction>({
  text = '',
  filter,
  orderBy,
  agentNrdsIds,
  officeNrdsIds,
  first = 20,
  withAgent = false,
  delayMs = 250,
  query = SearchDocument as unknown as TypedDocumentNode<SearchData<Row>, SentVariables<SearchQueryVariables>>,
}: SearchOptions<Row> = {}): Search<Row> {
  const given = text.trim();
  const sent = useSettled(given, delayMs);
  const isShort = (typed: string) => typed !== '' && !(typed.normalize().length > 1 && LETTER_OR_DIGIT.test(typed));
  const restriction = { filter, orderBy, agentNrdsIds, officeNrdsIds, first, withAgent };
  const { page, isPrevious, isLoading, hasMore, ...found } = useFound(query, 'search', {
    variables: { ...restriction, text: sent || undefined },
    of: JSON.stringify(restriction),
    isSkipped: isShort(sent),
  });
  const isTyping = given !== sent;
  const transactions = useMemo(() => uniqueById(page?.nodes ?? []), [page]);
  return {
    ...found,
    transactions,
    facets: page?.facets ?? null,
    isPrevious: isPrevious || (isTyping && page !== null),
    isTooShort: isShort(given),
    isLoading: isLoading || (isTyping && !isShort(given)),
    hasMore: hasMore && !isTyping,
  };
}

/** The text once it has stayed the same for a while; a blank text at once. */
function useSettled(text: string, delayMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return undefined;
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [text, settled, delayMs]);
  return settled;
}
