/**
 * The use case of adding a file to a transaction (4.7): checks the name and the first bytes, then streams the file upstream, once, without
 * storing it. A file that broke off before its end was sent cannot have been stored: the upload is REJECTED, and the ledger forgets it, so
 * that the same key may send it again.
 */
import { valuesOfUpload } from '@realty-forms/contract/calls/file-requests.ts';
import { UpstreamFault } from '../../upstream/faults.ts';
import type { Access } from '../callers/access.ts';
import type { LostTransaction, TransactionGrant } from '../callers/grants.ts';
import { notationsOf } from '../callers/identifiers.ts';
import type { Principal } from '../callers/principal.ts';
import { isNotFound } from '../fault.ts';
import type { Author } from '../ledger/write-command.ts';
import type { Parts } from '../parts.ts';
import {
  invalid,
  invalidCharacter,
  lengthErrors,
  NO_RESPONSE,
  type UserError,
  unknownTransaction,
  type WritePayload,
} from '../writing/outcome.ts';
import type { TransactionFile } from './files.ts';
import {
  brokenFile,
  type IncomingFile,
  IncomingFileFault,
  type MeteredFile,
  meter,
  readToEnd,
} from './incoming-file.ts';
import {
  contentProblem,
  fitsContent,
  mediaTypeOf,
  nameForUpstream,
  nameProblem,
  typeByName,
} from './names-and-types.ts';
import { trackUpload, type Uploaded } from './uploaded-file.ts';

interface UploadInput {
  readonly file: IncomingFile;
  readonly description: string;
  readonly sender: string;
  readonly pageCount: number;
}

export interface UploadResult extends WritePayload {
  /** The uploaded file; in a replay, as it is now. Null if it cannot be identified or no longer exists. */
  readonly file: TransactionFile | null;
  /** If the outcome is UNKNOWN: files that may be the uploaded one; null if they could not be looked up. */
  readonly possibleMatches: TransactionFile[] | null;
}

export interface UploadOptions {
  /** Size limit of a file in bytes. */
  readonly maxFileBytes: number;
}

/** An upload whose first bytes have been read, if they arrived. */
interface Upload {
  readonly grant: TransactionGrant | LostTransaction;
  readonly author: Author;
  readonly input: UploadInput;
  readonly metered: MeteredFile;
  readonly wantsFile: boolean;
  readonly errors: readonly UserError[];
}

const MAX_MATCHES = 10;

export function createUploadFile(
  parts: UploadOptions & Pick<Parts, 'files' | 'findUpload' | 'writeOnce' | 'upstream'>,
) {
  const { upstream, maxFileBytes, writeOnce } = parts;

  async function upload({ grant, author, input, metered, wantsFile, errors }: Upload): Promise<UploadResult> {
    const { file, description, sender, pageCount } = input;
    const name = nameForUpstream(file.name);
    const target = { name, description, wantsFile, hasKey: author.key !== null };
    const isUnsent = errors.length > 0 || 'isLost' in grant;
    const { unknownTransactionFault, ...tracking } = isUnsent
      ? nothingTracked
      : await trackUpload(parts, grant, target);
    const form = { transId: grant.transId, description, sender, no_of_pages: pageCount };
    const request = { ...form, fileName: name };
    const send = async (): Promise<Uploaded | undefined> => {
      if (unknownTransactionFault !== null) throw unknownTransactionFault;
      try {
        const part = { name, mediaType: mediaTypeOf(name), maxBytes: file.maxBytes, bytes: metered.bytes };
        await upstream.upload(form, part);
        // An answer that arrived before the whole file was sent does not confirm the file.
        return metered.digest() === null ? undefined : { file: null };
      } catch (error) {
        throw brokenOff(metered, error) ?? error;
      }
    };
    const recording = writeOnce<Uploaded>({
      operation: 'uploadFile',
      ifUnknown: `${NO_RESPONSE} the file may be stored: check before you upload it again`,
      author,
      agent: grant.holder,
      changes: 'no transaction',
      elsewhere: () => notationsOf(grant.holder).map((agent) => ({ agent, request })),
      request,
      sent: valuesOfUpload(form, name),
      check: () => errors,
      send,
      ...tracking,
      content: { digest: metered.digest, read: () => readToEnd(metered) },
    });
    const recorded = await recording.catch((error: unknown) => {
      if (error instanceof BrokenOff) return error;
      throw error;
    });
    if (recorded instanceof BrokenOff) return rejectedUpload([recorded.userError]);
    const { result, possibleMatches, userErrors, ...payload } = recorded;
    const matches = possibleMatches?.flatMap((each) => each.file ?? []).slice(0, MAX_MATCHES);
    return {
      ...payload,
      userErrors: userErrors.map(withField),
      file: result?.file ?? null,
      possibleMatches: matches ?? null,
    };
  }

  /**
   * `wantsFile` says whether the query selects the file itself, which takes two more calls; with a key, they are made anyway. Without a
   * grant for the transaction, nothing is sent, but a write that was sent before under the same key still has its outcome.
   */
  return async (
    grant: TransactionGrant | LostTransaction,
    author: Author,
    input: UploadInput,
    wantsFile: boolean,
  ): Promise<UploadResult> => {
    const errors = inputErrors(input);
    if ('isLost' in grant) errors.push(unknownTransaction());
    const type = typeByName(input.file.name);
    if (errors.length > 0 && author.key === null) return rejectedUpload(errors);
    const isEnough = (head: Buffer) => type === null || fitsContent(type, head) !== null;
    const metered = await meter(input.file, maxFileBytes, isEnough).catch((error: unknown) => {
      if (error instanceof IncomingFileFault) return brokenFile(error);
      throw error;
    });
    const broken = metered.failure();
    const problem = broken?.message ?? (type && contentProblem(type, metered.head));
    if (problem !== null && errors.length === 0) errors.push(invalid('file', problem));
    try {
      return await upload({ grant, author, input, metered, wantsFile, errors });
    } finally {
      await metered.close();
    }
  };
}

