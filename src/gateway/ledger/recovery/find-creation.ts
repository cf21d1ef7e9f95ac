/**
 * Finds a transaction whose creation got no response: lists, with all details, what was inserted for its agent since then, and
 * compares the values that creation sends. `insertDate_min` may compare whole days, in another time zone, so the list begins a
 * day earlier, and the exact time is compared here.
 */

import { limits } from '../../../contract/calls/endpoints.ts';
import type { FilterNotation } from '../../../contract/calls/filter.ts';
import { type CreateTransaction, listTransactions } from '../../../contract/calls/requests.ts';
import type { FlatRecord } from '../../../contract/columns/codec.ts';
import type { SelectedRecord } from '../../../contract/columns/selection.ts';
import type { Upstream } from '../../../upstream/call.ts';
import type { Contradictions } from '../../reading/contradictions.ts';
import type { Decode } from '../../reading/decode.ts';
import type { Candidate, Find } from '../intent.ts';
import { CLOCK_MARGIN_MS, createdValues, DAY_MS, matchInsertDate, recordedValues } from './matching.ts';

export interface FindOptions {
  readonly upstream: Pick<Upstream, 'call'>;
  readonly decode: Decode;
  readonly notation: FilterNotation;
  readonly contradictions: Pick<Contradictions, 'rejectOthersTransactions'>;
}

/** How long after it was sent a request may still be executed. */
const MAX_EXECUTION_DELAY_MS = 15 * 60_000;
const MAX_BATCHES = 5;
const groups = new Set(['identifier', 'summary', 'property'] as const);

/** The values that identify a created transaction. */
export function matchOf(created: Omit<CreateTransaction, 'agentNrdsId'>, agentNrdsId: string): readonly string[] {
  return [agentNrdsId, ...Object.values(createdValues(created))];
}

export const claimOf = (transId: string): string => `transaction:${transId}`;

export function createFindCreation({
  upstream,
  decode,
  notation,
  contradictions,
}: FindOptions): Find<FlatRecord | SelectedRecord> {
  return async ({ place, sentAt, isMatch }, signal) => {
    const agentNrdsId = place.agentNrdsId ?? '';
    const list = {
      agentNrdsId,
      filter: { insertDateMin: dateOf(sentAt - CLOCK_MARGIN_MS - DAY_MS) },
      order: { field: 'INSERT_DATE', direction: 'DESC' },
      full: true,
    } as const;
    const candidates: Candidate<FlatRecord | SelectedRecord>[] = [];
    for (let number = 1; number <= MAX_BATCHES; number += 1) {
      const request = listTransactions(list, { size: limits.batchSize.max, number }, notation);
      const { data, max } = await upstream.call('listTrans', request, { signal });
      contradictions.rejectOthersTransactions('listTrans', agentNrdsId, data);
      for (const flat of data) {
        const { record } = decode.transaction(flat, groups);
        if (!isMatch([agentNrdsId, ...Object.values(recordedValues(record))])) continue;
        const { transId } = record;
        if (transId === null || transId === undefined) return { candidates: [], isExhaustive: false };
        const timing = matchInsertDate(record.insertDate, sentAt, MAX_EXECUTION_DELAY_MS);
        const [isDecisive, isTimely] = [timing === 'INSIDE', timing !== 'OUTSIDE'];
        candidates.push({ claim: claimOf(transId), isDecisive, isTimely, ids: { transId }, result: flat });
      }
      const isLast = data.length === 0 || (max !== null && number * limits.batchSize.max >= max);
      if (isLast) return { candidates, isExhaustive: true };
    }
    return { candidates, isExhaustive: false };
  };
}

function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
