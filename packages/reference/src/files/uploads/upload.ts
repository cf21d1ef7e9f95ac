/**
 * Receives the body of uploadfiles (4.7): multipart/form-data, or JSON with the file as base64, chosen by content type. In
 * both cases the file's bytes are streamed to a draft on disk, and the resulting body refers to the draft. Values are not
 * validated here.
 */
import type { IncomingMessage } from 'node:http';
import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { FILE_FIELD } from '@realty-forms/contract/calls/file-requests.ts';
import { isJson, mediaTypeOf } from '../../http/body.ts';
import { type Failure, missingParameter, uploadFailed } from '../../http/failure.ts';
import type { RequestBody } from '../../http/validate.ts';
import type { Draft, FileBytes, UploadedFile } from '../bytes.ts';
import { createBase64Decoder } from './base64.ts';
import { readJsonBody } from './json-body.ts';
import { MalformedUpload, readMultipart } from './multipart.ts';

export interface ReceivedUpload {
  readonly body: RequestBody;
  /** Deletes the drafts; stored files stay. Must be called whatever the outcome of the request. */
  readonly release: () => Promise<void>;
}

const MULTIPART_TYPE = 'multipart/form-data';
/** The limit of a JSON body apart from its file: the same as for every other endpoint. */
const JSON_TEXT_BYTES = 1_048_576;

export async function receiveUpload(
  request: IncomingMessage,
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
  try {
    return { body: await readUpload(request, startDraft, write), release };
  } catch (error) {
    await release();
    // The client disconnected, so no one gets this response; a Failure is not logged as an error of the service.
    if (request.destroyed && !request.complete) throw unreadable('the body ended early');
    throw error instanceof MalformedUpload ? unreadable(error.message) : error;
  } finally {
    // If the response is sent before the request was read, the body must still be drained, or its sender waits forever.
    if (!request.complete) request.resume();
  }
}

type StartDraft = () => Promise<Draft>;
type Write = (draft: Draft, chunk: Buffer) => Promise<void>;

async function readUpload(request: IncomingMessage, startDraft: StartDraft, write: Write): Promise<RequestBody> {
  const type = mediaTypeOf(request.headers['content-type']);
  if (type === MULTIPART_TYPE) return await readForm(request, startDraft, write);
  if (isJson(type)) return await readJson(request, startDraft, write);
  throw new MalformedUpload(`the body must be ${MULTIPART_TYPE} or a JSON object`);
}

async function readForm(request: IncomingMessage, startDraft: StartDraft, write: Write): Promise<RequestBody> {
  let file: UploadedFile | undefined;
  const { texts, files } = await readMultipart(request, FILE_FIELD, async (name, chunks) => {
    const draft = await startDraft();
    for await (const chunk of chunks) await write(draft, chunk);
    // Browsers send a part with an empty file name if no file was chosen.
    if (name.trim() !== '') file = { name, draft };
  });
  const fields = Object.fromEntries([...texts].map(([name, text]) => [name, formValue(name, text)]));
  // Never a text of that name, of which a form may have several.
  return { ...fields, [FILE_FIELD]: files === 1 ? file : undefined };
}

/** In a form every value is text: where the endpoint's row says integer, its digits are read as one. */
function formValue(name: string, text: string | readonly string[]): unknown {
  const row: Readonly<Record<string, { readonly kind: string }>> = endpoints.uploadfiles.request;
  const isInteger = Object.hasOwn(row, name) && row[name]?.kind === 'integer';
  return isInteger && typeof text === 'string' && /^\s*-?\d+\s*$/.test(text) ? Number(text) : text;
}

async function readJson(request: IncomingMessage, startDraft: StartDraft, write: Write): Promise<RequestBody> {
  /** The drafts of long strings by their placeholder; null if the string was not base64. */
  const longStrings = new Map<string, Draft | null>();
  const chunks = request.iterator({ destroyOnReturn: false });
  const body = await readJsonBody(chunks, JSON_TEXT_BYTES, async (placeholder) => {
    // One draft per request, as in a form: otherwise a body without end would be written to disk.
    if (longStrings.size > 0) throw new MalformedUpload('the body has more than one long text');
    const draft = await startDraft();
    const decoder = createBase64Decoder();
    const writeDecoded = async (decoded: Buffer | null) => {
      if (decoded === null) longStrings.set(placeholder, null);
      else if (decoded.length > 0) await write(draft, decoded);
    };
    longStrings.set(placeholder, draft);
    return { write: (text) => writeDecoded(decoder.decode(text)), end: () => writeDecoded(decoder.end()) };
  });
  const field = Object.entries(body).find(([, value]) => typeof value === 'string' && longStrings.has(value))?.[0];
  if (field !== undefined && Object.hasOwn(endpoints.uploadfiles.request, field)) throw unreadable(field);
  return { ...body, [FILE_FIELD]: await jsonFile(body, longStrings, startDraft, write) };
}

/** `{"name": …, "content": …}` as a file; undefined for anything else. */
async function jsonFile(
  body: RequestBody,
  longStrings: ReadonlyMap<string, Draft | null>,
  startDraft: StartDraft,
  write: Write,
): Promise<UploadedFile | undefined> {
  const fileValue = Object.hasOwn(body, FILE_FIELD) ? body[FILE_FIELD] : undefined;
  if (typeof fileValue !== 'object' || fileValue === null) return undefined;
  const { name, content } = fileValue as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name.trim() === '' || typeof content !== 'string') return undefined;
  if (longStrings.has(name)) return undefined;
  const streamed = longStrings.get(content);
  if (streamed !== undefined) return streamed === null ? undefined : { name, draft: streamed };
  const decoder = createBase64Decoder();
  const [first, last] = [decoder.decode(content), decoder.end()];
  if (first === null || last === null) return undefined;
  const draft = await startDraft();
  await write(draft, Buffer.concat([first, last]));
  return { name, draft };
}

const unreadable = (reason: string): Failure => missingParameter('uploadfiles', reason);
