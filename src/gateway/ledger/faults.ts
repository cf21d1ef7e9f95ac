/** The ledger's faults. Any failure of the store rejects the write as LEDGER_UNAVAILABLE; it may be tried again later. */
import type { GatewayFaultCode } from '@realty-forms/platform/fault.ts';
import { faultOf, GatewayFault } from '../fault.ts';
import type { LedgerStore } from './stores/store.ts';
import { type AsyncSteps, storeOf } from './stores/store-steps.ts';

export function withFaults(store: LedgerStore): LedgerStore {
  const steps: AsyncSteps = store;
  return storeOf(async (name, ...args) => {
    try {
      return await steps[name](...args);
    } catch (cause) {
      throw new GatewayFault('LEDGER_UNAVAILABLE', `the write ledger failed: ${name}`, { cause });
    }
  });
}

export function mismatch(): GatewayFault {
  return keyFault('IDEMPOTENCY_MISMATCH', 'it was already used with a different input; use a new key for a new write');
}

/** The inputs cannot be compared: the id key that hashed the first has been removed, or its content was not read to the end. */
export function incomparable(): GatewayFault {
  const problem =
    'it was used before, and whether with this input can no longer be determined; check what that write did first';
  return keyFault('IDEMPOTENCY_MISMATCH', problem);
}

export function inProgress(): GatewayFault {
  return keyFault('IDEMPOTENCY_IN_PROGRESS', 'a write with this key is in progress; retry with the same key and input');
}

function keyFault(code: GatewayFaultCode, problem: string): GatewayFault {
  return faultOf(code, 'idempotencyKey', problem);
}
