/**
 * Finds the transaction of a creation whose answer was lost or contradicts the input. It lists, with all details, the transactions inserted
 * for the agent since then, and compares the values that a creation sends. `insertDate_min` may compare whole days, in another time zone,
 * so the list begins a day earlier, and the exact time is compared here. A service may rewrite what it stores: if the input is known,
 * records that differ in one value are found too, as similar ones, and the record that the answer named however much it differs.
 */

import { type CreateTransaction, listTransactions } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { type SelectedRecord, selectGroups } from '@realty-forms/contract/columns/selection.ts';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import { List } from '../../lists/list.ts';
import { readWholeList } from '../../lists/whole-list.ts';
import type { Parts } from '../../parts.ts';
import { namesOthersOnly } from '../../reading/response-checks.ts';
import type { Candidate, Find } from '../write-command.ts';
import {
  CLOCK_MARGIN_MS,
  type CreationValues,
  createdValues,
  differingColumns,
  MAX_EXECUTION_DELAY_MS,
  matchInsertDate,
  mayBeRewritten,
  recordedValues,
} from './matching.ts';

type Row = FlatRecord | SelectedRecord;

/** Only a process that has the input knows `sent`; others have only hashes. */
export type FindCreation = (sent?: CreateTransaction) => Find<Row>;

const MAX_RECORDS = 500;
const selection = selectGroups('identifier', 'summary', 'property');

/** The values that identify a created transaction, as they were sent or as its record has them. */
export const matchOf = (agentNrdsId: string, values: CreationValues): readonly string[] => [
  agentNrdsId,
  ...Object.values(values),
];

export const claimOf = (transId: string): string => `transaction:${transId}`;

export function createFindCreation({
  upstream,
  decode,
  notation,
  responseChecks,
  batchBehaviors,
}: Pick<Parts, 'batchBehaviors' | 'decode' | 'notation' | 'responseChecks' | 'upstream'>): FindCreation {
  return (sent) =>
    async ({ place, sentAt, isMatch, named }, signal) => {
      const agentNrdsId = place['agentNrdsId'] ?? '';
      const list = {
        agentNrdsId,
        filter: { insertDateMin: dateOf(sentAt - CLOCK_MARGIN_MS - DAY_MS) },
        order: { field: 'INSERT_DATE', direction: 'DESC' },
        full: true,
      } as const;
      const listed = await readWholeList<Row>({
        open: () =>
          new List(async (batch) => {
            const answer = await upstream.call('listTrans', listTransactions(list, batch, notation), { signal });
            responseChecks.checkOthersTransactions('listTrans', agentNrdsId, answer.data);
            return answer;
          }, batchBehaviors.listTrans),
        keyOf: (flat) => JSON.stringify(flat),
        most: MAX_RECORDS,
      });
      const candidates: Candidate<Row>[] = [];
      for (const flat of listed?.records ?? []) {
        const { record } = decode.transaction(flat, selection);
        const { transId } = record;
        const values = recordedValues(record);
        const timing = matchInsertDate(record.insertDate, sentAt, MAX_EXECUTION_DELAY_MS);
        const isInTime = timing !== 'OUTSIDE';
        const isNamed = transId != null && transId === named?.['transId'];
        const differing = sent && differingColumns(createdValues(sent), values);
        const isRewritten = isNamed && isInTime && differing !== undefined && mayBeRewritten(differing);
        // A transaction that has just been created has no other agent.
        const match = matchOf(agentNrdsId, values);
        const isSame = isMatch(match);
        const isCreated = !namesOthersOnly(flat, agentNrdsId) && (isRewritten || isSame);
        const isSimilar = !isCreated && (isNamed || (isInTime && differing !== undefined && differing.length <= 1));
        if (!isCreated && !isSimilar) continue;
        if (transId == null && isSimilar) continue;
        if (transId == null) return { candidates: [], isExhaustive: false };
        const isTimely = isNamed || isInTime;
        const isDecisive = timing === 'INSIDE';
        const rewritten = isSame ? undefined : match;
        const claim = claimOf(transId);
        candidates.push({ claim, isDecisive, isTimely, isSimilar, rewritten, ids: { transId }, result: flat });
      }
      return { candidates, isExhaustive: listed?.isWhole === true };
    };
}

function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
