/**
 * The use case of adding a file to a transaction (4.7): looks at its name and first bytes, then lets it run through to
 * upstream, once, never kept. uploadfiles gives no id, so the file is found by listing before and after; where that shows more
 * than one new file like it, nobody can tell which it is. A file that broke off after its first byte went out is UNKNOWN.
 */
import type { FlatRecord } from '../contract/codec.ts';
import { limits } from '../contract/endpoints.ts';
import { isUploaded, namesTransaction, selectFiles, uploadFile, valuesOfUpload } from '../contract/file-requests.ts';
import type { Upstream } from '../upstream/call.ts';
import type { TransactionGrant } from './access.ts';
import type { Author } from './author.ts';
import { badInput, isUnknownTransaction } from './fault.ts';
import { fitsContent, HEAD_BYTES, mediaTypeOf, typeByName } from './file-type.ts';
import type { Files, TransactionFile } from './files.ts';
import { type IncomingFile, IncomingFileFault, type MeteredFile, meter } from './incoming-file.ts';
import type { Find, Once } from './ledger/intent.ts';
import { claimOfFile, matchOfFile, placeOfUpload } from './ledger/uploads.ts';
import { blanks, invalid, refusal, type Told, type UserError, unknownTransaction } from './outcome.ts';

interface UploadInput {
  readonly file: IncomingFile;
  readonly description: string;
  readonly sender: string;
  readonly pageCount: number;
}

export interface UploadResult extends Told {
  /** Of an upload that is told again, as it is now, and null where it is gone. */
  readonly file: TransactionFile | null;
  /** Of an UNKNOWN outcome: what may be the file; null where that could not be looked for. */
  readonly possibleMatches: TransactionFile[] | null;
}

/** `wantsFile` says whether the file itself is asked for, which takes two more calls; one with a key takes them anyway. */
export type UploadFile = (
  grant: TransactionGrant,
  author: Author,
  input: UploadInput,
  wantsFile: boolean,
) => Promise<UploadResult>;

interface Options {
  readonly upstream: Upstream;
  readonly files: Files;
  readonly maxBytes: number;
  readonly once: Once;
  readonly find: Find<FlatRecord>;
}

/** The files of a transaction, or why they could not be listed. */
type Listed = { readonly files: readonly TransactionFile[] } | { readonly error: unknown };
interface Uploaded {
  /** Null where it cannot be told which one it is, or where it is gone. */
  readonly file: TransactionFile | null;
}

const MAX_NAME_BYTES = 255;
const MOST_MATCHES = 10;
const types = limits.uploadTypes.join(', ');
const ifUnknown = 'The service did not answer, so the file may be there: look for it before you upload it again';

