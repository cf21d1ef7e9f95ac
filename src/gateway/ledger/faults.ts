/** A store whose failures are faults: whatever keeps it from answering, a write is refused, and may be sent again later. */
import { GatewayFault } from '../fault.ts';
import type { LedgerStore } from './store.ts';

export function guarded(store: LedgerStore): LedgerStore {
  const steps = (Object.keys(store) as (keyof LedgerStore)[]).map((name) => [
    name,
    async (...given: unknown[]) => {
      try {
        return await (store[name] as (...given: unknown[]) => Promise<unknown>)(...given);
      } catch (cause) {
        throw new GatewayFault('LEDGER_UNAVAILABLE', `the write ledger failed: ${name}`, { cause });
      }
    },
  ]);
  return Object.fromEntries(steps) as LedgerStore;
}

export function mismatch(): GatewayFault {
  const problem = 'it was given before with another input; take a new key for a new write';
  return new GatewayFault('IDEMPOTENCY_MISMATCH', `idempotencyKey: ${problem}`);
}

/** Whether its input is the same was told by a key of ids that has been taken away, or by a content that nobody has read. */
export function incomparable(): GatewayFault {
  const problem =
    'whether it was given before with this input cannot be told any more; look for what that one did first';
  return new GatewayFault('IDEMPOTENCY_MISMATCH', `idempotencyKey: ${problem}`);
}

export function inProgress(): GatewayFault {
  const problem = 'a write with it is under way; ask again with the same key and input';
  return new GatewayFault('IDEMPOTENCY_IN_PROGRESS', `idempotencyKey: ${problem}`);
}
