/**
 * The only call whose body is a stream (4.7). It is sent once, never again, because a stream cannot be read twice. Its time limit covers
 * only the time spent waiting for upstream, not for the file's sender. The wait for a token and a slot has its own time limit; an upload
 * whose caller aborts during that wait is not sent. A denied token is replaced for later calls.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { FILE_FIELD, jsonFileFields, type UploadRequest } from '@realty-forms/contract/calls/file-requests.ts';
import type { ClientCredentials } from '@realty-forms/contract/calls/request-style.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import { printFormFileName } from '@realty-forms/platform/web/forms.ts';
import { credentialSecrets } from '../answers/redaction.ts';
import { readResponse } from '../answers/response.ts';
import { PausableDeadline, withDeadline } from '../connections/deadline.ts';
import type { Transport } from '../connections/transport.ts';
import { isDenial, UpstreamFault } from '../faults.ts';
import type { CallObserver } from '../resilience/call-observer.ts';
import { type FairQueue, NO_CALLER } from '../resilience/fair-queue.ts';
import type { Token, TokenSource } from '../token.ts';

interface UploadOptions extends ClientCredentials {
  readonly transport: Transport;
  readonly queue: FairQueue;
  readonly tokens: TokenSource;
  readonly observer: CallObserver;
  /** Name, value, name, value. */
  readonly headersWith: (token: string, requestId: string | undefined) => readonly string[];
  readonly uploadEncoding: UploadEncoding;
  readonly vendorEmail: string;
  /** How long upstream may block the transfer, and how long it may take to respond once it has the whole file. */
  readonly deadlineMs: number;
  readonly clock: Clock;
}

interface UploadCall {
  /** Aborts only the wait before sending. */
  readonly signal?: AbortSignalLike | undefined;
  readonly requestId?: string | undefined;
  readonly caller?: string | undefined;
}

/** Sends one file and resolves to upstream's answer, or rejects with an UpstreamFault. */
type Upload = (
  request: UploadRequest,
  file: FileToSend,
  options?: UploadCall,
) => Promise<Readonly<Record<string, unknown>>>;

const ENDPOINT = 'uploadfiles';
const BUFFER_BYTES = 65_536;

export function createUpload({ transport, queue, tokens, observer, clock, ...options }: UploadOptions): Upload {
  /** Waits for a token and takes a slot. */
  async function acquire(sendSignal: AbortSignalLike, caller: string): Promise<Token> {
    const token = await tokens.get(sendSignal, ENDPOINT);
    await queue.enter('uploads', ENDPOINT, caller, sendSignal);
    return token;
  }

  async function send(request: UploadRequest, file: FileToSend, token: Token, requestId?: string): Promise<unknown> {
    const fields = { userId: options.vendorEmail, ...request };
    /** Whether the sender, not upstream, ended the transfer. */
    let isBroken = false;
    const deadline = new PausableDeadline(options.deadlineMs);
    const source = paced(file.bytes, deadline, () => {
      isBroken = true;
    });
    const { contentType, length, bytes } = uploadBody(options.uploadEncoding, fields, { ...file, bytes: source });
    const body = Readable.from(bytes, { objectMode: false, highWaterMark: BUFFER_BYTES });
    // Errors of the body reach the caller through the request; the stream may have no listener left when one occurs.
    body.on('error', () => undefined);
    try {
      const headers = ['content-type', contentType, ...options.headersWith(token.value, requestId)];
      if (length !== null) headers.push('content-length', String(length));
      const response = await transport.post(ENDPOINT, headers, body, deadline);
      const secrets = () => [token.value, ...credentialSecrets(options)];
      const value = readResponse(ENDPOINT, response, { clock, secrets });
      tokens.accept(ENDPOINT);
      return value;
    } catch (error) {
      if (isBroken && isUnanswered(error)) {
        throw new UpstreamFault('ABORTED', 'the file broke off', { endpoint: ENDPOINT, sent: error.sent });
      }
      if (!isDenial(error)) throw error;
      const next = tokens.replace(token, deadline, ENDPOINT);
      next?.catch(() => undefined);
      throw next === null || error.isInBody ? error : notExecuted(error);
    } finally {
      deadline.pause();
      body.destroy();
    }
  }

  return async (request, file, { requestId, signal, caller = NO_CALLER } = {}) => {
    const startedAt = clock.now();
    try {
      const token = await withDeadline(options.deadlineMs, signal, (sendSignal) => acquire(sendSignal, caller));
      const response = await send(request, file, token, requestId).finally(() =>
        queue.leave('uploads', ENDPOINT, caller),
      );
      observer.record(ENDPOINT, null, startedAt, requestId);
      return response as Readonly<Record<string, unknown>>;
    } catch (error) {
      if (error instanceof UpstreamFault) observer.record(ENDPOINT, error, startedAt, requestId);
      throw error;
    }
  };
}

