/**
 * Receives the body of uploadfiles (4.7): multipart/form-data, whose file is streamed to a draft on disk, or JSON with the file as base64,
 * depending on the content type. The resulting body refers to the draft. Values are not validated here.
 */
import { constants } from 'node:buffer';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { FILE_FIELD } from '@realty-forms/contract/calls/file-requests.ts';
import { createFormParser, type FormParser } from '@realty-forms/platform/web/forms.ts';
import type { FastifyRequest } from 'fastify';
import { BODY_LIMIT_BYTES, mediaTypeOf, readBody } from '../http/body.ts';
import { type Failure, missingParameter, uploadFailed } from '../http/failure.ts';
import type { RequestBody } from '../http/validate.ts';
import type { Draft, FileBytes, UploadedFile } from './bytes.ts';

export interface ReceivedUpload {
  readonly body: RequestBody;
  /** Closes the drafts; stored files stay. Must be called after every request, even a failed one. */
  readonly release: () => Promise<void>;
}

/** A body of this type is left to `receiveUpload`; any other one is read before it. */
export const MULTIPART_TYPE = 'multipart/form-data';

/** The limit of a JSON body: the usual one, plus the largest file as base64. */
export function uploadBodyLimit(maxFileBytes: number): number {
  return Math.min(BODY_LIMIT_BYTES + Math.ceil((maxFileBytes * 4) / 3), constants.MAX_STRING_LENGTH);
}

export async function receiveUpload(
  request: FastifyRequest,
  bytes: FileBytes,
  maxFileBytes: number,
): Promise<ReceivedUpload> {
  const drafts: Draft[] = [];
  const release = async () => {
    for (const draft of drafts) await draft.discard();
  };
  const startDraft = async (): Promise<Draft> => {
    const draft = await bytes.draft();
    drafts.push(draft);
    return draft;
  };
  const write = async (draft: Draft, chunk: Buffer) => {
    if (draft.size() + chunk.length > maxFileBytes) throw uploadFailed(`the file is larger than ${maxFileBytes} bytes`);
    await draft.write(chunk);
  };
  const isForm = mediaTypeOf(request.headers['content-type']) === MULTIPART_TYPE;
  try {
    return { body: await (isForm ? readForm : readJson)(request, startDraft, write), release };
  } catch (error) {
    await release();
    throw error;
  } finally {
    // If the response is sent before the request was read, the body must still be drained, or its sender waits forever.
    if (!request.raw.complete) request.raw.resume();
  }
}

type StartDraft = () => Promise<Draft>;
type Write = (draft: Draft, chunk: Buffer) => Promise<void>;

async function readForm({ raw }: FastifyRequest, startDraft: StartDraft, write: Write): Promise<RequestBody> {
  let file: UploadedFile | undefined;
  const { texts, files } = await readMultipart(raw, FILE_FIELD, async (name, chunks) => {
    const draft = await startDraft();
    for await (const chunk of chunks) await write(draft, chunk);
    // Browsers send a part with an empty file name if no file was chosen.
    if (name.trim() !== '') file = { name, draft };
  });
  const fields = Object.fromEntries([...texts].map(([name, text]) => [name, formValue(name, text)]));
  // Never a text with that name, of which a form may have several.
  return { ...fields, [FILE_FIELD]: files === 1 ? file : undefined };
}

/** In a form, every value is text: if the endpoint's row says integer, the digits are read as one. */
function formValue(name: string, text: string | readonly string[]): unknown {
  const row: Readonly<Record<string, { readonly kind: string }>> = endpoints.uploadfiles.request;
  const isInteger = Object.hasOwn(row, name) && row[name]?.kind === 'integer';
  return isInteger && typeof text === 'string' && /^\s*-?\d+\s*$/.test(text) ? Number(text) : text;
}

