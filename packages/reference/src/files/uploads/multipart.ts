/**
 * Reads a multipart/form-data body part by part (4.7): text fields are collected, the one file is streamed to `save`. The
 * order of parts does not matter. An unreadable body is a MalformedUpload; after a failure, draining the rest of the
 * body is left to the caller.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createFormParser, type FormParser } from '@realty-forms/platform/web/forms.ts';

/** The body does not match its content type, or exceeds a limit that no legitimate upload reaches. */
export class MalformedUpload extends Error {
  override readonly name = 'MalformedUpload';
}

export interface Multipart {
  /** Text fields by name; a name that occurs more than once has a list. */
  readonly texts: ReadonlyMap<string, string | readonly string[]>;
  /** The number of file parts named `fileField`. */
  readonly files: number;
}

/** The longest text of a field, in bytes. */
export const MAX_TEXT_BYTES = 65_536;
const limits = { fields: 50, fieldSize: MAX_TEXT_BYTES, files: 10, parts: 60, headerPairs: 20, headerSize: 16_384 };

/** `save` gets the first file part named `fileField`, and its file name, folders included; other files are discarded. */
export async function readMultipart(
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
  const malformed = (reason: string, cause?: unknown) => fail(new MalformedUpload(reason, { cause }));

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
  parser.on('error', (cause) => malformed('the body is not valid multipart/form-data', cause));
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
  } catch (cause) {
    throw new MalformedUpload('the content type has no boundary', { cause });
  }
}
