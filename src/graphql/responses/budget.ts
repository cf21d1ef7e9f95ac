/**
 * How many bytes of large responses the process holds at once, in all and for each caller: reserved when an execution starts,
 * and released when the response is delivered or its connection is closed. It thus limits unsent bytes too.
 */
import { GatewayFault } from '../../gateway/fault.ts';

export interface BudgetOptions {
  /** Bytes for the process. */
  readonly maxBytes: number;
  /** Bytes for one caller; those without a token count as one. */
  readonly maxCallerBytes: number;
}

export class ResponseBudget {
  readonly #options: BudgetOptions;
  readonly #callers = new Map<string, number>();
  #held = 0;

  constructor(options: BudgetOptions) {
    this.#options = options;
  }

  /** Bytes of all reservations. */
  get held(): number {
    return this.#held;
  }

  /** A fault if the caller or the process would hold too much. */
  faultOf(caller: string, more: number): GatewayFault | null {
    const { maxBytes, maxCallerBytes } = this.#options;
    const held = this.#callers.get(caller) ?? 0;
    if (held + more > maxCallerBytes) {
      const message = `Your responses that are not delivered yet take ${held} bytes of at most ${maxCallerBytes}`;
      return new GatewayFault('CALLER_RESPONSES_FULL', `${message}. ${RETRY}`);
    }
    if (this.#held + more <= maxBytes) return null;
    return new GatewayFault(
      'RESPONSES_FULL',
      `The gateway has no memory left for the responses that are not delivered yet and another large one. ${RETRY}`,
    );
  }

  /** Adds to what a caller holds; `bytes` may be negative. */
  add(caller: string, bytes: number): void {
    this.#held += bytes;
    const held = (this.#callers.get(caller) ?? 0) + bytes;
    if (held > 0) this.#callers.set(caller, held);
    else this.#callers.delete(caller);
  }
}

const RETRY = 'Try again when some of them have been read.';

/** What one response takes; nothing at first. */
export class Reservation {
  readonly #budget: ResponseBudget;
  readonly #caller: string;
  #bytes = 0;

  constructor(budget: ResponseBudget, caller: string) {
    this.#budget = budget;
    this.#caller = caller;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** A fault, which leaves it as it is, if there is no room. */
  growTo(bytes: number): GatewayFault | null {
    if (bytes <= this.#bytes) return null;
    const fault = this.#budget.faultOf(this.#caller, bytes - this.#bytes);
    if (fault === null) this.set(bytes);
    return fault;
  }

  /** Whether there is room or not. */
  set(bytes: number): void {
    this.#budget.add(this.#caller, bytes - this.#bytes);
    this.#bytes = bytes;
  }
}
