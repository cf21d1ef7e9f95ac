/** What surrounds the sending of a write: its checks and their time, the completion of its answer, its metrics, and the writes in progress. */
import type { GatewayFaultCode } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { countFromZero, type Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { GatewayFault } from '../fault.ts';
import { UnexpectedError, type WriteOutcome } from '../writing/outcome.ts';
import { LEASE_MS } from './entry.ts';
import type { Recorded, WriteCommand } from './write-command.ts';

/** The rejection of a write that may not be sent; null if it may be sent. */
export async function rejectUnsent<Result>({ check }: WriteCommand<Result>): Promise<Recorded<Result> | null> {
  const userErrors = (await check?.()) ?? [];
  if (userErrors.length === 0) return null;
  return { outcome: 'REJECTED', userErrors, result: null, replayed: false, possibleMatches: null };
}

/** A step that takes too long counts as failed, whatever its result: if the write were sent now, its client might have given up. */
export async function inTime<T>(step: Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await step;
  if (performance.now() - startedAt <= LEASE_MS) return result;
  throw new GatewayFault('LEDGER_UNAVAILABLE', 'the write ledger took too long');
}

/** Adds what the answer left out. If that cannot be read, returns the result as it is: the write is COMMITTED anyway. */
export async function complete<Result>(command: WriteCommand<Result>, result: Result, log: Log): Promise<Result> {
  try {
    return (await command.complete?.(result)) ?? result;
  } catch (error) {
    log.error(
      { operation: command.operation, err: error },
      'could not read the data that completes the response of a write',
    );
    return result;
  }
}

type OutcomeLabel = WriteOutcome<unknown>['outcome'] | 'REPLAYED' | 'NOT_SENT' | GatewayFaultCode;

/** Rejected files and inputs are rare, and no alert watches them, so their series need not exist from the start. */
const outcomes: readonly OutcomeLabel[] = [
  'COMMITTED',
  'REJECTED',
  'UNKNOWN',
  'REPLAYED',
  'NOT_SENT',
  'IDEMPOTENCY_MISMATCH',
  'IDEMPOTENCY_IN_PROGRESS',
  'LEDGER_UNAVAILABLE',
];

/** Starts the series of every operation and outcome at zero. */
export function countOutcomesFromZero({ writes }: Metrics, operations: readonly string[]): void {
  const series = operations.flatMap((operation) => outcomes.map((outcome) => ({ operation, outcome })));
  countFromZero(writes, series);
}

/** The outcome under which the metrics count a write that ended with an error. */
export function outcomeLabelOf(error: unknown): OutcomeLabel {
  if (error instanceof UnexpectedError) return 'UNKNOWN';
  return error instanceof GatewayFault ? error.code : 'NOT_SENT';
}

/**
 * The writes in progress in this process, whether or not their clients are still connected. A process that shuts down awaits them while the
 * ledger can still record their outcomes.
 */
export class WritesInProgress {
  readonly #running = new Set<Promise<unknown>>();

  get count(): number {
    return this.#running.size;
  }

  run<T>(write: () => Promise<T>): Promise<T> {
    const running = write();
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  /** Resolves when no write is in progress. */
  async whenIdle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
