/**
 * The results of one subscription, one for each event, as texts. They are asked for one by one: whoever sends them asks for the
 * next when the client has taken the one before, and meanwhile the source keeps what is needed.
 */
import { GatewayFault } from '../../gateway/fault.ts';
import { type RequestFacts, recordFailure } from '../../platform/observing/request-facts.ts';
import type { Told } from '../resolvers/subscription.ts';

export interface Result {
  readonly text: string;
  /** No other one follows. */
  readonly isLast: boolean;
  /** What was recorded of its execution. */
  readonly facts: Pick<RequestFacts, 'codes' | 'calls'>;
}

export interface ResultStreamOptions {
  /** Those of the request that subscribes. */
  readonly facts: RequestFacts;
  readonly resultOf: (told: Told) => Promise<Result>;
  /** The last result of a stream that this fault ends. */
  readonly refused: (fault: unknown) => Result;
}

export class ResultStream {
  readonly #source: AsyncIterableIterator<Told, undefined>;
  readonly #options: ResultStreamOptions;

  constructor(source: AsyncIterableIterator<Told, undefined>, options: ResultStreamOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Never rejects. */
  async next(): Promise<Result> {
    let told: IteratorResult<Told, undefined>;
    try {
      told = await this.#source.next();
    } catch (fault) {
      return this.end(fault);
    }
    // The feed itself was ended, since the process stops.
    if (told.done) return this.end(streamEnded());
    const result = await this.#options.resultOf(told.value);
    this.#record(result);
    if (result.isLast) this.stop();
    return result;
  }

  /** The last result, for a stream that ends although its client listens. */
  end(fault: unknown): Result {
    this.stop();
    const result = this.#options.refused(fault);
    if (!isEnd(fault)) this.#record(result);
    return result;
  }

  /** Nobody listens any more. */
  stop(): void {
    void this.#source.return?.();
  }

  #record({ facts: { codes = [] } }: Result): void {
    const { facts } = this.#options;
    for (const code of codes) recordFailure(facts, code);
  }
}

/** Nothing has failed: the client is to subscribe again. */
function isEnd(fault: unknown): boolean {
  return fault instanceof GatewayFault && fault.code === 'STREAM_ENDED';
}

export function streamEnded(): GatewayFault {
  return new GatewayFault('STREAM_ENDED', 'The stream has ended; subscribe again');
}
