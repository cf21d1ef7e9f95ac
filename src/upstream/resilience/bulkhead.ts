/**
 * A bounded number of slots, shared fairly among callers, with a bounded queue. A slot that becomes free goes to the waiting
 * caller that holds the fewest; among equals they take turns, and each caller's own calls keep their order. So a caller waits
 * for the next free slot, however many calls another has queued. If the queue is full, the caller with the most waiting calls
 * loses its newest one. Neither one caller nor one endpoint may hold all slots, however slow it is. A call without a slot is rejected as OVERLOADED: the queue is ours, and upstream may be healthy. With an
 * allowance, a call needs its part of what all groups may use together, too, and waits for that in the same queue.
 */
import type { EndpointName } from '../../contract/calls/endpoints.ts';
import { type QueueLink, WaitQueue } from '../../platform/engine/queue.ts';
import type { AbortSignalLike } from '../connections/abort-signal.ts';
import { isCallerAbort, waitFault } from '../connections/deadline.ts';
import { UpstreamFault } from '../faults.ts';
import type { Allowance } from './budget.ts';

export type Bulkhead = Readonly<ReturnType<typeof createBulkhead>>;

export interface BulkheadOptions {
  readonly slots: number;
  /** How many slots one caller may hold; what it leaves is free for others even while all of its calls hang. */
  readonly slotsPerCaller: number;
  /** The same for one endpoint; all by default. */
  readonly slotsPerEndpoint?: number;
  readonly maxQueued: number;
  readonly allowance?: Allowance | null;
}

/** Beyond this number, callers without calls are forgotten. */
const MAX_LOADS = 1_000;

export function createBulkhead(options: BulkheadOptions) {
  const { slots, slotsPerCaller, slotsPerEndpoint = slots, maxQueued, allowance = null } = options;
  const loads = new CallerLoads();
  const held = new Map<EndpointName, number>();
  const hasRoom = (endpoint: EndpointName): boolean => (held.get(endpoint) ?? 0) < slotsPerEndpoint;
  const queue = new FairQueue(slotsPerCaller, hasRoom);
  let freeSlots = slots;
  allowance?.onRoom(admitNext);

  /** Nobody who waits for the allowance is overtaken. */
  const isAllowed = (): boolean => allowance === null || (queue.next() === undefined && allowance.take());

  function admitNext(): void {
    while (freeSlots > 0) {
      const next = queue.next();
      if (next === undefined || allowance?.take() === false) return;
      take(next.endpoint);
      queue.setHeld(next.load, next.load.held + 1);
      next.admit();
    }
  }

  function take(endpoint: EndpointName): void {
    freeSlots -= 1;
    held.set(endpoint, (held.get(endpoint) ?? 0) + 1);
  }

  function makeRoom(endpoint: EndpointName, load: CallerLoad): void {
    if (queue.length < maxQueued) return;
    const longest = queue.longest();
    if (longest === undefined || longest.waiting.length <= load.waiting.length + 1) {
      throw rejection(endpoint, `no slot is free, and ${maxQueued} calls are waiting`);
    }
    longest.waiting.last?.member.evict(`${maxQueued} calls are waiting, most of them of the same caller`);
  }

  return {
    /**
     * Null: a slot was free and is now taken. Otherwise a promise of a slot, which may reject with ABORTED or OVERLOADED.
     * Throws OVERLOADED if the queue is full and no caller has more waiting calls than this one.
     */
    enter(endpoint: EndpointName, caller: string, signal: AbortSignalLike): Promise<void> | null {
      if (signal.aborted) throw waitFault(signal, endpoint);
      const load = loads.of(caller);
      if (freeSlots > 0 && load.held < slotsPerCaller && hasRoom(endpoint) && isAllowed()) {
        take(endpoint);
        load.held += 1;
        return null;
      }
      makeRoom(endpoint, load);
      return new Promise((resolve, reject) => new Waiter(queue, load, endpoint, signal, allowance, resolve, reject));
    },
    /** Releases a slot of the caller's, to the next waiting call if there is one. Must be called exactly once per slot. */
    leave(endpoint: EndpointName, caller: string): void {
      const load = loads.of(caller);
      queue.setHeld(load, load.held - 1);
      freeSlots += 1;
      held.set(endpoint, (held.get(endpoint) ?? 0) - 1);
      if (allowance === null) admitNext();
      else allowance.giveBack();
    },
    /** The number of waiting calls. */
    waiting: () => queue.length,
  };
}

/** One call in the queue; a listener of its signal. */
class Waiter {
  readonly load: CallerLoad;
  readonly endpoint: EndpointName;
  readonly #queue: FairQueue;
  readonly #link: QueueLink<Waiter>;
  readonly #signal: AbortSignalLike;
  readonly #allowance: Allowance | null;
  readonly #resolve: () => void;
  readonly #reject: (fault: UpstreamFault) => void;

