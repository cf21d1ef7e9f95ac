/**
 * Recognizes a created record by the values that were sent, which the service may have reformatted, and by its insert date. The same values
 * show whether the answer to a creation can be the record that was created.
 */

import type { CreateTransaction } from '@realty-forms/contract/calls/requests.ts';
import type { TransactionRecord } from '@realty-forms/contract/columns/records.ts';
import { DAY_MS, HOUR_MS } from '@realty-forms/platform/clock.ts';
import { normalize } from '@realty-forms/platform/normalize.ts';

/** How far upstream's clock may differ from ours. */
export const CLOCK_MARGIN_MS = 120_000;
/** How long after it was sent a request may still be executed. */
export const MAX_EXECUTION_DELAY_MS = 15 * 60_000;
/** The insert date of one record does not fit two writes that were sent further apart. */
export const MAX_APART_MS = MAX_EXECUTION_DELAY_MS + 2 * CLOCK_MARGIN_MS;
/** How much earlier than in UTC a calendar day begins at UTC+14, and how much later at UTC-12. */
const EASTERNMOST_MS = 14 * HOUR_MS;
const WESTERNMOST_MS = 12 * HOUR_MS;

/** A service may trim the texts that it accepts, and capitalize states. */
export function normalizeText(text: string): string {
  return normalize('NFC', text).trim().replace(/\s+/g, ' ').toLowerCase();
}

/** The values that identify a created transaction, by column, in the order in which the ledger hashes them. */
export interface CreationValues {
  readonly transName: string;
  readonly streetAddress: string;
  readonly State: string;
  readonly propertyType: string;
  readonly transactionType: string;
  readonly propertyStatus: string;
}

/** The values as they were sent. */
export function createdValues({ streetAddress, stateId, ...sent }: Omit<CreateTransaction, 'agentNrdsId'>) {
  return recordedValues({ ...sent, property: { streetAddress, state: stateId } });
}

interface Recognizable extends Partial<Pick<TransactionRecord, 'name' | 'propertyType' | 'type' | 'status'>> {
  readonly property?: Partial<NonNullable<TransactionRecord['property']>> | null | undefined;
}

/** The values of a record, empty where it has none. */
export function recordedValues({ name, property, propertyType, type, status }: Recognizable): CreationValues {
  return {
    transName: normalizeText(name ?? ''),
    streetAddress: normalizeText(property?.streetAddress ?? ''),
    State: normalizeText(property?.state ?? ''),
    propertyType: propertyType ?? '',
    transactionType: type ?? '',
    propertyStatus: status ?? '',
  };
}

/** The minimum length of a text that counts as the beginning of a longer text, which the service has cut off. */
const MIN_CUT_LENGTH = 20;

/**
 * The columns whose value differs from what was sent. A blank column does not count, and neither does a text that is cut off or has other
 * punctuation. A state is sent as a code and may be spelled out, so it is not compared.
 */
export function differingColumns(sent: CreationValues, shown: CreationValues): string[] {
  const columns = ['transName', 'streetAddress', 'propertyType', 'transactionType', 'propertyStatus'] as const;
  return columns.filter((column) => shown[column] !== '' && !isFrom(sent[column], shown[column]));
}

/** How many of the values of a creation a service may rewrite: standardize an address, number a name, set another status. */
const MAX_REWRITTEN = 2;

/** Whether a record whose values differ in these columns may be the created one. Many transactions share codes, so these identify nothing. */
export function mayBeRewritten(differing: readonly string[]): boolean {
  const isIdentified = !(differing.includes('transName') && differing.includes('streetAddress'));
  return isIdentified && differing.length <= MAX_REWRITTEN;
}

function isFrom(sent: string, shown: string): boolean {
  if (shown === sent) return true;
  const [whole, part] = [lettersOf(sent), lettersOf(shown)];
  return part === whole || (shown.length >= MIN_CUT_LENGTH && whole.startsWith(part));
}

/** Letters and digits only: a service may drop accents and emoji, replace quotes and dashes, or send HTML entities for them. */
export function lettersOf(text: string): string {
  return normalize('NFKD', text.replace(/&#?\w+;/g, '')).replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Whether `insertDate` fits a write that was sent at `sentAt` and executed at most `maxDelayMs` later. A date without a time stands for
 * that day in any time zone, so even one that fits may be from before the write, and so may an unreadable date (null): these are UNCLEAR.
 */
export function matchInsertDate(
  insertDate: string | null,
  sentAt: number,
  maxDelayMs: number,
): 'INSIDE' | 'OUTSIDE' | 'UNCLEAR' {
  if (insertDate === null) return 'UNCLEAR';
  const at = Date.parse(insertDate);
  const isDay = !insertDate.includes('T');
  const earliest = isDay ? at - EASTERNMOST_MS : at;
  const latest = isDay ? at + DAY_MS + WESTERNMOST_MS : at;
  if (latest < sentAt - CLOCK_MARGIN_MS || earliest > sentAt + maxDelayMs + CLOCK_MARGIN_MS) return 'OUTSIDE';
  return isDay ? 'UNCLEAR' : 'INSIDE';
}
