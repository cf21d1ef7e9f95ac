/**
 * The multipart requests for `/graphql`: reads each one's operation, releases it when its response is finished, and knows which connections
 * have an upload in progress. A request follows the GraphQL multipart request specification: `operations` and `map` first, then the file,
 * which is streamed and never buffered as a whole. It has one file, for one position in the variables. Invalid requests are rejected with
 * MalformedMultipart. If the client disconnects before the end, the operation never settles. Apollo's CSRF prevention rejects requests that
 * a foreign page could send without a preflight.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { Fault } from '@realty-forms/platform/fault.ts';
import { quoted } from '@realty-forms/platform/quote.ts';
import { BodyBytes } from '@realty-forms/platform/web/body-bytes.ts';
import { createFormParser, type FormParser } from '@realty-forms/platform/web/forms.ts';
import { parseRequestJson } from '@realty-forms/platform/web/request-json.ts';
import { discardRest } from '@realty-forms/platform/web/rest-of-request.ts';
import { IncomingFileFault } from '../../gateway/files/incoming-file.ts';
import { MAX_REST_BYTES, ReceivedFile, sizeBounds, type UploadTimeouts } from './received-file.ts';

/** The body is not a valid multipart request. The message is for the client. */
export class MalformedMultipart extends Fault<'MALFORMED_MULTIPART'> {
  override readonly name = 'MalformedMultipart';
}

export type Uploads = Readonly<ReturnType<typeof createUploads>>;

/** Ten minutes for a file to arrive, and 30 s for a pause of its sender. */
const usualTimeouts: UploadTimeouts = { totalMs: 600_000, idleMs: 30_000 };

export function createUploads(options: Partial<UploadTimeouts> = {}) {
  const timeouts = { ...usualTimeouts, ...options };
  /** The upload in progress on each connection; earlier requests on it may still wait for their responses. */
  const uploadOf = new WeakMap<object, IncomingMessage>();

  return {
    /** Whether a file upload, which has time limits of its own, is in progress on this connection. */
    isUploading: (socket: object) => uploadOf.has(socket),
    /** Begins to read a request. */
    receive(request: IncomingMessage, response: ServerResponse): Pick<MultipartRequest, 'operation' | 'discard'> {
      const { operation, discard, release } = readMultipart(request, timeouts);
      const { socket } = request;
      response.once('close', () => {
        if (uploadOf.get(socket) === request) uploadOf.delete(socket);
        release();
      });
      const begun = operation.then((found) => {
        uploadOf.set(socket, request);
        return found;
      });
      return { operation: begun, discard };
    },
  };
}

interface MultipartRequest {
  /** The operation, with the file in its variables; resolves as soon as the file begins. */
  readonly operation: Promise<Json>;
  /** Stops parsing, and discards what the client still sends. */
  readonly release: () => void;
  /** Releases, and resolves once the whole body has arrived, or is given up because it arrives too slowly. */
  readonly discard: () => Promise<void>;
}

type Json = Record<string, unknown>;

/** Maximum size of a field such as `operations`. */
const MAX_FIELD_BYTES = 1_048_576;
/** Two fields have a place before the file. */
const MAX_BEFORE_FILE_BYTES = 2 * MAX_FIELD_BYTES + 65_536;
const limits = { fields: 10, fieldSize: MAX_FIELD_BYTES, files: 5, parts: 15, headerPairs: 20, headerSize: 16_384 };
/** How long the rest of a body is still read after an early response, so that the client gets to read that response. */
const LINGER_MS = 15_000;