/** The same bytes; pauses upstream's time limit while it waits for the next ones. */
async function* paced(
  bytes: AsyncIterable<Uint8Array>,
  deadline: PausableDeadline,
  onBroken: () => void,
): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      deadline.pause();
      const next = await iterator.next().catch((error: unknown) => {
        onBroken();
        throw error;
      });
      deadline.resume();
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

function isUnanswered(error: unknown): error is UpstreamFault {
  return error instanceof UpstreamFault && error.code === 'UPSTREAM_UNAVAILABLE' && error.status === null;
}

/** The HTTP status line proves that nothing was executed, and another token is being fetched, so the caller can try again. */
function notExecuted({ status, upstreamType, upstreamMessage }: UpstreamFault): UpstreamFault {
  const message = 'not executed: its token was denied, and another one is being fetched';
  const details = { endpoint: ENDPOINT, status, sent: false, upstreamType, upstreamMessage } as const;
  return new UpstreamFault('UPSTREAM_UNAVAILABLE', message, details);
}

/**
 * The body of uploadfiles (4.7), generated while it is sent: the fields, then the file's bytes as they arrive. The spec shows no encoding,
 * so two are supported: multipart/form-data, and JSON with the content in base64. Many services accept no body without a length, but a
 * file's size may be known only to a line break (`maxBytes`). So the length is that of the largest file, and white space fills up the rest.
 */
export type UploadEncoding = 'multipart' | 'base64';

interface UploadBody {
  readonly contentType: string;
  /** Null if it is not known in advance. */
  readonly length: number | null;
  readonly bytes: AsyncIterable<Buffer>;
}

interface FileToSend {
  readonly name: string;
  readonly mediaType: string;
  /** The most bytes that it can have, if that is known. */
  readonly maxBytes?: number | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

type Fields = Readonly<Record<string, string | number>>;

/** What the bytes of a file are sent in. */
interface Frame {
  readonly contentType: string;
  readonly before: string;
  readonly after: string;
  readonly encode: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Buffer>;
  /** The length of so many bytes once they are encoded. */
  readonly lengthOf: (bytes: number) => number;
}

export function uploadBody(encoding: UploadEncoding, fields: Fields, file: FileToSend): UploadBody {
  const { contentType, before, after, encode, lengthOf } =
    encoding === 'base64' ? json(fields, file) : form(fields, file);
  const frameLength = Buffer.byteLength(before + after);
  const length = file.maxBytes == null ? null : frameLength + lengthOf(file.maxBytes);
  async function* bytes() {
    yield Buffer.from(before);
    let sent = frameLength;
    for await (const chunk of encode(file.bytes)) {
      sent += chunk.length;
      yield chunk;
    }
    const filling = length === null ? LINE_BREAK.length : length - sent;
    yield Buffer.from(after + LINE_BREAK.padEnd(filling).slice(0, filling));
  }
  return { contentType, length, bytes: bytes() };
}

const LINE_BREAK = '\r\n';

/** RFC 7578. The file is the last part, so that the receiver has all fields before it. */
function form(fields: Fields, { name, mediaType }: FileToSend): Frame {
  // Random and long enough not to occur in any file.
  const boundary = `form-${randomBytes(24).toString('hex')}`;
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `form-data; name="${FILE_FIELD}"; filename="${printFormFileName(name)}"`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    before: `${parts.join('')}--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${mediaType}\r\n\r\n`,
    after: `\r\n--${boundary}--`,
    async *encode(bytes) {
      for await (const chunk of bytes) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    },
    lengthOf: (bytes) => bytes,
  };
}

function json(fields: Fields, { name }: FileToSend): Frame {
  const { name: nameField, content } = jsonFileFields;
  const file = `${JSON.stringify(FILE_FIELD)}:{${JSON.stringify(nameField)}:${JSON.stringify(name)},"${content}":"`;
  return {
    contentType: 'application/json',
    before: `${JSON.stringify(fields).slice(0, -1)},${file}`,
    after: '"}}',
    async *encode(bytes) {
      let rest: Buffer = Buffer.alloc(0);
      for await (const chunk of bytes) {
        const all = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
        // Three bytes encode to four characters; an incomplete group of three waits for the next chunk.
        const whole = all.length - (all.length % 3);
        rest = all.subarray(whole);
        if (whole > 0) yield Buffer.from(all.toString('base64', 0, whole), 'latin1');
      }
      if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1');
    },
    lengthOf: (bytes) => 4 * Math.ceil(bytes / 3),
  };
}
