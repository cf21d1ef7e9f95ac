/**
 * Keys that were used before. A key may be used again only with the same input, the same request and the same content. While its first
 * write is in progress, a request waits for it.
 */
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { GatewayFaultCode } from '@realty-forms/platform/fault.ts';
import { faultOf, type GatewayFault } from '../fault.ts';
import type { Entry } from './entry.ts';
import type { Hasher } from './hashes.ts';
import type { Content } from './write-command.ts';

/** Throws IDEMPOTENCY_MISMATCH if the input differs from the first one, or can no longer be compared with it. */
export function requireSameRequest(hasher: Hasher, { keyId, inputHash }: Entry, request: unknown): void {
  if (!hasher.hasKey(keyId)) throw incomparable();
  if (!hasher.matches(inputHash, keyId, request)) throw mismatch();
}

/** The same for the content; undefined for a write without any. Reads it only if the entry has a hash to compare with. */
export async function requireSameContent(
  hasher: Hasher,
  { state, keyId, contentHash }: Entry,
  content: Content | undefined,
): Promise<void> {
  if (content === undefined) return;
  if (contentHash !== null) {
    if (!hasher.matches(contentHash, keyId, await content.read())) throw mismatch();
  }
  // Without a hash, the content of a COMMITTED write is unknown. Any other outcome holds for every content; another attempt takes a new
  // key.
  else if (state === 'COMMITTED') throw incomparable();
}

const FIRST_POLL_MS = 20;
const MAX_POLL_MS = 250;

/**
 * Counts how long a request has waited for its entry, each time longer than the last, since the clock may be set back. The clock counts too,
 * since the ledger may answer slowly, unless it has jumped and ended the request's own lease (`isOver`). Throws IDEMPOTENCY_IN_PROGRESS when
 * the time is up.
 */
export function createReservationWait(clock: Clock, waitMs: number): (isOver?: boolean) => number {
  const deadline = clock.now() + waitMs;
  let waitedMs = 0;
  let pollMs = FIRST_POLL_MS;
  return (isOver = clock.now() >= deadline) => {
    if (isOver || waitedMs >= waitMs) throw inProgress();
    const nextMs = pollMs;
    waitedMs += nextMs;
    pollMs = Math.min(2 * pollMs, MAX_POLL_MS);
    return nextMs;
  };
}

function mismatch(): GatewayFault {
  return keyFault('IDEMPOTENCY_MISMATCH', 'was already used with different input; use a new key for a new write');
}

/** The inputs cannot be compared: the id key that hashed the first one has been removed, or its content was not read to the end. */
function incomparable(): GatewayFault {
  const problem =
    'was used before, and the gateway can no longer tell whether the input was the same; check what that write did before you use a new key';
  return keyFault('IDEMPOTENCY_MISMATCH', problem);
}

function inProgress(): GatewayFault {
  return keyFault(
    'IDEMPOTENCY_IN_PROGRESS',
    'belongs to a write that is still running; retry with the same key and input',
  );
}

function keyFault(code: GatewayFaultCode, problem: string): GatewayFault {
  return faultOf(code, 'idempotencyKey', problem);
}
