/**
 * How many bytes of large responses the process holds at once, in all and for each caller: reserved when an execution starts,
 * and released when the response is delivered or its connection is closed. It thus limits unsent bytes too.
 */
import { GatewayFault } from '../../gateway/fault.ts';

export interface MemoryBudgetOptions {
  /** Bytes for the process. */
  readonly maxBytes: number;
  /** Bytes for one caller; those without a token count as one. */
  readonly maxCallerBytes: number;
}

/** The bytes of one response; none at first. */
export interface Reservation {
  /** Returns a fault if there is no room; the reservation then stays as it is. */
  readonly growTo: (bytes: number) => GatewayFault | null;
  /** Even if there is no room. */
  readonly set: (bytes: number) => void;
}

/** Makes the reservation for a response of a caller. */
export type Reserve = (caller: string) => Reservation;

export function createMemoryBudget({ maxBytes, maxCallerBytes }: MemoryBudgetOptions): Reserve {
  const callers = new Map<string, number>();
  let held = 0;

  return (caller) => {
    let own = 0;
    const set = (bytes: number): void => {
      const ofCaller = (callers.get(caller) ?? 0) + bytes - own;
      if (ofCaller > 0) callers.set(caller, ofCaller);
      else callers.delete(caller);
      held += bytes - own;
      own = bytes;
    };
    return {
      set,
      growTo(bytes) {
        if (bytes <= own) return null;
        const ofCaller = callers.get(caller) ?? 0;
        if (ofCaller + bytes - own > maxCallerBytes) {
          const message = `Your undelivered responses take ${ofCaller} bytes, and at most ${maxCallerBytes} are allowed`;
          return new GatewayFault('CALLER_RESPONSES_FULL', `${message}. ${RETRY}`);
        }
        if (held + bytes - own > maxBytes) {
          const message = 'The gateway has no room for another large response, because too many are not delivered yet.';
          return new GatewayFault('RESPONSES_FULL', `${message} ${RETRY}`);
        }
        set(bytes);
        return null;
      },
    };
  };
}

const RETRY = 'Read some of them, then try again.';
