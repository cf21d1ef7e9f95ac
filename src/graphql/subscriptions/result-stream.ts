/**
 * The results of one subscription, one for each event, as texts. The sender requests the next result when the client has read the previous
 * one; meanwhile the source collects the changes.
 */
import { type RequestLog, recordFailure } from '@realty-forms/platform/observability/request-log.ts';
import { GatewayFault } from '../../gateway/fault.ts';
import type { Delivery } from '../context.ts';
import type { SourceEvent } from '../resolvers/subscription.ts';

export interface Result {
  readonly text: string;
  /** No other result follows. */
  readonly isLast: boolean;
  /** The record of its execution. */
  readonly requestLog: Pick<RequestLog, 'codes' | 'calls'>;
}

/** A result in progress, possibly shared by several streams. */
export interface SharedResult {
  readonly delivery: Pick<EventDelivery, 'hold' | 'drop'>;
  readonly made: Promise<Result>;
}

interface ResultStreamOptions {
  /** The log of the request that subscribes. */
  readonly requestLog: RequestLog;
  readonly resultOf: (sourceEvent: SourceEvent) => SharedResult;
  /** The last result of a stream that this fault ends. */
  readonly errorResult: (fault: unknown) => Result;
}

export class ResultStream {
  readonly #source: AsyncIterableIterator<SourceEvent, undefined>;
  readonly #options: ResultStreamOptions;
  /** The delivery of the last requested result. */
  #delivery: SharedResult['delivery'] | null = null;
  #hasStopped = false;

  constructor(source: AsyncIterableIterator<SourceEvent, undefined>, options: ResultStreamOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Never rejects. Requesting a result releases the previous one. */
  async next(): Promise<Result> {
    this.#holdOnly(null);
    let next: IteratorResult<SourceEvent, undefined>;
    try {
      next = await this.#source.next();
    } catch (fault) {
      return this.end(fault);
    }
    // The feed itself has ended, because the process stops.
    if (next.done || this.#hasStopped) return this.end(streamEnded());
    const { delivery, made } = this.#options.resultOf(next.value);
    this.#holdOnly(delivery);
    const result = await made;
    this.#record(result);
    if (result.isLast) this.stop();
    return result;
  }

  /** The last result, for a stream that the server ends. */
  end(fault: unknown): Result {
    this.stop();
    const result = this.#options.errorResult(fault);
    // Nothing has failed at the end of a stream: the client is to subscribe again.
    if (!(fault instanceof GatewayFault && fault.code === 'STREAM_ENDED')) this.#record(result);
    return result;
  }

  /** The client has disconnected. */
  stop(): void {
    this.#hasStopped = true;
    this.#holdOnly(null);
    void this.#source.return?.();
  }

  #holdOnly(delivery: SharedResult['delivery'] | null): void {
    delivery?.hold();
    this.#delivery?.drop();
    this.#delivery = delivery;
  }

  #record({ requestLog: { codes = [] } }: Result): void {
    const { requestLog } = this.#options;
    for (const code of codes) recordFailure(requestLog, code);
  }
}

export function streamEnded(): GatewayFault {
  return new GatewayFault('STREAM_ENDED', 'The stream has ended; subscribe again');
}

/**
 * The delivery of an event, until the clients of all streams that share it have read its text, or the streams have ended. Until then, a
 * large text counts among the large responses of its caller. If no stream is left, the execution of the event stops.
 */
export class EventDelivery implements Delivery {
  destroyed = false;
  readonly #listeners: (() => void)[] = [];
  #holders = 0;

  on(_event: 'close', listener: () => void): void {
    this.#listeners.push(listener);
  }

  hold(): void {
    this.#holders += 1;
  }

  /** The last stream that held it closes it. */
  drop(): void {
    this.#holders -= 1;
    if (this.#holders > 0 || this.destroyed) return;
    this.destroyed = true;
    for (const listener of this.#listeners) listener();
  }
}

/** Streams share the execution of an event, so a client that disconnects does not abort it. */
export const neverAborted = new AbortController().signal;