export function createUploadFile({ upstream, files, maxBytes, once, find }: Options): UploadFile {
  const list = async ({ transId }: TransactionGrant, own: (flat: FlatRecord) => TransactionFile): Promise<Listed> => {
    try {
      const { data } = await upstream.call('listFiles', selectFiles(transId, {}));
      return { files: data.map(own) };
    } catch (error) {
      return { error };
    }
  };

  async function run(
    grant: TransactionGrant,
    author: Author,
    { file, ...fields }: UploadInput,
    metered: MeteredFile,
    wantsFile: boolean,
  ): Promise<UploadResult> {
    const { transId } = grant;
    const own = (flat: FlatRecord) => files.own(grant, flat);
    const request = uploadFile({ ...fields, transId });
    const match = matchOfFile(transId, { name: file.name, description: fields.description });
    const likes = (listed: Listed) => ('files' in listed ? listed.files.filter(isLike(transId, match)) : null);
    const isListed = wantsFile || author.key !== null;
    const listed: Listed = isListed ? await list(grant, own) : { error: null };
    const before = likes(listed);
    /** What broke off on its way here, after upstream was sent some of it. */
    let cut: IncomingFileFault | null = null;

    const send = async (): Promise<Uploaded | undefined> => {
      if ('error' in listed && isUnknownTransaction(listed.error)) throw listed.error;
      const sending = { name: file.name, mediaType: mediaTypeOf(file.name), bytes: metered.bytes };
      try {
        const answer = await upstream.upload(request, sending);
        cut = metered.failure();
        if (cut !== null || !isUploaded(answer)) return undefined;
      } catch (error) {
        cut = metered.failure();
        if (cut === null) throw error;
        return undefined;
      }
      return { file: before && onlyNew(before, likes(await list(grant, own)) ?? []) };
    };
    const recall = async (fileId: string | undefined): Promise<Uploaded> => {
      if (fileId === undefined || !wantsFile) return { file: null };
      return { file: findIn(listed, fileId) ?? findIn(await list(grant, own), fileId) };
    };
    const { answer, possible, userErrors, ...told } = await once<Uploaded>({
      operation: 'uploadFile',
      author,
      agent: grant.holder,
      request: { ...request, fileName: file.name },
      sent: valuesOfUpload(request, file.name),
      ifUnknown,
      send,
      keep: (uploaded) => {
        const fileId = uploaded.file?.fileId ?? null;
        return fileId === null ? {} : { ids: { fileId }, claim: claimOfFile(transId, fileId) };
      },
      recall: ({ ids }) => recall(ids?.fileId),
      trace: {
        place: placeOfUpload(transId, numbersOf(before)),
        match,
        find: async (...sought) => {
          const { candidates, isWhole } = await find(...sought);
          return { candidates: candidates.map((each) => ({ ...each, answer: { file: own(each.answer) } })), isWhole };
        },
      },
      content: { digest: metered.digest, read: () => readToEnd(metered) },
    });
    const matches = possible?.flatMap((each) => each.file ?? []).slice(0, MOST_MATCHES);
    return {
      ...told,
      userErrors: told.outcome === 'UNKNOWN' ? [...brokenOff(cut), ...userErrors] : userErrors.map(placed),
      file: answer?.file ?? null,
      possibleMatches: matches ?? null,
    };
  }

  return async (grant, author, input, wantsFile) => {
    const errors = inputErrors(input);
    if (errors.length > 0) return refuseUpload(errors);
    let metered: MeteredFile;
    try {
      metered = await meter(input.file, maxBytes, HEAD_BYTES);
    } catch (error) {
      if (error instanceof IncomingFileFault) return refuseUpload(brokenOff(error));
      throw error;
    }
    try {
      const problem = contentProblem(input.file.name, metered.head);
      return problem === null
        ? await run(grant, author, input, metered, wantsFile)
        : refuseUpload([invalid('file', problem)]);
    } finally {
      await metered.close();
    }
  };
}

export function refuseUpload(userErrors: readonly UserError[]): UploadResult {
  return { ...refusal(userErrors), file: null, possibleMatches: null };
}

function inputErrors({ file, description, sender, pageCount }: UploadInput): UserError[] {
  const errors = blanks({ description, sender });
  if (pageCount < 1) errors.push(invalid('pageCount', `${pageCount} is not 1 or more`));
  if (typeByName(file.name) === null) {
    errors.push(invalid('file', `Its name does not end in one of the types that are taken: ${types}`));
  } else if (/\p{Cc}/u.test(file.name)) {
    errors.push(invalid('file', 'Its name holds a control character'));
  } else if (Buffer.byteLength(file.name) > MAX_NAME_BYTES) {
    errors.push(invalid('file', `Its name is longer than ${MAX_NAME_BYTES} bytes`));
  }
  return errors;
}

function contentProblem(name: string, head: Buffer): string | null {
  if (head.length === 0) return 'It is empty';
  const type = typeByName(name);
  return type !== null && fitsContent(type, head) ? null : `Its content is not that of a ${type} file`;
}

/** What upstream refuses of the file itself (412, 413) it does not name; nor does it say that a transaction is unknown. */
function placed(error: UserError): UserError {
  const { upstream } = error;
  if (upstream?.status === 412) return { ...error, field: 'file', code: 'INVALID_VALUE' };
  if (upstream?.status === 413) return { ...error, field: 'file' };
  if (upstream?.status === 400 && namesTransaction(upstream.message)) return { ...unknownTransaction(), upstream };
  return error;
}

/** Reads what a caller sends again, and sends it nowhere. Of what broke off nothing can be told. */
async function readToEnd({ bytes, digest }: MeteredFile): Promise<string> {
  try {
    for await (const _ of bytes);
  } catch (error) {
    if (error instanceof IncomingFileFault) throw badInput('file', error.message);
    throw error;
  }
  const whole = digest();
  if (whole === null) throw new Error('a file that was read to its end has no digest');
  return whole;
}

function brokenOff(fault: IncomingFileFault | null): UserError[] {
  return fault === null ? [] : [invalid('file', fault.message)];
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
