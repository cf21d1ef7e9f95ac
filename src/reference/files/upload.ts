/**
 * Receives the body of uploadfiles (4.7): multipart/form-data, or JSON with the file as base64, chosen by content type. Either
 * way the file's bytes run to a draft on the disk and the body that comes out holds the draft. It judges no value.
 */
import type { IncomingMessage } from 'node:http';
import { endpoints } from '../../contract/endpoints.ts';
import { readFormFileName } from '../../contract/form-file-name.ts';
import { type Failure, fileTooLarge, missingParameter } from '../failure.ts';
import type { RequestBody } from '../validate.ts';
import { createBase64Decoder } from './base64.ts';
import type { Draft, FileBytes } from './bytes.ts';
import { readJsonBody } from './json-body.ts';
import { MalformedUpload, readMultipart } from './multipart.ts';
import type { UploadedFile } from './uploaded-file.ts';

export interface ReceivedUpload {
  readonly body: RequestBody;
  /** Forgets the drafts; what was stored stays. To be called whatever became of the request. */
  readonly release: () => Promise<void>;
}

const FILE_FIELD = 'file_name';
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const MULTIPART_TYPE = 'multipart/form-data';
/** What a JSON body may hold beside its file: as much as any other endpoint's. */
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
  const start = async (): Promise<Draft> => {
    const draft = await bytes.draft();
    drafts.push(draft);
    return draft;
  };
  const write = async (draft: Draft, chunk: Buffer) => {
    if (draft.size() + chunk.length > maxFileBytes) throw fileTooLarge(maxFileBytes);
    await draft.write(chunk);
  };
  try {
    return { body: await readUpload(request, start, write), release };
  } catch (error) {
    await release();
    // Whoever left is not answered; it is no fault of the service's.
    if (request.destroyed && !request.complete) throw unreadable('the body ended early');
    throw error instanceof MalformedUpload ? unreadable(error.message) : error;
  } finally {
    // A request that is answered before it was read must still run out, or its sender waits for ever.
    if (!request.complete) request.resume();
  }
}

type Start = () => Promise<Draft>;
type Write = (draft: Draft, chunk: Buffer) => Promise<void>;

async function readUpload(request: IncomingMessage, start: Start, write: Write): Promise<RequestBody> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === MULTIPART_TYPE) return await readForm(request, start, write);
  if (type === '' || JSON_TYPE.test(type)) return await readJson(request, start, write);
  throw new MalformedUpload(`the body must be ${MULTIPART_TYPE} or a JSON object`);
}

async function readForm(request: IncomingMessage, start: Start, write: Write): Promise<RequestBody> {
  let file: UploadedFile | undefined;
  const { texts, files } = await readMultipart(request, FILE_FIELD, async (written, chunks) => {
    const name = readFormFileName(written);
    const draft = await start();
    for await (const chunk of chunks) await write(draft, chunk);
    // Browsers send a part without a name where no file was chosen.
    if (name.trim() !== '') file = { name, draft };
  });
  const fields = Object.fromEntries([...texts].map(([name, text]) => [name, formValue(name, text)]));
  return { ...fields, ...(files === 1 ? { [FILE_FIELD]: file } : {}) };
}

/** In a form everything is text: where the row says integer, the digits of one are meant. */
function formValue(name: string, text: string | readonly string[]): unknown {
  const row: Readonly<Record<string, { readonly kind: string }>> = endpoints.uploadfiles.request;
  const isInteger = Object.hasOwn(row, name) && row[name]?.kind === 'integer';
  return isInteger && typeof text === 'string' && /^\s*-?\d+\s*$/.test(text) ? Number(text) : text;
}

async function readJson(request: IncomingMessage, start: Start, write: Write): Promise<RequestBody> {
  /** The drafts of long texts by their mark; null where the text was no base64. */
  const long = new Map<string, Draft | null>();
  const chunks = request.iterator({ destroyOnReturn: false });
  const body = await readJsonBody(chunks, JSON_TEXT_BYTES, async (mark) => {
    const draft = await start();
    const decoder = createBase64Decoder();
    const take = async (decoded: Buffer | null) => {
      if (decoded === null) long.set(mark, null);
      else if (decoded.length > 0) await write(draft, decoded);
    };
    long.set(mark, draft);
    return { write: (text) => take(decoder.decode(text)), end: () => take(decoder.end()) };
  });
  const field = Object.entries(body).find(([, value]) => typeof value === 'string' && long.has(value))?.[0];
  if (field !== undefined && Object.hasOwn(endpoints.uploadfiles.request, field)) throw unreadable(field);
  return { ...body, [FILE_FIELD]: await jsonFile(body, long, start, write) };
}

/** `{"name": …, "content": …}` as a file; anything else is none. */
async function jsonFile(
  body: RequestBody,
  long: ReadonlyMap<string, Draft | null>,
  start: Start,
  write: Write,
): Promise<UploadedFile | undefined> {
  const given = Object.hasOwn(body, FILE_FIELD) ? body[FILE_FIELD] : undefined;
  if (typeof given !== 'object' || given === null) return undefined;
  const { name, content } = given as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name.trim() === '' || typeof content !== 'string') return undefined;
  const kept = long.get(content);
  if (kept !== undefined) return kept === null ? undefined : { name, draft: kept };
  const decoder = createBase64Decoder();
  const [first, last] = [decoder.decode(content), decoder.end()];
  if (first === null || last === null) return undefined;
  const draft = await start();
  await write(draft, Buffer.concat([first, last]));
  return { name, draft };
}

const unreadable = (reason: string): Failure => missingParameter('uploadfiles', reason);
