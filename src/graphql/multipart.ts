/**
 * Reads a request of the GraphQL multipart request specification: `operations` and `map` first, then the file, which is handed
 * on as it streams and never kept. One file a request, for one place in the variables. What cannot be read is a
 * MalformedMultipart.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { Fault } from '../platform/fault.ts';
import { type Patience, ReceivedFile } from './received-file.ts';

/** The body is no such request. The message is for its sender. */
export class MalformedMultipart extends Fault<'MALFORMED_MULTIPART'> {
  override readonly name = 'MalformedMultipart';
}

export interface MultipartOptions {
  /** Bytes that `operations` may have. */
  readonly maxFieldBytes: number;
  readonly patience: Patience;
}

export interface MultipartRequest {
  /** The operation, with the file in its variables; there once the file begins. */
  readonly operation: Promise<Json>;
  /** Reads no further: whoever still sends is read into nothing. */
  readonly release: () => void;
}

type Json = Record<string, unknown>;

const limits = { fields: 10, files: 5, parts: 15, headerPairs: 20, headerSize: 16_384 };
/** What a body has beside its fields and its file, at most: boundaries and headers of parts. */
const FRAME_BYTES = 65_536;
/** How long, after an early answer, the rest of a body is read for its sender's sake. */
const LINGER_MS = 15_000;

export function readMultipart(
  request: IncomingMessage,
  { maxFieldBytes, patience }: MultipartOptions,
): MultipartRequest {
  const parser = createParser(request, maxFieldBytes);
  const { promise: operation, resolve, reject } = Promise.withResolvers<Json>();
  const streams: Readable[] = [];
  let operations: Json | null = null;
  let place: Place | null = null;
  let fieldBytes = 0;
  let isReleased = false;

  const fail = (why: string, cause?: unknown): void => {
    reject(new MalformedMultipart('MALFORMED_MULTIPART', why, { cause }));
    for (const stream of streams) stream.destroy(new Error(why));
    release();
  };
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  };
  const onClose = (): void => {
    if (!request.complete) fail('The request broke off');
  };
  const release = (): void => {
    if (isReleased) return;
    isReleased = true;
    request.unpipe(parser);
    request.off('close', onClose);
    for (const stream of streams) stream.destroy();
    if (!request.complete && !request.destroyed) linger(request);
  };

  parser.on('field', (name, value, _nameTruncated, isTruncated) =>
    attempt(() => {
      readable(name, value);
      if (isTruncated) throw new Error(`${name} is longer than ${maxFieldBytes} bytes`);
      fieldBytes += Buffer.byteLength(value);
      if (name === 'operations') operations = readObject('operations', value);
      else if (name === 'map') {
        if (operations === null) throw new Error('operations must come before map');
        place = readMap(value, operations);
      }
    }),
  );
  parser.on('file', (name, stream, fileName) =>
    attempt(() => {
      stream.on('error', () => undefined);
      streams.push(stream);
      readable('The name of the file', fileName ?? '');
      if (operations === null || (place === null && streams.length === 1 && fieldBytes === 0)) {
        throw new Error('operations and map must come before the file');
      }
      if (place === null || name !== place.part) return void stream.resume();
      const length = Number(request.headers['content-length'] ?? 0);
      const leastBytes = Math.max(0, length - fieldBytes - FRAME_BYTES);
      place.put(new ReceivedFile(fileName ?? '', leastBytes, stream, patience));
      place = null;
      resolve(operations);
    }),
  );
  parser.on('finish', () => {
    if (operations === null) fail('operations is missing');
    else if (place !== null) fail(`The file ${JSON.stringify(place.part)}, which map names, is missing`);
    else resolve(operations);
  });
  parser.on('error', (error) => fail('The body is no readable multipart/form-data', error));
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => fail('The body has too many parts'));
  }
  request.on('error', () => undefined).on('close', onClose);
  // Where the answer came first, nobody waits for the operation any more.
  operation.catch(() => undefined);
  request.pipe(parser);
  return { operation, release };
}

function createParser(request: IncomingMessage, fieldSize: number): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: { ...limits, fieldSize },
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
    });
  } catch (cause) {
    throw new MalformedMultipart('MALFORMED_MULTIPART', 'The content type names no boundary', { cause });
  }
}

/** The parser has decoded it by then, and put that character where it could not. */
function readable(name: string, text: string): void {
  if (text.includes('\ufffd')) throw new Error(`${name} has U+FFFD, which stands for bytes that are not UTF-8`);
}

function readObject(name: string, text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${name} is no JSON`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  throw new Error(`${name} is not a JSON object; several operations in one request are not supported`);
}

/** Where in the operation the file belongs. */
interface Place {
  /** The name of the file's part. */
  readonly part: string;
  readonly put: (file: ReceivedFile) => void;
}

/** Null where the map is empty: then the request is one without a file. */
function readMap(text: string, operations: Json): Place | null {
  const entries = Object.entries(readObject('map', text));
  const [entry] = entries;
  if (entry === undefined) return null;
  const [part, paths] = entry;
  if (!Array.isArray(paths)) throw new Error('map names no places in the variables');
  if (entries.length > 1 || paths.length !== 1) {
    throw new Error('A request takes one file, for one place in the variables');
  }
  const path = String(paths[0]).split('.');
  const key = path.pop() ?? '';
  const holder = path[0] === 'variables' ? path.reduce<unknown>(stepInto, operations) : undefined;
  if (!isHolder(holder) || !Object.hasOwn(holder, key) || holder[key] !== null) {
    throw new Error(`map names ${JSON.stringify(paths[0])}, which is no null in the variables of operations`);
  }
  return {
    part,
    put(file) {
      holder[key] = file;
    },
  };
}

function stepInto(value: unknown, key: string): unknown {
  return isHolder(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isHolder(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

/** A request that is answered before it was read must still run out, or its sender waits for ever; but not for ever. */
function linger(request: IncomingMessage): void {
  const cut = setTimeout(() => request.destroy(), LINGER_MS);
  request.once('close', () => clearTimeout(cut)).once('end', () => clearTimeout(cut));
  request.resume();
}
