/**
 * Reads a multipart/form-data body part by part (4.7): texts are kept, the one file is handed on as it streams. Order of parts
 * does not matter. What cannot be read is a MalformedUpload; once reading fails, the rest of the body runs into nothing.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';

/** The body is not what its content type says, or has more of something than any upload needs. */
export class MalformedUpload extends Error {
  override readonly name = 'MalformedUpload';
}

export interface Multipart {
  /** Texts by name; one that came twice is a list. */
  readonly texts: ReadonlyMap<string, string | readonly string[]>;
  /** How many files came under the name that was asked for. */
  readonly files: number;
}

const limits = { fields: 50, fieldSize: 65_536, files: 10, parts: 60, headerPairs: 20, headerSize: 16_384 };

/** `save` gets the first file under `fileField`, and its name as it was sent; other files are read past. */
export async function readMultipart(
  request: IncomingMessage,
  fileField: string,
  save: (name: string, bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Multipart> {
  const texts = new Map<string, string | readonly string[]>();
  const streams: Readable[] = [];
  const saving: Promise<void>[] = [];
  let files = 0;
  let failed: unknown = null;
  let failure: (error: unknown) => void = () => undefined;
  const failing = new Promise<never>((_, reject) => {
    failure = (error) => {
      failed ??= error;
      reject(error);
    };
  });
  // Whoever waits for the next step sees the failure; between two steps nobody waits.
  failing.catch(() => undefined);

  const parser = createParser(request);
  parser.on('field', (name, value, _nameTruncated, truncated) => {
    if (truncated) failure(new MalformedUpload(`${name} is longer than ${limits.fieldSize} bytes`));
    const before = texts.get(name);
    texts.set(name, before === undefined ? value : [...(typeof before === 'string' ? [before] : before), value]);
  });
  parser.on('file', (field, stream, name) => {
    stream.on('error', failure);
    streams.push(stream);
    if (field === fileField) files += 1;
    if (field !== fileField || files > 1) stream.resume();
    else saving.push(save(name ?? '', stream).catch(failure));
  });
  parser.on('error', (error) =>
    failure(new MalformedUpload('the body is no readable multipart/form-data', { cause: error })),
  );
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => failure(new MalformedUpload('the body has too many parts')));
  }
  const finished = once(parser, 'finish');
  finished.catch(() => undefined);

  try {
    await feed(request, parser, () => failed !== null, failing);
    parser.end();
    await Promise.race([finished, failing]);
    await Promise.race([Promise.all(saving), failing]);
    return { texts, files };
  } catch (error) {
    for (const stream of streams) stream.destroy();
    throw failed ?? error;
  } finally {
    await Promise.all(saving);
    // A request that is answered before it was read must still run out, or its sender waits for ever.
    if (!request.complete) request.resume();
  }
}

function createParser(request: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits,
      preservePath: true,
      // Only what says that it is a file is one, whatever its content type.
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch (cause) {
    throw new MalformedUpload('the content type names no boundary', { cause });
  }
}

async function feed(
  request: IncomingMessage,
  parser: BusboyInstance,
  hasFailed: () => boolean,
  failing: Promise<never>,
): Promise<void> {
  // The iterator of its own: leaving it early must not take the connection away before the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!parser.write(chunk)) await Promise.race([once(parser, 'drain'), failing]);
    if (hasFailed()) await failing;
  }
}
