/**
 * Finds a file whose upload got no response: lists the files of its transaction, and compares name and description. Files that existed
 * before the upload are excluded, if the ids from before are known; otherwise the time at which a file was added decides.
 */

import { selectFiles } from '@realty-forms/contract/calls/file-requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { FileRecord } from '@realty-forms/contract/columns/records.ts';
import type { Upstream } from '../../../upstream/call.ts';
import type { Decode } from '../../reading/decode.ts';
import type { Candidate, Find } from '../write-command.ts';
import { matchInsertDate, normalizeText } from './matching.ts';

/** How long after its first byte was sent a file may still be added: the longest upload, plus a margin. */
const MAX_EXECUTION_DELAY_MS = 25 * 60_000;
/** The most ids of earlier files that an entry stores. */
const MAX_EARLIER_IDS = 100;

type FileNumbers = Pick<FileRecord, 'fileId' | 'folderId'>;

/** Identifies a file within its transaction: files in two folders may have the same number. Null for a file without a number. */
export function keyOfFile({ fileId, folderId }: FileNumbers): string | null {
  return fileId === null || folderId === null ? fileId : JSON.stringify([fileId, folderId]);
}

export const claimOfFile = (transId: string, key: string): string => `file:${transId}:${key}`;

/** What an entry stores of a file. */
export function idsOfFile({ fileId, folderId }: FileNumbers): Readonly<Record<string, string>> {
  return { ...(fileId !== null && { fileId }), ...(folderId !== null && { folderId }) };
}

/** The values that identify an uploaded file. */
export function matchOfFile(
  transId: string,
  { name, description }: Pick<FileRecord, 'name' | 'description'>,
): readonly string[] {
  return [transId, normalizeText(name ?? ''), normalizeText(description ?? '')];
}

/** Where to search for an upload; `before` holds the keys of the matching files that already existed, null if unknown. */
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
      const key = keyOfFile(record);
      if (fileId === null || key === null) return { candidates: [], isExhaustive: false };
      // Entries and claims of version 0.3 have no folders.
      if (known?.has(key) || known?.has(fileId)) continue;
      const isTimely = timing !== 'OUTSIDE';
      const isDecisive = isTimely && !mayBePartial && (known !== null || timing === 'INSIDE');
      const [claim, formerClaim] = [claimOfFile(transId, key), claimOfFile(transId, fileId)];
      candidates.push({ claim, formerClaim, isDecisive, isTimely, ids: idsOfFile(record), result: flat });
    }
    return { candidates, isExhaustive: true };
  };
}
