/** Pages of a list for clients' caches: rows are numbers, and so are their cursors. */
export interface NumberedPage {
  readonly transactions: {
    readonly nodes: readonly { readonly id: string }[];
    readonly pageInfo: { readonly endCursor: string };
  };
}

export function pageOf(rows: readonly number[]): NumberedPage {
  const pageInfo = {
    __typename: 'PageInfo',
    hasNextPage: true,
    hasPreviousPage: true,
    startCursor: String(rows[0]),
    endCursor: String(rows.at(-1)),
  };
  const nodes = rows.map((id) => ({ __typename: 'Transaction', id: String(id) }));
  const transactions = { __typename: 'TransactionConnection', nodes, pageInfo };
  return { transactions };
}

/** What a client shows of it. */
export function rowsOf(data: NumberedPage | null | undefined) {
  const { nodes = [], pageInfo } = data?.transactions ?? {};
  return { rows: nodes.map(({ id }) => Number(id)), end: pageInfo?.endCursor };
}
