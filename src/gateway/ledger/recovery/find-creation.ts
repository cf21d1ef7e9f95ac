/**
 * Finds the transaction of a creation whose answer was lost, or shows other values than were sent. It lists, with all details, the
 * transactions inserted for the agent since then, and compares the values that a creation sends. `insertDate_min` may compare whole days,
 * in another time zone, so the list begins a day earlier, and the exact time is compared here. A service may rewrite what it stores:
 * standardize an address, number a name, set another status. If the input is known, records that differ in one value are found too, as
 * similar ones, and so is the record whose number the answer named. The named record determines the outcome if its agent, its time and
 * most values match, including its name or address, and no other record matches better.
 */

import { type CreateTransaction, getTransaction, listTransactions } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { type SelectedRecord, selectGroups } from '@realty-forms/contract/columns/selection.ts';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import { nullIfFailed } from '../../../upstream/faults.ts';
import { List } from '../../lists/list.ts';
import { readWholeList } from '../../lists/whole-list.ts';
import type { Parts } from '../../parts.ts';
import { namesAgent, namesOthersOnly } from '../../reading/response-checks.ts';
import type { Candidate, Find } from '../write-command.ts';
import { CLOCK_MARGIN_MS, createdValues, matchInsertDate, recordedValues, unconfirmedColumns } from './matching.ts';

type Row = FlatRecord | SelectedRecord;

/** Known only to the process that sent the creation; others have only hashes. */
interface KnownCreation {
  readonly sent: CreateTransaction;
  /** The record that the answer named, unless the answer was to an earlier request. */
  readonly answer: () => Row | undefined;
}

export type FindCreation = (known?: KnownCreation) => Find<Row>;

/** A record that was inserted for the agent, or that the answer named. */
interface Found {
  readonly transId: string;
  readonly flat: Row;
  readonly isMatch: boolean;
  /** The columns that differ from what was sent; null if that is not known. */
  readonly differing: ReturnType<typeof unconfirmedColumns> | null;
  readonly timing: ReturnType<typeof matchInsertDate>;
}

/** How long after it was sent a request may still be executed. */
const MAX_EXECUTION_DELAY_MS = 15 * 60_000;
const MAX_RECORDS = 500;
/** How many of its six values may differ from the input in the record that the answer named. */
const MAX_REWRITTEN = 2;
const selection = selectGroups('identifier', 'summary', 'property');

/** The values that identify a created transaction. */
export function matchOf(created: Omit<CreateTransaction, 'agentNrdsId'>, agentNrdsId: string): readonly string[] {
  return [agentNrdsId, ...Object.values(createdValues(created))];
}

export const claimOf = (transId: string): string => `transaction:${transId}`;

export function createFindCreation({
  upstream,
  decode,
  notation,
  responseChecks,
  batchBehaviors,
}: Pick<Parts, 'batchBehaviors' | 'decode' | 'notation' | 'responseChecks' | 'upstream'>): FindCreation {
  return (known) =>
    async ({ place, sentAt, isMatch, named }, signal) => {
      const agentNrdsId = place['agentNrdsId'] ?? '';
      const namedId = known && named?.['transId'];
      const read = (flat: Row) => {
        const { record } = decode.transaction(flat, selection);
        const values = recordedValues(record);
        return {
          transId: record.transId ?? null,
          flat,
          // A transaction that has just been created has no other agent.
          isMatch: isMatch([agentNrdsId, ...Object.values(values)]) && !namesOthersOnly(flat, agentNrdsId),
          differing: known ? unconfirmedColumns(createdValues(known.sent), values) : null,
          timing: matchInsertDate(record.insertDate, sentAt, MAX_EXECUTION_DELAY_MS),
        };
      };

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
      const found: Found[] = [];
      for (const { transId, ...each } of (listed?.records ?? []).map(read)) {
        if (transId !== null) found.push({ transId, ...each });
        else if (each.isMatch) return { candidates: [], isExhaustive: false };
      }
      const isExhaustive = listed?.isWhole === true;
      if (namedId !== undefined && !found.some(({ transId }) => transId === namedId)) {
        // The record may not be listed yet. Then only its own columns show whose it is.
        const flat = known?.answer() ?? (await readNamed(namedId, signal));
        if (flat !== null && namesAgent(flat, agentNrdsId)) found.unshift({ ...read(flat), transId: namedId });
      }
      return { candidates: candidatesAmong(found, namedId, agentNrdsId), isExhaustive };
    };

  /**
   * The record, with its number added (2.4). Null if there is no such record or it cannot be read: then only listed records are candidates.
   */
  async function readNamed(transId: string, signal: Parameters<Find<Row>>[1]): Promise<Row | null> {
    const records = await upstream.call('getTransById', getTransaction(transId), { signal }).catch(nullIfFailed);
    const record = records?.[0];
    return record === undefined ? null : { ...(record as FlatRecord), transId };
  }
}

function candidatesAmong(found: readonly Found[], namedId: string | undefined, agentNrdsId: string): Candidate<Row>[] {
  const named = found.find(({ transId }) => transId === namedId);
  const rewritten = named !== undefined && isRewritten(named, agentNrdsId) ? named.differing.length : 0;
  return found.flatMap(({ transId, flat, isMatch, differing, timing }) => {
    const isNamed = transId === namedId;
    const isTimely = timing !== 'OUTSIDE' || isNamed;
    const differences = differing?.length ?? Number.POSITIVE_INFINITY;
    if (!isMatch && !isNamed && (differences > 1 || !isTimely)) return [];
    // If the service rewrote the named record, a record with fewer rewritten values may be the created one as well.
    const isRival = isNamed ? rewritten > 0 : differences < rewritten;
    return {
      claim: claimOf(transId),
      isDecisive: timing === 'INSIDE' && (isMatch || isNamed),
      isTimely,
      isSimilar: !isMatch && !isRival,
      ids: { transId },
      result: flat,
    };
  });
}

/** Whether the record that the answer named must be the created one, although the service has rewritten it. */
function isRewritten(named: Found, agentNrdsId: string): named is Found & { readonly differing: readonly string[] } {
  const { differing, timing, flat } = named;
  if (differing === null || differing.length > MAX_REWRITTEN || timing !== 'INSIDE') return false;
  // Many transactions of an agent share codes and states, so these identify nothing.
  const isIdentified = !(differing.includes('transName') && differing.includes('streetAddress'));
  return isIdentified && !namesOthersOnly(flat, agentNrdsId);
}

function dateOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
