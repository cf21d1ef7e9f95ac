/** The figures of writes, from the start of the process on: one series for whatever can become of each. */
import { countFromZero, type Metrics } from '../platform/metrics.ts';
import type { GatewayFaultCode } from './fault.ts';
import type { Operation } from './ledger/entry.ts';
import type { Written } from './outcome.ts';

const operations = {
  createTransaction: true,
  addServiceProviders: true,
  uploadFile: true,
  registerMember: true,
  verifyMemberToken: true,
  shareApp: true,
  createTicket: true,
  createRegistrationTicket: true,
} as const satisfies Record<Operation, true>;

type Counted = Written<unknown>['outcome'] | 'REPLAYED' | 'NOT_SENT' | GatewayFaultCode;

/** Refusals of files and inputs are rare, and no alert watches them, so that they are not there from the start. */
const outcomes: readonly Counted[] = [
  'COMMITTED',
  'REJECTED',
  'UNKNOWN',
  'REPLAYED',
  'NOT_SENT',
  'IDEMPOTENCY_MISMATCH',
  'IDEMPOTENCY_IN_PROGRESS',
  'LEDGER_UNAVAILABLE',
];

export function countWritesFromZero({ writes }: Metrics): void {
  const series = Object.keys(operations).flatMap((operation) => outcomes.map((outcome) => ({ operation, outcome })));
  countFromZero(writes, series);
}
