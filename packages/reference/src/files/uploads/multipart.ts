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

const limits = { fields: 50, fieldSize: 65_536, files: 10, parts: 60, headerPairs: 20, headerSize: 16_384 };

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
  let firstError: unknown = null;
  let fail: (error: unknown) => void = () => undefined;
  const rejection = new Promise<never>((_, reject) => {
    fail = (error) => {
      firstError ??= error;
      reject(error);
    };
  });
  // Every step races against `rejection`; this handler prevents an unhandled rejection when it fails between two steps.
  rejection.catch(() => undefined);

  const { parser, fileName } = createParser(request);
  parser.on('field', (name, value, _nameTruncated, truncated) => {
    if (truncated) fail(new MalformedUpload(`${name} is longer than ${limits.fieldSize} bytes`));
    const existing = texts.get(name);
    texts.set(
      name,
      existing === undefined ? value : [...(typeof existing === 'string' ? [existing] : existing), value],
    );
  });
  parser.on('file', (field, stream) => {
    stream.on('error', fail);
    streams.push(stream);
    if (field === fileField) files += 1;
    if (field !== fileField || files > 1) stream.resume();
    else saves.push(save(fileName(), stream).catch(fail));
  });
  parser.on('error', (error) =>
    fail(new MalformedUpload('the body is not valid multipart/form-data', { cause: error })),
  );
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => fail(new MalformedUpload('the body has too many parts')));
  }
  const finished = once(parser, 'finish');
  finished.catch(() => undefined);

  try {
    await feed(request, parser, () => firstError !== null, rejection);
    parser.end();
    await Promise.race([finished, rejection]);
    await Promise.race([Promise.all(saves), rejection]);
    return { texts, files };
  } catch (error) {
    for (const stream of streams) stream.destroy();
    throw firstError ?? error;
  } finally {
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

async function feed(
  request: IncomingMessage,
  parser: FormParser['parser'],
  hasFailed: () => boolean,
  rejection: Promise<never>,
): Promise<void> {
  // Not the default iterator: leaving that one early would destroy the connection before the response is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), rejection]);
    if (hasFailed()) await rejection;
  }
}
