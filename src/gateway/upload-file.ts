/**
 * The use case of adding a file to a transaction (4.7): looks at its name and first bytes, then lets it run through to
 * upstream, once, never kept. A file that broke off after its first byte went out, or was not read to its end, is UNKNOWN.
 */
import type { FlatRecord } from '../contract/codec.ts';
import { limits } from '../contract/endpoints.ts';
import { isUploaded, namesTransaction, uploadFile, valuesOfUpload } from '../contract/file-requests.ts';
import type { Upstream } from '../upstream/call.ts';
import type { TransactionGrant } from './access.ts';
import type { Author } from './author.ts';
import { badInput } from './fault.ts';
import { fitsContent, HEAD_BYTES, mediaTypeOf, typeByName } from './file-type.ts';
import type { Files, TransactionFile } from './files.ts';
import { type IncomingFile, IncomingFileFault, type MeteredFile, meter } from './incoming-file.ts';
import type { Find, Once } from './ledger/intent.ts';
import { blanks, invalid, refusal, type Told, type UserError, unknownTransaction } from './outcome.ts';
import { createLookBefore, type Uploaded } from './uploaded-file.ts';

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

/** One upload, once its first bytes have been looked at. */
interface Upload {
  readonly grant: TransactionGrant;
  readonly author: Author;
  readonly input: UploadInput;
  readonly metered: MeteredFile;
  readonly wantsFile: boolean;
}

const MAX_NAME_BYTES = 255;
const MOST_MATCHES = 10;
const endings = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
  limits.uploadTypes.map((type) => `.${type}`),
);
const ifUnknown =
  'The service gave no readable response, so the file may be there: look for it before you upload it again';

export function createUploadFile({ upstream, files, maxBytes, once, find }: Options): UploadFile {
  const lookBefore = createLookBefore({ upstream, files, find });

  async function run({ grant, author, input, metered, wantsFile }: Upload): Promise<UploadResult> {
    const { file, ...fields } = input;
    const { name } = file;
    const sought = { name, description: fields.description, wantsFile, hasKey: author.key !== null };
    const { denial, ...sighting } = await lookBefore(grant, sought);
    const request = uploadFile({ ...fields, transId: grant.transId });
    /** What broke off on its way here, after upstream was sent some of it. */
    let cut: IncomingFileFault | null = null;

    const send = async (): Promise<Uploaded | undefined> => {
      if (denial !== null) throw denial;
      try {
        const sending = { name, mediaType: mediaTypeOf(name), bytes: metered.bytes };
        const answer = await upstream.upload(request, sending, { caller: author.subject });
        cut = metered.failure();
        // An answer that came before the end of the file is none to all of it.
        const isWhole = cut === null && metered.digest() !== null;
        if (!isWhole || !isUploaded(answer)) return undefined;
      } catch (error) {
        cut = metered.failure();
        if (cut === null) throw error;
        return undefined;
      }
      return { file: null };
    };
    const { answer, possible, userErrors, ...told } = await once<Uploaded>({
      operation: 'uploadFile',
      author,
      agent: grant.holder,
      request: { ...request, fileName: name },
      sent: valuesOfUpload(request, name),
      ifUnknown,
      send,
      ...sighting,
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
        ? await run({ grant, author, input, metered, wantsFile })
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
  if (pageCount < 1) errors.push(invalid('pageCount', `Must be 1 or more, not ${pageCount}`));
  if (typeByName(file.name) === null) {
    errors.push(invalid('file', `The file name must end in ${endings}`));
  } else if (/\p{Cc}/u.test(file.name)) {
    errors.push(invalid('file', 'The file name must not contain control characters'));
  } else if (Buffer.byteLength(file.name) > MAX_NAME_BYTES) {
    errors.push(invalid('file', `The file name must be at most ${MAX_NAME_BYTES} bytes long`));
  }
  return errors;
}

function contentProblem(name: string, head: Buffer): string | null {
  if (head.length === 0) return 'The file is empty';
  const type = typeByName(name);
  return type !== null && fitsContent(type, head)
    ? null
    : `This is not ${type === 'xls' ? 'an' : 'a'} ${type?.toUpperCase()} file`;
}

/** What upstream refuses of the file itself (412, 413) it does not name; nor does it say that a transaction is unknown. */
function placed(error: UserError): UserError {
  const { field, upstream } = error;
  if (upstream?.status === 412) return { ...error, field: 'file', code: 'INVALID_VALUE' };
  if (upstream?.status === 413) return { ...error, field: 'file' };
  if (upstream?.status === 400 && (field === 'transactionId' || namesTransaction(upstream.message)))
    return { ...unknownTransaction(), upstream };
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
