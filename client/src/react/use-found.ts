/** What `useSearch` and `useDeadlines` share: a list from the gateway's search index. */
import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { useCheck } from './use-check.ts';
import { type List, type ListOptions, type ListPage, useList } from './use-list.ts';

/** The agents whose transactions are searched; by default, all agents for whom the caller may act. */
export interface FoundOptions {
  readonly agentNrdsIds?: readonly string[] | undefined;
  readonly officeNrdsIds?: readonly string[] | undefined;
  /** The size of a page, as `first` allows it. */
  readonly first?: number | undefined;
  /** Also loads each transaction's agent, which needs the scope account.read. */
  readonly withAgent?: boolean | undefined;
}

export interface FoundPage extends ListPage {
  readonly asOf: string;
  readonly isComplete: boolean;
}

/** `isLoading`: a request for these options is in progress, or will be once the reader pauses. */
export interface Found extends List {
  /** When this was the state of the service; null until that is known. */
  readonly asOf: string | null;
  /** False while the gateway has not read all lists, so that transactions may be missing. */
  readonly isComplete: boolean;
  /** Checks whether the list has changed; updates only `isOutdated` and `asOf`. Never rejects. */
  readonly check: () => Promise<void>;
  /** `check` has found other rows or counts, which `reload` will show. */
  readonly isOutdated: boolean;
  /** Loads the list again from its beginning. Never rejects. */
  readonly reload: () => Promise<void>;
}

interface FoundResult<Page> extends Found {
  readonly page: Page | null;
  readonly isPrevious: boolean;
}

interface FoundRows extends FoundPage {
  readonly nodes: readonly unknown[];
}

export function useFound<Field extends string, Data extends { readonly [F in Field]?: FoundRows | null }, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  field: Field,
  options: ListOptions,
): FoundResult<NonNullable<Data[Field]>> {
  const { load, ...list } = useList(document, field, options);
  const { page, isPrevious } = list;
  const client = useApolloClient();
  const variables = options.variables as never;
  const { forgetCheck, ...checked } = useCheck(
    JSON.stringify(variables),
    isPrevious ? null : page,
    async () => (await client.query({ query: document, variables, fetchPolicy: 'no-cache' })).data?.[field],
  );
  const reload = useCallback(async () => {
    await load();
    forgetCheck();
  }, [load, forgetCheck]);
  return { ...list, ...checked, isComplete: page?.isComplete ?? false, reload };
}
