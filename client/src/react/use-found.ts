/** What `useSearch` and `useDeadlines` have in common: a list of the gateway's search index. */
import type { TypedDocumentNode } from '@apollo/client';
import { useCallback } from 'react';
import { type List, type ListOptions, type ListPage, useList } from './use-list.ts';

/** Whose transactions: by default, those of all agents that the caller may act for. */
export interface FoundOptions {
  readonly agentNrdsIds?: readonly string[] | undefined;
  readonly officeNrdsIds?: readonly string[] | undefined;
  /** The size of a page, as `first` allows it. */
  readonly first?: number | undefined;
  /** Loads each transaction's agent, too, which needs the scope account.read. */
  readonly withAgent?: boolean | undefined;
}

export interface FoundPage extends ListPage {
  readonly asOf: string;
  readonly isComplete: boolean;
}

/** `isLoading`: a request for this is under way, or will be once the reader pauses. */
export interface Found extends List {
  /** When this was the state of the service; null until it is known. */
  readonly asOf: string | null;
  /** False as long as the gateway has not read all lists: transactions may be missing. */
  readonly isComplete: boolean;
  /** Loads the list again from its beginning. Never rejects. */
  readonly reload: () => Promise<void>;
}

interface FoundResult<Page> extends Found {
  readonly page: Page | null;
  readonly isPrevious: boolean;
}

export function useFound<Field extends string, Data extends { readonly [F in Field]?: FoundPage | null }, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  field: Field,
  options: ListOptions<Variables>,
): FoundResult<NonNullable<Data[Field]>> {
  const { load, ...list } = useList(document, field, options);
  const reload = useCallback(async () => void (await load()), [load]);
  return { ...list, asOf: list.page?.asOf ?? null, isComplete: list.page?.isComplete ?? false, reload };
}