function readMultipart(request: IncomingMessage, timeouts: UploadTimeouts): MultipartRequest {
  const { parser, fileName } = createParser(request);
  const { promise: operation, resolve, reject } = Promise.withResolvers<Json>();
  const streams: Readable[] = [];
  const names = new Set<string>();
  let operations: Json | null = null;
  let target: FileTarget | null = null;
  /** What has arrived, until the file begins or it is too much to keep. */
  let arrived: BodyBytes | null = new BodyBytes();
  let isReleased = false;

  const fail = (reason: string, cause?: unknown): void => {
    reject(new MalformedMultipart('MALFORMED_MULTIPART', reason, { cause }));
    const fault = new IncomingFileFault('INCOMPLETE', `The file did not arrive in full: ${reason}`, { cause });
    for (const stream of streams) stream.destroy(fault);
    release();
  };
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch (error) {
      fail((error as Error).message);
    }
  };
  /** Each part needs its own name: of two parts with one name, one would be lost. */
  const addName = (name: string): void => {
    if (names.has(name)) throw new Error(`The form has two parts named ${quoted(name)}`);
    names.add(name);
  };
  const release = (): void => {
    if (isReleased) return;
    isReleased = true;
    arrived = null;
    request.unpipe(parser);
    for (const stream of streams) stream.destroy();
    if (!request.complete && !request.destroyed) linger(request);
  };

  parser.on('field', (name, value, _nameTruncated, isTruncated) =>
    attempt(() => {
      addName(name);
      if (isTruncated) throw new Error(`${name} is longer than ${MAX_FIELD_BYTES} bytes`);
      checkUtf8(name, value);
      if (name === 'operations') operations = readObject('operations', value);
      else if (name === 'map') {
        if (operations === null) throw new Error('operations must come before map');
        target = readMap(value, operations);
      }
    }),
  );
  parser.on('file', (name, stream) =>
    attempt(() => {
      stream.on('error', () => undefined);
      streams.push(stream);
      checkUtf8('The name of the file', fileName());
      addName(name);
      if (operations === null || !names.has('map')) throw new Error('operations and map must come before the file');
      if (target?.part !== name) throw new Error(`map does not name the file ${quoted(name)}`);
      const bounds = sizeBounds(request, arrived?.toBuffer() ?? null, names.size);
      arrived = null;
      // The file ends with the form, so that an upload can still be rejected for what follows the file.
      const file = stream.pipe(new PassThrough({ highWaterMark: 0 }), { end: false });
      streams.push(file.on('error', () => undefined));
      parser.on('finish', () => {
        // An upload is filled up with what the file was announced to have at most.
        if (stream.bytesRead < bounds.minBytes) fail(`More than ${MAX_REST_BYTES} bytes follow it in the form`);
        else file.end();
      });
      target.assign(new ReceivedFile(fileName(), bounds, file, timeouts));
      target = null;
      resolve(operations);
    }),
  );
  parser.on('finish', () => {
    if (operations === null) fail('The form has no part named operations');
    else if (target !== null) fail(`The form has no file ${quoted(target.part)}, but map names it`);
    else resolve(operations);
  });
  parser.on('error', (error) => fail('The body is not valid multipart/form-data', error));
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => fail('The body has too many parts'));
  }
  request.on('error', () => undefined);
  // If the response was sent first, nothing awaits the operation any more.
  operation.catch(() => undefined);
  request.on('data', (chunk: Buffer) => {
    arrived?.add(chunk);
    if (arrived !== null && arrived.length > MAX_BEFORE_FILE_BYTES) arrived = null;
  });
  request.pipe(parser);
  const discard = (): Promise<void> => {
    release();
    return discardRest(request);
  };
  return { operation, release, discard };
}

function createParser(request: IncomingMessage): FormParser {
  try {
    return createFormParser(request.headers, limits);
  } catch (cause) {
    throw new MalformedMultipart('MALFORMED_MULTIPART', 'The content type has no boundary', { cause });
  }
}

/** The parser has already decoded the text and replaced invalid bytes with U+FFFD. */
function checkUtf8(name: string, text: string): void {
  if (text.includes('\ufffd')) throw new Error(`${name} is not UTF-8: it contains invalid bytes or U+FFFD`);
}

function readObject(name: string, text: string): Json {
  let value: unknown;
  try {
    value = parseRequestJson(Buffer.from(text));
  } catch (error) {
    throw new Error(`${name} ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  const advice = name === 'operations' ? '; several operations in one request are not supported' : '';
  throw new Error(`${name} is not a JSON object${advice}`);
}

/** Where in the operation the file belongs. */
interface FileTarget {
  /** The name of the file's part. */
  readonly part: string;
  readonly assign: (file: ReceivedFile) => void;
}

/** Null if the map is empty, which means a request without a file. */
function readMap(text: string, operations: Json): FileTarget | null {
  const entries = Object.entries(readObject('map', text));
  const [entry] = entries;
  if (entry === undefined) return null;
  const [part, paths] = entry;
  if (!Array.isArray(paths)) throw new Error('map must have a list with one path, such as ["variables.input.file"]');
  if (entries.length > 1 || paths.length !== 1) {
    throw new Error('A request can have one file only, at one path in the variables');
  }
  const path = String(paths[0]).split('.');
  const key = path.pop() ?? '';
  const holder = path[0] === 'variables' ? path.reduce<unknown>(stepInto, operations) : undefined;
  if (!isHolder(holder) || !Object.hasOwn(holder, key) || holder[key] !== null) {
    throw new Error(`map names ${quoted(String(paths[0]))}, but the variables in operations have no null there`);
  }
  return {
    part,
    assign(file) {
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

/** The body of a request with an early response must still be read, or its client never finishes sending; but only for a limited time. */
function linger(request: IncomingMessage): void {
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
  request.resume();
}
