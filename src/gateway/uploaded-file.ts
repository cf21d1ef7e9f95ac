/**
 * Which file an upload became (4.7): uploadfiles gives no id, so the files of its transaction are listed before and after, and
 * the one that is new and matches is the uploaded file. Where more than one is, nobody can tell which.
 */
import type { FlatRecord } from '../contract/codec.ts';
import { selectFiles } from '../contract/file-requests.ts';
import type { Upstream } from '../upstream/call.ts';
import type { TransactionGrant } from './access.ts';
import { isUnknownTransaction } from './fault.ts';
import type { Files, TransactionFile } from './files.ts';
import type { Find, Intent } from './ledger/intent.ts';
import { claimOfFile, matchOfFile, placeOfUpload } from './ledger/uploads.ts';

export interface Uploaded {
  /** Null where it cannot be told which one it is, or where it is gone. */
  readonly file: TransactionFile | null;
}

interface Sought {
  readonly name: string;
  readonly description: string;
  /** Whether the file is asked for; without that and a key, nothing is listed. */
  readonly wantsFile: boolean;
  readonly hasKey: boolean;
}

/** An upload that is not sent yet, and how its file is told from those that are there already. */
interface Sighting extends Pick<Intent<Uploaded>, 'complete' | 'keep' | 'recall'> {
  /** The service's word that there is no such transaction; null where it did not say so. */
  readonly denial: unknown;
  readonly trace: NonNullable<Intent<Uploaded>['trace']>;
}

/** The files of a transaction, or why they could not be listed. */
type Listed = { readonly files: readonly TransactionFile[] } | { readonly error: unknown };

interface Options {
  readonly upstream: Pick<Upstream, 'call'>;
  readonly files: Pick<Files, 'own'>;
  readonly find: Find<FlatRecord>;
}

type LookBefore = (grant: TransactionGrant, sought: Sought) => Promise<Sighting>;

export function createLookBefore({ upstream, files, find }: Options): LookBefore {
  return async (grant, { name, description, wantsFile, hasKey }) => {
    const { transId } = grant;
    const own = (flat: FlatRecord) => files.own(grant, flat);
    const list = async (): Promise<Listed> => {
      try {
        const { data } = await upstream.call('listFiles', selectFiles(transId, {}));
        return { files: data.map(own) };
      } catch (error) {
        return { error };
      }
    };
    const match = matchOfFile(transId, { name, description });
    const likes = (listed: Listed) => ('files' in listed ? listed.files.filter(isLike(transId, match)) : null);
    const listed: Listed = wantsFile || hasKey ? await list() : { error: null };
    const before = likes(listed);

    return {
      denial: 'error' in listed && isUnknownTransaction(listed.error) ? listed.error : null,
      complete: before === null ? undefined : async () => ({ file: onlyNew(before, likes(await list()) ?? []) }),
      keep({ file }) {
        const fileId = file?.fileId ?? null;
        return fileId === null ? {} : { ids: { fileId }, claim: claimOfFile(transId, fileId) };
      },
      async recall({ ids }) {
        if (ids?.fileId === undefined || !wantsFile) return { file: null };
        return { file: findIn(listed, ids.fileId) ?? findIn(await list(), ids.fileId) };
      },
      trace: {
        place: placeOfUpload(transId, numbersOf(before)),
        match,
        async find(...given) {
          const { candidates, isWhole } = await find(...given);
          return { candidates: candidates.map((each) => ({ ...each, answer: { file: own(each.answer) } })), isWhole };
        },
      },
    };
  };
}

const isLike = (transId: string, match: readonly string[]) => (file: TransactionFile) =>
  matchOfFile(transId, file).every((text, index) => text === match[index]);

/** The numbers of files; null where one has none, because it could not be told again. */
function numbersOf(files: readonly TransactionFile[] | null): string[] | null {
  const numbers = files?.flatMap(({ fileId }) => fileId ?? []) ?? null;
  return numbers?.length === files?.length ? numbers : null;
}

function onlyNew(before: readonly TransactionFile[], after: readonly TransactionFile[]): TransactionFile | null {
  const known = new Set(before.map(({ fileId }) => fileId));
  const [found, ...more] = after.filter(({ fileId }) => !known.has(fileId));
  return more.length === 0 ? (found ?? null) : null;
}

function findIn(listed: Listed, fileId: string): TransactionFile | null {
  return 'files' in listed ? (listed.files.find((file) => file.fileId === fileId) ?? null) : null;
}