/** The grant for the transaction, or what replaces it for a caller without one. */
export async function openUpload(
  access: Access,
  principal: Principal,
  transactionId: string,
): Promise<TransactionGrant | LostTransaction> {
  try {
    return await access.openTransaction(principal, transactionId);
  } catch (error) {
    if (isNotFound(error)) return access.lostTransaction(principal, transactionId);
    throw error;
  }
}

const nothingTracked = {
  unknownTransactionFault: null,
  restore: (): Uploaded => ({ file: null }),
};

/** The gateway broke off the transfer before its end. The ledger treats it as a write that was not sent. */
class BrokenOff extends UpstreamFault {
  readonly userError: UserError;

  constructor(userError: UserError) {
    super('ABORTED', 'the file was broken off', { endpoint: 'uploadfiles', sent: false });
    this.userError = userError;
  }
}

const tooSlow: UserError = {
  field: null,
  message: 'The service did not accept the file in time and has not stored it. Upload it again',
  code: 'REJECTED',
  upstream: null,
};

/**
 * A BrokenOff if the gateway broke off the transfer, because the incoming file did or because upstream did not take it in time; otherwise
 * null. The body has bytes after the file's last one, so it was sent in full only if the file was read in full.
 */
function brokenOff(metered: MeteredFile, error: unknown): BrokenOff | null {
  const fault = metered.failure();
  if (fault !== null) return new BrokenOff(invalid('file', fault.message));
  const isTooSlow = error instanceof UpstreamFault && error.code === 'UPSTREAM_TIMEOUT' && error.sent !== false;
  return isTooSlow && metered.digest() === null ? new BrokenOff(tooSlow) : null;
}

function rejectedUpload(userErrors: readonly UserError[]): UploadResult {
  return { outcome: 'REJECTED', userErrors, replayed: false, file: null, possibleMatches: null };
}

function inputErrors({ file, description, sender, pageCount }: UploadInput): UserError[] {
  const errors = lengthErrors({ description, sender });
  // A form is UTF-8, in which an unpaired surrogate would be stored as U+FFFD. The service accepts one in no encoding (7, 402).
  for (const [field, text] of Object.entries({ description, sender }))
    if (!text.isWellFormed())
      errors.push(invalidCharacter(field, 'Must be valid Unicode: it contains an unpaired surrogate'));
  if (pageCount < 1) errors.push(invalid('pageCount', `Must be 1 or more, not ${pageCount}`));
  const problem = nameProblem(file.name);
  if (problem !== null) errors.push(invalid('file', problem));
  return errors;
}

/** Names the field in rejections of the file itself, for which upstream names none. */
function withField(error: UserError): UserError {
  const status = error.upstream?.status;
  if (status === 412) return { ...error, field: 'file', code: 'INVALID_VALUE' };
  return status === 413 ? { ...error, field: 'file' } : error;
}