async function readJson(request: FastifyRequest, startDraft: StartDraft, write: Write): Promise<RequestBody> {
  const received = (request.body ?? Buffer.alloc(0)) as Buffer;
  const body = readBody('uploadfiles', request.headers['content-type'], received);
  const long = Object.entries(body).find(([, value]) => typeof value === 'string' && value.length > MAX_TEXT_BYTES);
  if (long !== undefined) throw unreadable(long[0]);
  return { ...body, [FILE_FIELD]: await jsonFile(body, startDraft, write) };
}

/** `{"name": …, "content": …}` as a file; undefined for anything else. */
async function jsonFile(body: RequestBody, startDraft: StartDraft, write: Write): Promise<UploadedFile | undefined> {
  const fileValue = Object.hasOwn(body, FILE_FIELD) ? body[FILE_FIELD] : undefined;
  if (typeof fileValue !== 'object' || fileValue === null) return undefined;
  const { name, content } = fileValue as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name.trim() === '' || typeof content !== 'string') return undefined;
  const decoded = decodeBase64(content);
  if (decoded === null) return undefined;
  const draft = await startDraft();
  await write(draft, decoded);
  return { name, draft };
}

/** Base64 (RFC 4648, section 4), with optional padding and in lines of any length; null for any other text. */
function decodeBase64(text: string): Buffer | null {
  const digits = text.replaceAll(/[\r\n]/g, '');
  const isWhole = digits.endsWith('=') ? digits.length % 4 === 0 : digits.length % 4 !== 1;
  return isWhole && /^[A-Za-z0-9+/]*={0,2}$/.test(digits) ? Buffer.from(digits, 'base64') : null;
}

const unreadable = (reason: string): Failure => missingParameter('uploadfiles', reason);

interface Multipart {
  /** Text fields by name; a name that occurs more than once has a list. */
  readonly texts: ReadonlyMap<string, string | readonly string[]>;
  /** The number of file parts named `fileField`. */
  readonly files: number;
}

/** The longest text of a field, in bytes. */
const MAX_TEXT_BYTES = 65_536;
const limits = { fields: 50, fieldSize: MAX_TEXT_BYTES, files: 10, parts: 60, headerPairs: 20, headerSize: 16_384 };

/**
 * Reads a multipart/form-data body part by part, in any order. `save` gets the first file part named `fileField`, and its file name,
 * folders included; other files are discarded. After a failure, draining the rest of the body is left to the caller.
 */
async function readMultipart(
  request: IncomingMessage,
  fileField: string,
  save: (name: string, bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Multipart> {
  const texts = new Map<string, string | readonly string[]>();
  const streams: Readable[] = [];
  const saves: Promise<void>[] = [];
  let files = 0;
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  // It may also reject after the caller has stopped waiting for it.
  failed.catch(() => undefined);
  const malformed = (reason: string) => fail(unreadable(reason));

  const { parser, fileName } = createParser(request);
  parser.on('field', (name, value, _nameTruncated, truncated) => {
    if (truncated) malformed(`${name} is longer than ${MAX_TEXT_BYTES} bytes`);
    const existing = texts.get(name);
    texts.set(name, existing === undefined ? value : [existing, value].flat());
  });
  parser.on('file', (field, stream) => {
    stream.on('error', fail);
    streams.push(stream);
    if (field === fileField) files += 1;
    if (field !== fileField || files > 1) stream.resume();
    else saves.push(save(fileName(), stream).catch(fail));
  });
  parser.on('error', () => malformed('the body is not valid multipart/form-data'));
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => malformed('the body has too many parts'));
  request.once('close', () => {
    if (!request.complete) malformed('the body ended early');
  });
  try {
    await Promise.race([once(request.pipe(parser), 'finish'), failed]);
    await Promise.race([Promise.all(saves), failed]);
    return { texts, files };
  } finally {
    request.unpipe(parser);
    for (const stream of streams) stream.destroy();
    await Promise.all(saves);
  }
}

function createParser(request: IncomingMessage): FormParser {
  try {
    return createFormParser(request.headers, limits);
  } catch {
    throw unreadable('the content type has no boundary');
  }
}
