/**
 * The use case of adding a file to a transaction (4.7): looks at its name and first bytes, then lets it run through to
 * upstream, once, never kept. uploadfiles gives no id, so the file is found by listing before and after; where that shows more
 * than one new file of its name, nobody can tell which it is.
 */
import { limits } from '../contract/endpoints.ts';
import { isUploaded, selectFiles, uploadFile, valuesOfUpload } from '../contract/file-requests.ts';
import type { Upstream } from '../upstream/call.ts';
import type { TransactionGrant } from './access.ts';
import { isUnknownTransaction } from './fault.ts';
import { fitsContent, HEAD_BYTES, mediaTypeOf, typeByName } from './file-type.ts';
import type { Files, TransactionFile } from './files.ts';
import { type IncomingFile, IncomingFileFault, type MeteredFile, meter } from './incoming-file.ts';
import { blanks, invalid, rejected, type UserError, unknownTransaction, type Written, write } from './outcome.ts';

interface UploadInput {
  readonly file: IncomingFile;
  readonly description: string;
  readonly sender: string;
  readonly pageCount: number;
}

export interface UploadResult extends Pick<Written<unknown>, 'outcome' | 'userErrors'> {
  readonly file: TransactionFile | null;
}

/** `wantsFile` says whether the file itself is asked for, which takes two more calls. */
export type UploadFile = (grant: TransactionGrant, input: UploadInput, wantsFile: boolean) => Promise<UploadResult>;

interface Options {
  readonly upstream: Upstream;
  readonly files: Files;
  readonly maxBytes: number;
}

const MAX_NAME_BYTES = 255;
const types = limits.uploadTypes.join(', ');
const ifUnknown = 'The service did not answer, so the file may be there: look for it before you upload it again';

export function createUploadFile({ upstream, files, maxBytes }: Options): UploadFile {
  const list = async (grant: TransactionGrant): Promise<TransactionFile[]> => {
    const { data } = await upstream.call('listFiles', selectFiles(grant.transId, {}));
    return data.map((flat) => files.own(grant, flat));
  };

  async function send(grant: TransactionGrant, { file, ...fields }: UploadInput, { bytes, failure }: MeteredFile) {
    const request = uploadFile({ ...fields, transId: grant.transId });
    const sending = { name: file.name, mediaType: mediaTypeOf(file.name), bytes };
    const attempt = async () => {
      const answer = await upstream.upload(request, sending).catch((error: unknown) => {
        // What broke off on its way here never got there whole.
        throw failure() ?? error;
      });
      return isUploaded(answer) ? answer : undefined;
    };
    return await write(attempt, { sent: valuesOfUpload(request, file.name), ifUnknown });
  }

  async function run(grant: TransactionGrant, input: UploadInput, wantsFile: boolean): Promise<UploadResult> {
    const metered = await meter(input.file, maxBytes, HEAD_BYTES);
    try {
      const problem = contentProblem(input.file.name, metered.head);
      if (problem !== null) return refuse([invalid('file', problem)]);
      const before = wantsFile ? await list(grant).catch(unlessUnknown) : null;
      const { outcome, userErrors } = await send(grant, input, metered);
      const isFindable = outcome === 'COMMITTED' && before !== null;
      const after = isFindable ? await list(grant).catch(() => []) : [];
      const file = before === null ? null : findNew(before, after, input);
      return { outcome, userErrors: userErrors.map(placed), file };
    } finally {
      await metered.close();
    }
  }

  return async (grant, input, wantsFile) => {
    const errors = inputErrors(input);
    if (errors.length > 0) return refuse(errors);
    try {
      return await run(grant, input, wantsFile);
    } catch (error) {
      if (error instanceof IncomingFileFault) return refuse([invalid('file', error.message)]);
      if (isUnknownTransaction(error)) return refuse([unknownTransaction()]);
      throw error;
    }
  };
}

export function refuse(userErrors: readonly UserError[]): UploadResult {
  return { ...rejected(userErrors), file: null };
}

function inputErrors({ file, description, sender, pageCount }: UploadInput): UserError[] {
  const errors = blanks({ description, sender });
  if (pageCount < 1) errors.push(invalid('pageCount', `${pageCount} is not 1 or more`));
  if (typeByName(file.name) === null) {
    errors.push(invalid('file', `Its name does not end in one of the types that are taken: ${types}`));
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

/** Without a list from before, the file is uploaded all the same and cannot be told afterwards. */
function unlessUnknown(error: unknown): null {
  if (isUnknownTransaction(error)) throw error;
  return null;
}

/** What upstream refuses of the file itself (412, 413) it does not name; nor does it say that a transaction is unknown. */
function placed(error: UserError): UserError {
  const { upstream } = error;
  if (upstream?.status === 412) return { ...error, field: 'file', code: 'INVALID_VALUE' };
  if (upstream?.status === 413) return { ...error, field: 'file' };
  if (upstream?.status === 400 && error.field === 'transactionId') return { ...unknownTransaction(), upstream };
  return error;
}

function findNew(
  before: readonly TransactionFile[],
  after: readonly TransactionFile[],
  { file, description }: UploadInput,
): TransactionFile | null {
  const known = new Set(before.map(({ fileId }) => fileId));
  const found = after.filter(
    (each) => !known.has(each.fileId) && each.name === file.name && (each.description ?? '') === description,
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}
