/**
 * Logs each write whose outcome is UNKNOWN, because an operator has to investigate it, and starts the metrics of writes at zero. Neither
 * the request's own log line nor that of a call that got a response shows such an outcome. The log has no input values and none of
 * the service's texts.
 */
import type { GatewayFaultCode } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { countFromZero, type Metrics } from '@realty-forms/platform/observability/metrics.ts';
import { UpstreamFault } from '../fault.ts';
import { operations } from '../ledger/operations.ts';
import type { WriteOnce } from '../ledger/write-command.ts';
import type { WriteOutcome } from './outcome.ts';

interface Options {
  readonly log: Log;
  /** The id of the current request. */
  readonly requestId: () => string | undefined;
}

/**
 * Why the outcome is unknown: the fault of the call, a response without the content of a success, or an earlier attempt under
 * the same key that left it unknown.
 */
type Reason = UpstreamFault['code'] | 'NO_RESULT' | 'UNKNOWN_BEFORE';

export function logUnknownOutcomes(writeOnce: WriteOnce, { log, requestId }: Options): WriteOnce {
  return async (command) => {
    let reason: Reason = 'UNKNOWN_BEFORE';
    const send = async () => {
      try {
        const result = await command.send();
        if (result === undefined) reason = 'NO_RESULT';
        return result;
      } catch (error) {
        if (error instanceof UpstreamFault) reason = error.code;
        throw error;
      }
    };
    const recorded = await writeOnce({ ...command, send });
    if (recorded.outcome === 'UNKNOWN') {
      const { operation } = command;
      log.warn({ requestId: requestId(), operation, reason }, 'the outcome of a write is unknown');
    }
    return recorded;
  };
}

type OutcomeLabel = WriteOutcome<unknown>['outcome'] | 'REPLAYED' | 'NOT_SENT' | GatewayFaultCode;

/** Rejected files and inputs are rare, and no alert watches them, so their series do not exist from the start. */
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
export function initializeWriteMetrics({ writes }: Metrics): void {
  const series = Object.keys(operations).flatMap((operation) => outcomes.map((outcome) => ({ operation, outcome })));
  countFromZero(writes, series);
}
