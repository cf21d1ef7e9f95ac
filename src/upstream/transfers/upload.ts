/**
 * The only call whose body is a stream (4.7). It is sent once, never again, because a stream cannot be read twice. Its time
 * limit covers only the time spent waiting for upstream, not for the file's sender. The wait for a token and a slot has a time
 * limit of its own, and until it ends an upload whose caller aborts is not sent. A denied token is replaced for later calls.
 */
import { Readable } from 'node:stream';
import { endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { UploadRequest } from '@realty-forms/contract/calls/file-requests.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import { readResponse } from '../answers/response.ts';
import { type Pause, withDeadline, withPausableDeadline } from '../connections/deadline.ts';
import type { Transport } from '../connections/transport.ts';
import { UpstreamFault } from '../faults.ts';
import { type AuthRetry, isDenial } from '../resilience/auth-retry.ts';
import type { CallObserver } from '../resilience/call-observer.ts';
import { type FairQueue, NOBODY } from '../resilience/fair-queue.ts';
import type { AcquiredToken, TokenSource } from '../token.ts';
import { type FileToSend, type UploadEncoding, uploadBody } from './upload-body.ts';

export interface UploadOptions {
  readonly transport: Transport;
  readonly queue: FairQueue;
  readonly tokens: TokenSource;
  readonly authRetry: AuthRetry;
  readonly observer: CallObserver;
  /** Name, value, name, value. */
  readonly headersWith: (token: string, requestId: string | undefined) => readonly string[];
  readonly uploadEncoding: UploadEncoding;
  readonly vendorEmail: string;
  readonly clientSecret: string;
  /** How long upstream may block the transfer, and how long it may take to respond once it has the whole file. */
  readonly deadlineMs: number;
  readonly clock: Clock;
}

interface UploadCall {
  /** Aborts only the wait before sending. */
  readonly signal?: AbortSignal | undefined;
  readonly requestId?: string | undefined;
  readonly caller?: string | undefined;
}

/** Sends one file and resolves to upstream's response, or rejects with an UpstreamFault. */
export type Upload = (
  request: UploadRequest,
  file: FileToSend,
  options?: UploadCall,
) => Promise<Readonly<Record<string, unknown>>>;

const ENDPOINT = 'uploadfiles';
const BUFFER_BYTES = 65_536;

export function createUpload({
  transport,
  queue,
  tokens,
  authRetry,
  observer,
  clock,
  ...options
}: UploadOptions): Upload {
  /** Waits for a token and takes a slot. */
  async function acquire(sendSignal: AbortSignal, caller: string): Promise<AcquiredToken> {
    const acquired = await tokens.get(sendSignal, ENDPOINT);
    await queue.enter('uploads', ENDPOINT, caller, sendSignal);
    return acquired;
  }

  async function send(
    request: UploadRequest,
    file: FileToSend,
    acquired: AcquiredToken,
    transferSignal: AbortSignal,
    pause: Pause,
    requestId?: string,
  ): Promise<unknown> {
    const { token } = acquired;
    const fields = { ...('userId' in endpoints[ENDPOINT].request ? { userId: options.vendorEmail } : {}), ...request };
    const source = new Source(file.bytes, pause);
    const { contentType, bytes } = uploadBody(options.uploadEncoding, fields, { ...file, bytes: source });
    const body = Readable.from(bytes, { objectMode: false, highWaterMark: BUFFER_BYTES });
    // Errors of the body reach the caller through the request; the stream may have no listener left when one occurs.
    body.on('error', () => undefined);
    try {
      const headers = ['content-type', contentType, ...options.headersWith(token.value, requestId)];
      const response = await transport.post(ENDPOINT, headers, body, transferSignal);
      const value = readResponse(ENDPOINT, response, {
        clock,
        secrets: () => [token.value, options.clientSecret],
      });
      authRetry.forget(ENDPOINT);
      return value;
    } catch (error) {
      if (source.isBroken && isUnanswered(error)) {
        throw new UpstreamFault('ABORTED', 'the file broke off', { endpoint: ENDPOINT, sent: error.sent });
      }
      throw isDenial(error) ? authRetry.replace(error, acquired) : error;
    } finally {
      body.destroy();
    }
  }

  return async (request, file, { requestId, signal, caller = NOBODY } = {}) => {
    const startedAt = clock.now();
    try {
      const acquired = await withDeadline(options.deadlineMs, signal, (sendSignal) => acquire(sendSignal, caller));
      const response = await withPausableDeadline(options.deadlineMs, (transferSignal, pause) =>
        send(request, file, acquired, transferSignal, pause, requestId),
      ).finally(() => queue.leave('uploads', ENDPOINT, caller));
      observer.record(ENDPOINT, null, startedAt, { caller, requestId });
      return response as Readonly<Record<string, unknown>>;
    } catch (error) {
      if (error instanceof UpstreamFault) observer.record(ENDPOINT, error, startedAt, { caller, requestId });
      throw error;
    }
  };
}

/** The same bytes; upstream's time limit is paused while waiting for the next ones. */
class Source implements AsyncIterable<Uint8Array> {
  /** Whether the sender, not upstream, ended the transfer. */
  isBroken = false;
  readonly #bytes: AsyncIterable<Uint8Array>;
  readonly #pause: Pause;

  constructor(bytes: AsyncIterable<Uint8Array>, pause: Pause) {
    this.#bytes = bytes;
    this.#pause = pause;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    const iterator = this.#bytes[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#pause(this.#nextOf(iterator));
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }

  async #nextOf(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    try {
      return await iterator.next();
    } catch (error) {
      this.isBroken = true;
      throw error;
    }
  }
}

function isUnanswered(error: unknown): error is UpstreamFault {
  return error instanceof UpstreamFault && error.code === 'UPSTREAM_UNAVAILABLE' && error.status === null;
}
