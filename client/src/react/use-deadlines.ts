/** What is due in a period, in the order of the days. */
import type { TypedDocumentNode } from '@apollo/client';
import { useMemo } from 'react';
import {
  type DeadlineKind,
  DeadlinesDocument,
  type DeadlinesQuery,
  type DeadlinesQueryVariables,
  type PropertyStatus,
} from '../documents/generated.ts';
import { type Found, type FoundOptions, type FoundPage, useFound } from './use-found.ts';
import type { SentVariables } from './use-list.ts';

/** A row of the package's own query. */
export type Deadline = NonNullable<NonNullable<DeadlinesQuery['deadlines']>['nodes'][number]>;

/** The fields that a query for `useDeadlines` must select. */
export interface DeadlinesData<Row> {
  readonly deadlines?: (FoundPage & { readonly nodes: readonly (Row | null)[] }) | null;
}

export interface DeadlinesOptions<Row> extends FoundOptions {
  /** The first and the last day, such as `2026-03-01`. */
  readonly from: string;
  readonly to: string;
  readonly kinds?: readonly DeadlineKind[] | undefined;
  readonly statuses?: readonly PropertyStatus[] | undefined;
  /** Another query, with your own fragments. */
  readonly query?: TypedDocumentNode<DeadlinesData<Row>, SentVariables<DeadlinesQueryVariables>> | undefined;
}

export interface Deadlines<Row> extends Found {
  readonly deadlines: readonly Row[];
}

export function useDeadlines<Row = Deadline>({
  from,
  to,
  kinds,
  statuses,
  agentNrdsIds,
  officeNrdsIds,
  first = 50,
  withAgent = false,
  query = DeadlinesDocument as unknown as TypedDocumentNode<DeadlinesData<Row>, SentVariables<DeadlinesQueryVariables>>,
}: DeadlinesOptions<Row>): Deadlines<Row> {
  const variables = { from, to, kinds, statuses, agentNrdsIds, officeNrdsIds, first, withAgent };
  const options = { variables, of: JSON.stringify(variables) };
  const { page, isPrevious: _, ...found } = useFound(query, 'deadlines', options);
  const deadlines = useMemo(() => (page?.nodes ?? []).flatMap((row) => (row === null ? [] : [row])), [page]);
  return { ...found, deadlines };
}
