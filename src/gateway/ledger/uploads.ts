/**
 * Finds a file whose upload was never answered: lists the files of its transaction, and compares what an upload names. What was
 * there before the upload is not it, where that is known; else the moment at which a file was added decides.
 */
import type { FlatRecord } from '../../contract/codec.ts';
import { selectFiles } from '../../contract/file-requests.ts';
import type { FileRecord } from '../../contract/records.ts';
import type { Upstream } from '../../upstream/call.ts';
import type { Decode } from '../decode.ts';
import type { Candidate, Find } from './intent.ts';
import { ageOf, folded } from './likeness.ts';

/** How long after its first byte was sent a file may still be added: as long as one may take, and a while. */
const LATEST_MS = 25 * 60_000;
/** An entry holds no more ids than these. */
const MOST_BEFORE = 100;

export const claimOfFile = (transId: string, fileId: string): string => `file:${transId}:${fileId}`;

/** What a file is known again by. */
export function matchOfFile(
  transId: string,
  { name, description }: Pick<FileRecord, 'name' | 'description'>,
): readonly string[] {
  return [transId, folded(name ?? ''), folded(description ?? '')];
}

/** Where an upload is looked for; `before` holds the ids of the files like it that were there already, null where unknown. */
export function placeOfUpload(transId: string, before: readonly string[] | null): Readonly<Record<string, string>> {
  const isKept = before !== null && before.length <= MOST_BEFORE;
  return isKept ? { transId, before: JSON.stringify(before) } : { transId };
}

export function createFindUpload(upstream: Pick<Upstream, 'call'>, decode: Decode): Find<FlatRecord> {
  return async ({ place, sentAt, isMatch, isCut }, signal) => {
    const { transId = '', before } = place;
    const known: ReadonlySet<string> | null = before === undefined ? null : new Set(JSON.parse(before) as string[]);
    const { data } = await upstream.call('listFiles', selectFiles(transId, {}), { signal });
    const candidates: Candidate<FlatRecord>[] = [];
    for (const flat of data) {
      const { record } = decode.file(flat);
      const age = ageOf(record.insertDate, sentAt, LATEST_MS);
      if (age === 'OUTSIDE' || !isMatch(matchOfFile(transId, record))) continue;
      const { fileId } = record;
      if (fileId === null) return { candidates: [], isWhole: false };
      if (known?.has(fileId)) continue;
      const isDecisive = !isCut && (known !== null || age === 'INSIDE');
      candidates.push({ claim: claimOfFile(transId, fileId), isDecisive, ids: { fileId }, answer: flat });
    }
    return { candidates, isWhole: true };
  };
}