  constructor(
    queue: FairQueue,
    load: CallerLoad,
    endpoint: EndpointName,
    signal: AbortSignalLike,
    allowance: Allowance | null,
    resolve: () => void,
    reject: (fault: UpstreamFault) => void,
  ) {
    this.#queue = queue;
    this.load = load;
    this.endpoint = endpoint;
    this.#signal = signal;
    this.#allowance = allowance;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#link = queue.join(load, this);
    signal.addEventListener('abort', this, { once: true });
  }

  admit(): void {
    this.#end();
    this.#resolve();
  }

  evict(reason: string): void {
    this.#end();
    this.#reject(rejection(this.endpoint, reason));
  }

  /** The signal has aborted. */
  handleEvent(): void {
    this.#end();
    this.#reject(
      isCallerAbort(this.#signal)
        ? waitFault(this.#signal, this.endpoint)
        : (this.#allowance?.spent(this.endpoint) ?? rejection(this.endpoint, 'no slot became free in time')),
    );
  }

  #end(): void {
    this.#signal.removeEventListener('abort', this);
    this.#queue.leave(this.load, this.#link);
  }
}

/** What one caller holds and waits for. */
class CallerLoad {
  held = 0;
  readonly waiting = new WaitQueue<Waiter>();
  /** Its place among the callers with waiting calls that hold as many slots; null if it has no waiting calls. */
  turn: QueueLink<CallerLoad> | null = null;
}

/** The callers with waiting calls. */
class FairQueue {
  /** The number of waiting calls: all, and by endpoint. */
  length = 0;
  readonly #lengths = new Map<EndpointName, number>();
  /** By the number of slots they hold; each beginning with the one whose number has been the same for longest. */
  readonly #turns: readonly WaitQueue<CallerLoad>[];

  readonly #hasRoom: (endpoint: EndpointName) => boolean;

  constructor(slotsPerCaller: number, hasRoom: (endpoint: EndpointName) => boolean) {
    this.#hasRoom = hasRoom;
    this.#turns = Array.from({ length: slotsPerCaller + 1 }, () => new WaitQueue<CallerLoad>());
  }

  join(load: CallerLoad, waiter: Waiter): QueueLink<Waiter> {
    this.#count(waiter.endpoint, 1);
    load.turn ??= this.#turnsOf(load).join(load);
    return load.waiting.join(waiter);
  }

  leave(load: CallerLoad, link: QueueLink<Waiter>): void {
    this.#count(link.member.endpoint, -1);
    load.waiting.leave(link);
    if (load.waiting.length === 0) this.#endTurn(load);
  }

  setHeld(load: CallerLoad, held: number): void {
    this.#endTurn(load);
    load.held = held;
    if (load.waiting.length > 0) load.turn = this.#turnsOf(load).join(load);
  }

  /**
   * The first call, to an endpoint with room, of the caller that holds the fewest slots, fewer than it may; among equals, of the one
   * that was served longest ago.
   */
  next(): Waiter | undefined {
    // So that calls which wait for an endpoint without room, however many, are not looked at each time.
    if (!this.#lengths.entries().some(([endpoint, length]) => length > 0 && this.#hasRoom(endpoint))) return undefined;
    for (const turns of this.#turns.slice(0, -1))
      for (const { waiting } of turns) for (const waiter of waiting) if (this.#hasRoom(waiter.endpoint)) return waiter;
    return undefined;
  }

  /** The caller with the most waiting calls. */
  longest(): CallerLoad | undefined {
    let longest: CallerLoad | undefined;
    for (const turns of this.#turns)
      for (const load of turns) if (load.waiting.length > (longest?.waiting.length ?? 0)) longest = load;
    return longest;
  }

  #count(endpoint: EndpointName, by: 1 | -1): void {
    this.length += by;
    this.#lengths.set(endpoint, (this.#lengths.get(endpoint) ?? 0) + by);
  }

  #endTurn(load: CallerLoad): void {
    if (load.turn === null) return;
    this.#turnsOf(load).leave(load.turn);
    load.turn = null;
  }

  #turnsOf({ held }: CallerLoad): WaitQueue<CallerLoad> {
    return this.#turns[held] as WaitQueue<CallerLoad>;
  }
}

/** The loads of callers, which are kept for their next calls: there are few callers, and many calls. */
class CallerLoads {
  readonly #loads = new Map<string, CallerLoad>();

  of(caller: string): CallerLoad {
    const known = this.#loads.get(caller);
    if (known !== undefined) return known;
    if (this.#loads.size >= MAX_LOADS) this.#dropIdle();
    const load = new CallerLoad();
    this.#loads.set(caller, load);
    return load;
  }

  #dropIdle(): void {
    for (const [caller, { held, waiting }] of this.#loads)
      if (held === 0 && waiting.length === 0) this.#loads.delete(caller);
  }
}

function rejection(endpoint: EndpointName, reason: string): UpstreamFault {
  return new UpstreamFault('OVERLOADED', `not sent: ${reason}`, { endpoint, sent: false, isRejectedLocally: true });
}
