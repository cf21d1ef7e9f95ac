/**
 * Finds a file whose upload got no response: lists the files of its transaction, and compares name and description. A file that
 * existed before the upload is ruled out, if the ids from before are known; otherwise the time at which a file was added decides.
 */

import { selectFiles } from '../../../contract/calls/file-requests.ts';
import type { FlatRecord } from '../../../contract/columns/codec.ts';
import type { FileRecord } from '../../../contract/columns/records.ts';
import type { Upstream } from '../../../upstream/call.ts';
import type { Decode } from '../../reading/decode.ts';
import type { Candidate, Find } from '../intent.ts';
import { matchInsertDate, normalizeText } from './matching.ts';

/** How long after its first byte was sent a file may still be added: the longest upload, plus a margin. */
const MAX_EXECUTION_DELAY_MS = 25 * 60_000;
/** The most ids of earlier files that an entry stores. */
const MAX_EARLIER_IDS = 100;

export const claimOfFile = (transId: string, fileId: string): string => `file:${transId}:${fileId}`;

/** The values that identify an uploaded file. */
export function matchOfFile(
  transId: string,
  { name, description }: Pick<FileRecord, 'name' | 'description'>,
): readonly string[] {
  return [transId, normalizeText(name ?? ''), normalizeText(description ?? '')];
}

/** Where to search for an upload; `before` holds the ids of the matching files that already existed, null if unknown. */
export function placeOfUpload(transId: string, before: readonly string[] | null): Readonly<Record<string, string>> {
  const isStored = before !== null && before.length <= MAX_EARLIER_IDS;
  return isStored ? { transId, before: JSON.stringify(before) } : { transId };
}

export function createFindUpload(upstream: Pick<Upstream, 'call'>, decode: Decode): Find<FlatRecord> {
  return async ({ place, sentAt, isMatch, mayBePartial }, signal) => {
    const { transId = '', before } = place;
    const known: ReadonlySet<string> | null = before === undefined ? null : new Set(JSON.parse(before) as string[]);
    const { data } = await upstream.call('listFiles', selectFiles(transId, {}), { signal });
    const candidates: Candidate<FlatRecord>[] = [];
    for (const flat of data) {
      const { record } = decode.file(flat);
      const timing = matchInsertDate(record.insertDate, sentAt, MAX_EXECUTION_DELAY_MS);
      // Of a file that was not there before, the time says nothing if clocks or time zones are wrong.
      if ((timing === 'OUTSIDE' && known === null) || !isMatch(matchOfFile(transId, record))) continue;
      const { fileId } = record;
      if (fileId === null) return { candidates: [], isExhaustive: false };
      if (known?.has(fileId)) continue;
      const isTimely = timing !== 'OUTSIDE';
      const isDecisive = isTimely && !mayBePartial && (known !== null || timing === 'INSIDE');
      candidates.push({ claim: claimOfFile(transId, fileId), isDecisive, isTimely, ids: { fileId }, result: flat });
    }
    return { candidates, isExhaustive: true };
  };
}
