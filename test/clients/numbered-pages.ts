/** Pages of a list for clients' caches: rows are numbers, and so are their cursors. */
export interface PageArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
  readonly filter?: object | null;
}

export interface NumberedPage {
  readonly transactions: {
    readonly totalCount?: number;
    readonly nodes: readonly { readonly id: string }[];
    readonly pageInfo: {
      readonly hasNextPage: boolean;
      readonly hasPreviousPage: boolean;
      readonly startCursor: string | null;
      readonly endCursor: string | null;
    };
  };
}

/** The page of sorted rows that is asked for. */
export function pageIn(rows: readonly number[], { first, last, after, before }: PageArguments): NumberedPage {
  const from = after == null ? 0 : rows.filter((row) => row <= Number(after)).length;
  const to = before == null ? rows.length : rows.filter((row) => row < Number(before)).length;
  const start = last == null ? from : Math.max(from, to - last);
  const end = first == null ? to : Math.min(to, from + first);
  const page = rows.slice(start, end);
  const pageInfo = {
    __typename: 'PageInfo',
    hasNextPage: end < rows.length,
    hasPreviousPage: start > 0,
    startCursor: page.length > 0 ? String(page[0]) : null,
    endCursor: page.length > 0 ? String(page.at(-1)) : null,
  };
  const nodes = page.map((id) => ({ __typename: 'Transaction', id: String(id) }));
  return { transactions: { __typename: 'TransactionConnection', nodes, pageInfo, totalCount: rows.length } as never };
}

/** What a client shows of it. */
export function rowsOf(data: NumberedPage | null | undefined) {
  const { nodes = [], pageInfo, totalCount } = data?.transactions ?? {};
  return {
    rows: nodes.map(({ id }) => Number(id)),
    ends: [pageInfo?.startCursor, pageInfo?.endCursor],
    hasMore: [pageInfo?.hasPreviousPage, pageInfo?.hasNextPage],
    total: totalCount,
  };
}
