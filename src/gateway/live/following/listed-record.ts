/** A record as the change feed knows it: its number, its times, and a fingerprint that shows whether its content has changed. */
import { hash } from 'node:crypto';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { transactionSets } from '@realty-forms/contract/columns/fields.ts';
import { flatOf, SelectedRecord, selectGroups } from '@realty-forms/contract/columns/selection.ts';
import { UpstreamFault } from '../../fault.ts';
import type { Decode } from '../../reading/decode.ts';
import { type Moment, momentOf } from './moments.ts';

export interface ListedRecord {
  readonly transId: string;
  readonly flat: FlatRecord;
  /** The same for the same content; what clients see as `version`. */
  readonly fingerprint: string;
  /** Null if upstream's value is blank or cannot be read. */
  readonly updated: Moment | null;
  readonly inserted: Moment | null;
}

const FINGERPRINT_BYTES = 8;
export const FINGERPRINT_CHARACTERS = 11;
/** Made once: a selection takes longer to make than a record to read. */
const recognizable = selectGroups(transactionSets, new Set(['summary', 'identifier']));

/** Throws UPSTREAM_INVALID for a record without a number, which could not be told from others. */
export function listedRecord(
  decode: Pick<Decode, 'transaction' | 'timeZone'>,
  row: FlatRecord | SelectedRecord,
): ListedRecord {
  const { transId, lastUpdateDate, insertDate } = decode.transaction(row, recognizable).record;
  if (transId == null || transId === '') {
    throw new UpstreamFault('UPSTREAM_INVALID', 'a full record has no transId', { endpoint: 'listTrans', sent: true });
  }
  const flat = row instanceof SelectedRecord ? flatOf(row) : row;
  return {
    transId,
    flat,
    fingerprint: contentHash(flat),
    updated: momentOf(lastUpdateDate, decode.timeZone),
    inserted: momentOf(insertDate, decode.timeZone),
  };
}

/** What shows whether a record has changed. */
export function contentHash(flat: FlatRecord): string {
  return fingerprintOf(JSON.stringify(Object.entries(flat).sort(byKey)));
}

export function fingerprintOf(text: string): string {
  return hash('sha256', text, 'buffer').subarray(0, FINGERPRINT_BYTES).toString('base64url');
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
