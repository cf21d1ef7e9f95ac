/**
 * Finds a transaction whose creation was never answered: lists what its agent has had inserted since, with all details, and
 * compares what creation sends. `insertDate_min` may go by days and by another zone's, so that a day more is asked for, and the
 * moment is compared here.
 */
import type { FlatRecord } from '../../contract/codec.ts';
import { limits } from '../../contract/endpoints.ts';
import type { FilterNotation } from '../../contract/filter.ts';
import type { TransactionRecord } from '../../contract/records.ts';
import { type CreateTransaction, listTransactions } from '../../contract/requests.ts';
import type { Row } from '../../contract/selection.ts';
import type { Upstream } from '../../upstream/call.ts';
import type { Decode } from '../decode.ts';
import type { Candidate, Find } from './intent.ts';
import { ageOf, CLOCK_MARGIN_MS, DAY_MS, folded } from './likeness.ts';

export interface FindOptions {
  readonly upstream: Pick<Upstream, 'call'>;
  readonly decode: Decode;
  readonly notation: FilterNotation;
}

/** How long after it was sent a request may still be carried out. */
const LATEST_MS = 15 * 60_000;
const MOST_BATCHES = 5;
const groups = new Set(['identifier', 'summary', 'property'] as const);

/** What a creation is known again by. */
export function matchOf(created: Omit<CreateTransaction, 'agentNrdsId'>, agentNrdsId: string): readonly string[] {
  const { name, streetAddress, stateId, propertyType, type, status } = created;
  return [agentNrdsId, ...[name, streetAddress, stateId].map(folded), propertyType, type, status];
}

export const claimOf = (transId: string): string => `transaction:${transId}`;

export function createFindCreation({ upstream, decode, notation }: FindOptions): Find<FlatRecord | Row> {
  return async ({ place, sentAt, isMatch }, signal) => {
    const agentNrdsId = place.agentNrdsId ?? '';
    const list = {
      agentNrdsId,
      filter: { insertDateMin: dateOf(sentAt - CLOCK_MARGIN_MS - DAY_MS) },
      order: { field: 'INSERT_DATE', direction: 'DESC' },
      full: true,
    } as const;
    const candidates: Candidate<FlatRecord | Row>[] = [];
    for (let number = 1; number <= MOST_BATCHES; number += 1) {
      const request = listTransactions(list, { size: limits.batchSize.max, number }, notation);
      const { data, max } = await upstream.call('listTrans', request, { signal });
      for (const flat of data) {
        const { record } = decode.transaction(flat, groups);
        const age = ageOf(record.insertDate, sentAt, LATEST_MS);
        if (age === 'OUTSIDE' || !isMatch(matchOfRecord(record, agentNrdsId))) continue;
        const { transId } = record;
        if (transId === null || transId === undefined) return { candidates: [], isWhole: false };
        const isDecisive = age === 'INSIDE';
        candidates.push({ claim: claimOf(transId), isDecisive, ids: { transId }, answer: flat });
      }
      const isLast = data.length === 0 || (max !== null && number * limits.batchSize.max >= max);
      if (isLast) return { candidates, isWhole: true };
    }
    return { candidates, isWhole: false };
  };
}

function matchOfRecord(record: TransactionRecord, agentNrdsId: string): readonly string[] {
  const { name, property, propertyType, type, status } = record;
  const texts = [name, property?.streetAddress, property?.state].map((text) => folded(text ?? ''));
  return [agentNrdsId, ...texts, propertyType ?? '', type ?? '', status ?? ''];
}

function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
