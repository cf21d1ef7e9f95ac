/**
 * Whether a list is in the order that was requested, as far as its times show it (4.4). Pages of a list in another order at each call would
 * repeat some of its records, and skip others.
 */
import type { TransactionOrder } from '@realty-forms/contract/calls/requests.ts';
import type { TransactionRecord } from '@realty-forms/contract/columns/records.ts';
import { HOUR_MS } from '@realty-forms/platform/clock.ts';

const timeFields: Partial<Record<TransactionOrder['field'], 'insertDate' | 'lastUpdateDate'>> = {
  INSERT_DATE: 'insertDate',
  LAST_UPDATE_DATE: 'lastUpdateDate',
};

/** Days have no times, and an hour occurs twice when clocks are set back. */
const TOLERANCE_MS = 26 * HOUR_MS;

export function isInTimeOrder(
  transactions: readonly Partial<TransactionRecord>[],
  { field, direction }: TransactionOrder,
): boolean {
  const timeField = timeFields[field];
  if (timeField === undefined) return true;
  let before: string | null = null;
  for (const { [timeField]: time } of transactions) {
    if (time == null) continue;
    const [earlier, later] = direction === 'DESC' ? [time, before ?? time] : [before ?? time, time];
    // Most are written alike, and need not be parsed.
    if (later < earlier && Date.parse(earlier) - Date.parse(later) > TOLERANCE_MS) return false;
    before = time;
  }
  return true;
}
