/** Starts the write metric of every operation and outcome at zero when the process starts. */
import type { GatewayFaultCode } from '@realty-forms/platform/fault.ts';
import { countFromZero, type Metrics } from '@realty-forms/platform/observing/metrics.ts';
import { operations } from '../ledger/operations.ts';
import type { WriteOutcome } from './outcome.ts';

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

export function initializeWriteMetrics({ writes }: Metrics): void {
  const series = Object.keys(operations).flatMap((operation) => outcomes.map((outcome) => ({ operation, outcome })));
  countFromZero(writes, series);
}
