/**
 * Gives requests their slots as they arrive. A slot is meant for a request that can be executed: when all slots are
 * taken, requests that still wait for their bodies give theirs back and must get one again once the body has arrived. So a
 * client that sends slowly, or never finishes, blocks nobody. At most `maxUnfinished` requests may wait without a slot; beyond
 * that, the oldest is cut off, unless it has just come: then further requests are rejected.
 */
import type { ServerResponse } from 'node:http';
import { CompactSet } from '@realty-forms/platform/engine/compact-set.ts';
import type { Connections } from '../connections/connections.ts';
import type { Admission } from './admission.ts';
import type { Usage } from './usage.ts';

export interface RequestSlotsOptions {
  readonly admission: Admission;
  /** The connections of the same server. */
  readonly connections: Pick<Connections, 'isAnswering' | 'endWhenAnswered'>;
  /** Maximum number of requests that wait for their bodies without a slot. */
  readonly maxUnfinished: number;
  /** Called for each request that is cut off. */
  readonly onAbort: () => void;
  /** Monotonic time in milliseconds; `performance.now` by default. */
  readonly now?: () => number;
}

type Caller = Pick<Usage, 'slots'>;

/**
 * How long a request may wait without a slot before it can be cut off. In a burst, all are this young, and their clients get to
 * read a rejection; one that is cut off sees a broken connection.
 */
const MIN_UNFINISHED_MS = 1_000;
/** Pause after a search that freed no slot: when requests under execution hold them all, repeating it is a waste of time. */
const SEARCH_PAUSE_MS = 10;

export class RequestSlots {
  readonly #options: RequestSlotsOptions;
  readonly #now: () => number;
  /** Requests whose slot can be taken back as long as their bodies arrive. */
  readonly #arriving = new CompactSet<RequestSlot>();
  /** Requests without a slot, oldest first. */
  readonly #unfinished = new Set<RequestSlot>();
  /** Whether a search for slots to take back may find one: a request has entered since the last one, or it was ended early. */
  #mayFind = false;
  #noSearchBefore = Number.NEGATIVE_INFINITY;

  constructor(options: RequestSlotsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /**
   * Admits a caller's request whose headers have arrived, if there is room; null if there is none. The slot must be left once
   * the response closes.
   */
  enter(response: ServerResponse, caller: Caller): RequestSlot | null {
    const { admission } = this.#options;
    this.#makeRoom();
    if (!admission.enter(caller)) return null;
    this.#mayFind = true;
    const slot = new RequestSlot(this, response, caller);
    slot.index = this.#arriving.enter(slot);
    return slot;
  }

  /** For a request whose body has arrived or is read as a stream: whether it may be executed. After false, a later call may succeed. */
  claim(slot: RequestSlot): boolean {
    if (this.#unfinished.has(slot)) {
      this.#makeRoom();
      if (!this.#options.admission.enter(slot.caller)) return false;
      this.#unfinished.delete(slot);
      slot.isHeld = true;
    }
    this.#settle(slot);
    return true;
  }

  leave(slot: RequestSlot): void {
    this.#settle(slot);
    if (slot.isHeld) this.#options.admission.leave(slot.caller);
    else this.#unfinished.delete(slot);
    slot.isHeld = false;
  }

  /** From here on the slot cannot be taken back. */
  #settle(slot: RequestSlot): void {
    if (slot.index !== NOWHERE) this.#arriving.leave(slot.index);
    slot.index = NOWHERE;
  }

  #makeRoom(): void {
    const { admission, maxUnfinished } = this.#options;
    if (!admission.isFull() || !this.#mayFind || this.#now() < this.#noSearchBefore) return;
    this.#mayFind = false;
    const time = this.#now();
    for (const slot of this.#arriving) {
      if (slot.response.req.complete) continue;
      if (this.#unfinished.size >= maxUnfinished && !this.#cutOldest(time)) {
        this.#mayFind = true;
        break;
      }
      this.#takeBack(slot, time);
    }
    if (admission.isFull()) this.#noSearchBefore = this.#now() + SEARCH_PAUSE_MS;
  }

  #takeBack(slot: RequestSlot, time: number): void {
    this.#settle(slot);
    slot.isHeld = false;
    slot.since = time;
    this.#unfinished.add(slot);
    this.#options.admission.releaseUnused(slot.caller);
  }

  /** Returns false if the oldest is too young. */
  #cutOldest(time: number): boolean {
    const [oldest] = this.#unfinished;
    if (oldest === undefined || time - oldest.since < MIN_UNFINISHED_MS) return false;
    this.#unfinished.delete(oldest);
    const { connections, onAbort } = this.#options;
    // Earlier requests on the same connection still get their responses.
    const { req: request } = oldest.response;
    if (connections.isAnswering(request.socket)) connections.endWhenAnswered(request.socket);
    else request.destroy();
    onAbort();
    return true;
  }
}

const NOWHERE = -1;

/** One request among those that are worked on. */
export class RequestSlot {
  readonly response: ServerResponse;
  readonly caller: Caller;
  /** Whether it counts; false after it was taken back, until it is claimed. */
  isHeld = true;
  /** Among those that can be taken back. */
  index = NOWHERE;
  /** When it was taken back. */
  since = 0;
  readonly #slots: RequestSlots;

  constructor(slots: RequestSlots, response: ServerResponse, caller: Caller) {
    this.#slots = slots;
    this.response = response;
    this.caller = caller;
  }

  /** See `RequestSlots.claim`. */
  claim(): boolean {
    return this.#slots.claim(this);
  }

  /** For a request that is over, or that goes on for long but takes little work. Only the first call counts. */
  leave(): void {
    this.#slots.leave(this);
  }
}
