/**
 * The one call whose body is a stream (4.7): sent once, never twice, because what was read of a stream is gone. Time counts
 * only while upstream is waited for, not while the file's sender is, and for the file's place it has a time of its own: until
 * then, whoever leaves is not sent. A denied token is replaced for those who come after.
 */
import { Readable } from 'node:stream';
import { endpoints } from '../contract/endpoints.ts';
import type { UploadRequest } from '../contract/file-requests.ts';
import type { Clock } from '../platform/clock.ts';
import { readAnswer } from './answer.ts';
import type { Cut } from './cut.ts';
import { type Pause, underDeadline, underPatience } from './deadline.ts';
import { type Denials, isDenial } from './denials.ts';
import { UpstreamFault } from './faults.ts';
import type { CallOptions } from './first-try.ts';
import type { Gate } from './gates.ts';
import type { Outcomes } from './outcomes.ts';
import type { Shares } from './shares.ts';
import type { HeldToken, TokenSource } from './token.ts';
import type { Transport } from './transport.ts';
import { type FileToSend, type UploadEncoding, uploadBody } from './upload-body.ts';

export interface UploadOptions {
  readonly transport: Transport;
  readonly gate: Gate;
  readonly shares: Shares;
  readonly tokens: TokenSource;
  readonly denials: Denials;
  readonly outcomes: Outcomes;
  /** Name, value, name, value. */
  readonly headersWith: (token: string, requestId: string | undefined) => readonly string[];
  readonly encoding: UploadEncoding;
  readonly vendorEmail: string;
  readonly clientSecret: string;
  /** How long upstream may let the file wait, and how long it has to answer once it has all of it. */
  readonly deadlineMs: number;
  readonly clock: Clock;
}

/** Sends one file; what upstream answers, or an UpstreamFault. */
export type Upload = (
  request: UploadRequest,
  file: FileToSend,
  options?: Pick<CallOptions, 'signal' | 'requestId'> & {
    /** Whose upload it is: of the places, each caller holds no more than its share. */
    readonly caller?: string | undefined;
  },
) => Promise<Readonly<Record<string, unknown>>>;

const ENDPOINT = 'uploadfiles';
const BUFFER_BYTES = 65_536;

export function createUpload({
  transport,
  gate,
  shares,
  tokens,
  denials,
  outcomes,
  clock,
  ...options
}: UploadOptions): Upload {
  /** Waits for a token and a place; gives what leaves the place. */
  async function enter(waiting: Cut, caller: string | undefined) {
    const held = await tokens.get(waiting, ENDPOINT);
    const leaveShare = caller === undefined ? undefined : await shares(caller, ENDPOINT, waiting);
    try {
      await gate.enter(ENDPOINT, waiting);
    } catch (error) {
      leaveShare?.();
      throw error;
    }
    const leave = (): void => {
      gate.leave();
      leaveShare?.();
    };
    return { held, leave };
  }

  async function send(
    request: UploadRequest,
    file: FileToSend,
    held: HeldToken,
    cut: Cut,
    pause: Pause,
    requestId?: string,
  ): Promise<unknown> {
    const { token } = held;
    const fields = { ...('userId' in endpoints[ENDPOINT].request ? { userId: options.vendorEmail } : {}), ...request };
    const { contentType, bytes } = uploadBody(options.encoding, fields, { ...file, bytes: paused(file.bytes, pause) });
    const body = Readable.from(bytes, { objectMode: false, highWaterMark: BUFFER_BYTES });
    // Whoever waits for the answer learns of a body that fails; by then nobody may listen to the stream.
    body.on('error', () => undefined);
    try {
      const headers = ['content-type', contentType, ...options.headersWith(token.value, requestId)];
      const answer = await transport.post(ENDPOINT, headers, body, cut);
      const value = readAnswer(ENDPOINT, answer, { clock, secrets: () => [token.value, options.clientSecret] });
      denials.forget(ENDPOINT);
      return value;
    } catch (error) {
      throw isDenial(error) ? denials.replace(error, held) : error;
    } finally {
      body.destroy();
    }
  }

  return async (request, file, { requestId, signal, caller } = {}) => {
    const startedAt = clock.now();
    try {
      const { held, leave } = await underDeadline(options.deadlineMs, signal, (waiting) => enter(waiting, caller));
      const answer = await underPatience(options.deadlineMs, (cut, pause) =>
        send(request, file, held, cut, pause, requestId),
      ).finally(leave);
      outcomes.note(ENDPOINT, null, startedAt, requestId);
      return answer as Readonly<Record<string, unknown>>;
    } catch (error) {
      if (error instanceof UpstreamFault) outcomes.note(ENDPOINT, error, startedAt, requestId);
      throw error;
    }
  };
}

/** The same bytes; while the next ones are waited for, upstream's time stands still. */
async function* paused(bytes: AsyncIterable<Uint8Array>, pause: Pause): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await pause(iterator.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}
