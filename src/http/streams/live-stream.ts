/**
 * One stream: the body of a response that grows with each result. It asks for the next result when the client has read the last one; until
 * then, the source keeps the changes.
 */
import { Readable } from 'node:stream';
import type { ResultStream } from '../../graphql/server.ts';
import type { Transport } from './transports.ts';

/** Why a stream has ended. */
export const endReasons = ['client', 'token', 'gone', 'failed', 'stalled', 'age', 'drain'] as const;
type EndReason = (typeof endReasons)[number];

export class LiveStream extends Readable {
  readonly transport: Transport['name'];
  /** How many results were sent. */
  results = 0;
  /** How long nothing has been sent. */
  silentMs = 0;
  readonly #transport: Transport;
  readonly #source: ResultStream;
  #isAsking = false;
  #ended: EndReason | null = null;

  constructor(source: ResultStream, transport: Transport) {
    super({ highWaterMark: 1 });
    this.transport = transport.name;
    this.#transport = transport;
    this.#source = source;
    this.push(transport.opening);
  }

  /** The reason why the stream ended; if none was set, its client has ended it. */
  get ended(): EndReason {
    return this.#ended ?? 'client';
  }

  get isOpen(): boolean {
    return this.#ended === null && !this.destroyed;
  }

  heartbeat(): void {
    if (this.isOpen && this.readableLength === 0) this.#send(this.#transport.heartbeat);
  }

  /** Ends the stream with a last result that says why. */
  end(reason: EndReason, fault: unknown): void {
    if (!this.isOpen) return;
    this.#finish(reason, this.#source.end(fault).text);
  }

  /** Ends the stream without a last result, because the client would not read it. */
  abandon(reason: EndReason): void {
    this.#ended ??= reason;
    this.#source.stop();
  }

  override _read(): void {
    if (this.#isAsking || !this.isOpen) return;
    this.#isAsking = true;
    void this.#source.next().then(({ text, isLast, requestLog }) => {
      this.#isAsking = false;
      if (!this.isOpen) return;
      if (isLast) this.#finish(reasonOf(requestLog.codes), text);
      else {
        this.results += 1;
        this.#send(this.#transport.result(text));
      }
    });
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#source.stop();
    callback(error);
  }

  #finish(reason: EndReason, text: string): void {
    this.#ended = reason;
    this.results += 1;
    this.#send(this.#transport.result(text) + this.#transport.closing);
    this.push(null);
  }

  #send(text: string): void {
    this.silentMs = 0;
    this.push(text);
  }
}

function reasonOf(codes: readonly string[] | undefined): EndReason {
  if (codes?.includes('NOT_FOUND')) return 'gone';
  return codes?.includes('STREAM_ENDED') ? 'drain' : 'failed';
}
