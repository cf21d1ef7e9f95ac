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

interface ResultStreamOptions {
  /** The log of the request that subscribes. */
  readonly requestLog: RequestLog;
  readonly resultOf: (sourceEvent: SourceEvent, delivery: Delivery) => Promise<Result>;
  /** The last result of a stream that this fault ends. */
  readonly errorResult: (fault: unknown) => Result;
}

export class ResultStream {
  readonly #source: AsyncIterableIterator<SourceEvent, undefined>;
  readonly #options: ResultStreamOptions;
  /** The delivery of the last requested result. */
  #delivery: EventDelivery | null = null;
  #hasStopped = false;

  constructor(source: AsyncIterableIterator<SourceEvent, undefined>, options: ResultStreamOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Never rejects. Requesting a result releases the previous one. */
  async next(): Promise<Result> {
    this.#delivery?.close();
    let next: IteratorResult<SourceEvent, undefined>;
    try {
      next = await this.#source.next();
    } catch (fault) {
      return this.end(fault);
    }
    // The feed itself has ended, because the process stops.
    if (next.done || this.#hasStopped) return this.end(streamEnded());
    this.#delivery = new EventDelivery();
    const result = await this.#options.resultOf(next.value, this.#delivery);
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
    this.#delivery?.close();
    void this.#source.return?.();
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
 * The delivery of an event, until the client has read its text or the stream has ended. Until then, a large text counts among the large
 * responses of its caller.
 */
export class EventDelivery implements Delivery {
  destroyed = false;
  readonly #listeners: (() => void)[] = [];

  on(_event: 'close', listener: () => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    this.destroyed = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

/** For executions without a request that could disconnect. */
export const neverAborted = new AbortController().signal;
