/**
 * A bounded number of slots, shared fairly among callers, with a bounded queue. A slot that becomes free goes to the waiting
 * caller that holds the fewest; among equals they take turns, and each caller's own calls keep their order. So a caller waits
 * for the next free slot, however many calls another has queued. If the queue is full, the caller with the most waiting calls
 * loses its newest one. A call without a slot is rejected as OVERLOADED: the queue is ours, and upstream may be healthy.
 */
import type { EndpointName } from '../../contract/calls/endpoints.ts';
import { type QueueEntry, WaitQueue } from '../../platform/engine/queue.ts';
import type { AbortSignalLike } from '../connections/abort-signal.ts';
import { isCallerAbort, waitFault } from '../connections/deadline.ts';
import { UpstreamFault } from '../faults.ts';

export interface Bulkhead {
  /**
   * Null: a slot was free and is now taken. Otherwise a promise of a slot, which may reject with ABORTED or OVERLOADED.
   * Throws OVERLOADED if the queue is full and no caller has more waiting calls than this one.
   */
  readonly enter: (endpoint: EndpointName, caller: string, signal: AbortSignalLike) => Promise<void> | null;
  /** Releases a slot of the caller's, to the next waiting call if there is one. Must be called exactly once per slot. */
  readonly leave: (caller: string) => void;
  /** The number of waiting calls. */
  readonly waiting: () => number;
}

export interface BulkheadOptions {
  readonly slots: number;
  /** How many slots one caller may hold; what it leaves is free for others even while all of its calls hang. */
  readonly slotsPerCaller: number;
  readonly maxQueued: number;
}

/** Beyond this number, callers without calls are forgotten. */
const MAX_SHARES = 1_000;

export function createBulkhead({ slots, slotsPerCaller, maxQueued }: BulkheadOptions): Bulkhead {
  const shares = new Shares();
  /** The callers with waiting calls, beginning with the one that was served longest ago. */
  const turns = new WaitQueue<Share>();
  let freeSlots = slots;
  let queued = 0;

  function moveToEnd(share: Share): void {
    if (share.turn === null) return;
    turns.leave(share.turn);
    share.turn = turns.join(share);
  }

  function dequeue(share: Share, entry: QueueEntry<Waiter>): void {
    share.waiting.leave(entry);
    queued -= 1;
    if (share.waiting.length === 0 && share.turn !== null) {
      turns.leave(share.turn);
      share.turn = null;
    }
  }

  function wait(endpoint: EndpointName, share: Share, signal: AbortSignalLike): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        end();
        reject(
          isCallerAbort(signal) ? waitFault(signal, endpoint) : rejection(endpoint, 'no slot became free in time'),
        );
      };
      const end = (): void => {
        signal.removeEventListener('abort', onAbort);
        dequeue(share, entry);
      };
      const entry = share.waiting.join({
        admit() {
          share.held += 1;
          end();
          resolve();
        },
        evict() {
          end();
          reject(rejection(endpoint, `${maxQueued} calls are waiting, most of them of the same caller`));
        },
      });
      queued += 1;
      share.turn ??= turns.join(share);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  function makeRoom(endpoint: EndpointName, share: Share): void {
    if (queued < maxQueued) return;
    const longest = longestOf(turns);
    if (longest === undefined || longest.waiting.length <= share.waiting.length + 1) {
      throw rejection(endpoint, `no slot is free, and ${maxQueued} calls are waiting`);
    }
    longest.waiting.last?.member.evict();
  }

  function admitNext(): void {
    const share = nextOf(turns, slotsPerCaller);
    if (share === undefined) return;
    freeSlots -= 1;
    moveToEnd(share);
    share.waiting.first?.member.admit();
  }

  return {
    enter(endpoint, caller, signal) {
      if (signal.aborted) throw waitFault(signal, endpoint);
      const share = shares.of(caller);
      if (freeSlots > 0 && share.held < slotsPerCaller) {
        freeSlots -= 1;
        share.held += 1;
        return null;
      }
      makeRoom(endpoint, share);
      return wait(endpoint, share, signal);
    },
    leave(caller) {
      const share = shares.of(caller);
      share.held -= 1;
      freeSlots += 1;
      if (queued > 0) {
        // It has just had a slot, which it may have got without waiting for a turn.
        moveToEnd(share);
        admitNext();
      }
    },
    waiting: () => queued,
  };
}

interface Waiter {
  readonly admit: () => void;
  readonly evict: () => void;
}

/** What one caller holds and waits for. */
class Share {
  held = 0;
  readonly waiting = new WaitQueue<Waiter>();
  /** Its place among the callers with waiting calls; null if it has none. */
  turn: QueueEntry<Share> | null = null;
}

/** The shares of callers, which are kept for their next calls: there are few callers, and many calls. */
class Shares {
  readonly #shares = new Map<string, Share>();

  of(caller: string): Share {
    const known = this.#shares.get(caller);
    if (known !== undefined) return known;
    if (this.#shares.size >= MAX_SHARES) this.#dropIdle();
    const share = new Share();
    this.#shares.set(caller, share);
    return share;
  }

  #dropIdle(): void {
    for (const [caller, { held, waiting }] of this.#shares)
      if (held === 0 && waiting.length === 0) this.#shares.delete(caller);
  }
}

/** The waiting caller that holds the fewest slots, fewer than `max`; among equals, the one that was served longest ago. */
function nextOf(turns: WaitQueue<Share>, max: number): Share | undefined {
  let next: Share | undefined;
  for (const share of turns) {
    if (share.held < (next?.held ?? max)) next = share;
    if (next?.held === 0) return next;
  }
  return next;
}

function longestOf(turns: WaitQueue<Share>): Share | undefined {
  let longest: Share | undefined;
  for (const share of turns) {
    if (share.waiting.length > (longest?.waiting.length ?? 0)) longest = share;
  }
  return longest;
}

function rejection(endpoint: EndpointName, reason: string): UpstreamFault {
  return new UpstreamFault('OVERLOADED', `not sent: ${reason}`, { endpoint, sent: false, isRejectedLocally: true });
}
