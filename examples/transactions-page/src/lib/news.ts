/** What has happened to transactions since the reader last looked, in words. */
import type { TransactionSummaryFragment } from 'realty-forms-graphql-client';

export type News = 'New' | 'Changed';

const SOON_MS = 60_000;

/** The graph delivers changes; a transaction's creation is its first change. */
export function wasCreated({ insertDate, lastUpdateDate }: TransactionSummaryFragment): boolean {
  return Date.parse(lastUpdateDate ?? insertDate ?? '') - Date.parse(insertDate ?? '') < SOON_MS;
}

/** For a row that may have been listed before. */
export const newsOf = (row: TransactionSummaryFragment): News => (wasCreated(row) ? 'New' : 'Changed');

/** `2 new`, `1 changed`. */
export function tally(news: readonly News[]): string[] {
  return (['New', 'Changed'] as const).flatMap((each) => {
    const count = news.filter((one) => one === each).length;
    return count === 0 ? [] : [`${count} ${each.toLowerCase()}`];
  });
}
