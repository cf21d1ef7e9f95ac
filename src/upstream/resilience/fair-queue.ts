/**
 * The only queue to the service. Every attempt of a call takes a slot of its group and releases it when it ends. A free slot goes to the
 * waiting caller that holds the fewest slots; callers that hold equally many take turns, and each caller's own calls keep their order. So a
 * caller waits for the next free slot, however many calls another has queued. Neither one caller nor one endpoint may hold all slots of a
 * group, however slow it is. The number of concurrent calls and of calls per minute may be limited for all groups together: a tenth of both
 * is reserved for preferred groups, which also come first. The group of spare calls gets what is left when nobody else waits, and leaves
 * half of both to others.
 */
import type { EndpointName } from '@realty-forms/contract/calls/endpoints.ts';
import type { Metrics } from '@realty-forms/platform/observability/metrics.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import { isCallerAbort, waitFault } from '../connections/deadline.ts';
import { UpstreamFault } from '../faults.ts';
import { type Budget, type Group, type GroupRow, groupNames, groups } from './groups.ts';
import { createCallRate, Quota } from './quota.ts';

export type FairQueue = Readonly<ReturnType<typeof createFairQueue>>;

export interface FairQueueOptions {
  /** The number of connections for reads; other groups have theirs in proportion to it. */
  readonly connections: number;
  /** The most requests in progress: this many reads may wait for a slot, and at least 1,000. */
  readonly maxRequests?: number | undefined;
  /** What all calls of this process to the POST API may use together, at least two of each; unlimited by default. */
  readonly budget?:
    | { readonly connections?: number | undefined; readonly callsPerMinute?: number | undefined }
    | undefined;
}

/** Stands for the gateway itself as a caller; no verified subject is blank. */
export const NO_CALLER = '';

export function createFairQueue(
  { connections, maxRequests = 0, budget = {} }: FairQueueOptions,
  metrics: Pick<Metrics, 'upstreamWaiting' | 'upstreamShare'>,
) {
  const total = budget.connections ?? Number.POSITIVE_INFINITY;
  const { callsPerMinute } = budget;
  if (total !== Number.POSITIVE_INFINITY) metrics.upstreamShare.set({ of: 'connections' }, total);
  if (callsPerMinute !== undefined) metrics.upstreamShare.set({ of: 'calls' }, callsPerMinute);
  const rate = callsPerMinute === undefined ? null : createCallRate(callsPerMinute, admitWaiting);
  const quota = new Quota(total, rate);

  const lanes = Object.fromEntries(
    groupNames.map((group) => {
      const row: GroupRow = groups[group];
      const slots = row.slots(row.budget === null ? connections : Math.min(connections, total));
      const lane = new Lane(row, slots, row.maxQueued(maxRequests), quota);
      metrics.upstreamWaiting.set(group, () => lane.waiting);
      return [group, lane];
    }),
  ) as Record<Group, Lane>;
  const lanesWith = (...budgets: readonly (Budget | null)[]) =>
    groupNames.filter((group) => budgets.includes(groups[group].budget)).map((group) => lanes[group]);
  const preferred = lanesWith('preferred', null);
  /** These groups take turns in being first. */
  const ordinary = lanesWith('ordinary');
  const spare = lanesWith('spare');
  const waits = ({ waiting }: Lane): boolean => waiting > 0;
  const isAwaited = (): boolean => preferred.some(waits) || ordinary.some(waits);

  function admitWaiting(): void {
    for (const lane of preferred) lane.admitWaiting();
    for (const lane of ordinary) lane.admitWaiting();
    ordinary.reverse();
    if (spare.some(waits) && !isAwaited()) for (const lane of spare) lane.admitWaiting();
  }

  return {
    /**
     * Returns nothing if the caller gets a slot at once, otherwise a promise of one. Throws or rejects with ABORTED if the signal has
     * aborted, and with OVERLOADED if the caller gets no slot in time or the queue is full of its own calls: the queue is ours, and
     * upstream may be healthy.
     */
    enter: (group: Group, endpoint: EndpointName, caller: string, signal: AbortSignalLike): Promise<void> | undefined =>
      lanes[group].enter(endpoint, caller, signal, groups[group].budget !== 'spare' || !isAwaited()),
    /** Releases a slot. Must be called exactly once per slot. */
    leave(group: Group, endpoint: EndpointName, caller: string): void {
      lanes[group].leave(endpoint, caller);
      admitWaiting();
    },
    close: () => rate?.close(),
  };
}

interface Caller {
  readonly name: string;
  held: number;
  /** In order of arrival. */
  readonly waiting: Waiter[];
}

/** A call that waits, until it is admitted or its signal aborts. */
interface Waiter {
  readonly caller: Caller;
  readonly endpoint: EndpointName;
  readonly signal: AbortSignalLike;
  readonly admit: () => void;
  readonly reject: (fault: UpstreamFault) => void;
  readonly onAbort: () => void;
}

/** The slots of one group. */
class Lane {
  /** The number of waiting calls. */
  waiting = 0;
  readonly #row: GroupRow;
  readonly #perCaller: number;
  readonly #perEndpoint: number;
  readonly #maxQueued: number;
  readonly #quota: Quota;
  #free: number;
  readonly #byEndpoint = new Map<EndpointName, { held: number; waiting: number }>();
  /** Callers that hold a slot or wait, by name. One that begins to wait, or holds more or fewer slots, becomes the last one. */
  readonly #callers = new Map<string, Caller>();

  constructor(row: GroupRow, slots: number, maxQueued: number, quota: Quota) {
    this.#row = row;
    this.#free = slots;
    this.#perCaller = row.slotsPerCaller(slots);
    this.#perEndpoint = row.slotsPerEndpoint(slots);
    this.#maxQueued = maxQueued;
    this.#quota = quota;
  }

  /** If `mayBegin` is false, the call waits in any case. */
  enter(endpoint: EndpointName, name: string, signal: AbortSignalLike, mayBegin: boolean): Promise<void> | undefined {
    if (signal.aborted) throw waitFault(signal, endpoint);
    const caller = this.#callers.get(name) ?? { name, held: 0, waiting: [] };
    const isFree = mayBegin && this.#free > 0 && caller.held < this.#perCaller && this.#hasRoom(endpoint);
    // A call that waits for the limits of all groups is not overtaken.
    if (isFree && (this.waiting === 0 || this.#next() === null) && this.#quota.take(this.#row)) {
      this.#hold(caller, endpoint, 1);
      return undefined;
    }
    if (this.waiting >= this.#maxQueued) this.#makeRoom(endpoint, caller);
    return this.#wait(caller, endpoint, signal);
  }

  leave(endpoint: EndpointName, name: string): void {
    this.#hold(this.#callers.get(name) as Caller, endpoint, -1);
    this.#quota.giveBack(this.#row);
  }

  admitWaiting(): void {
    while (this.waiting > 0 && this.#free > 0) {
      const next = this.#next();
      if (next === null || !this.#quota.take(this.#row)) return;
      this.#endWait(next);
      this.#hold(next.caller, next.endpoint, 1);
      next.admit();
    }
  }

  #callsOf(endpoint: EndpointName): { held: number; waiting: number } {
    return this.#byEndpoint.getOrInsertComputed(endpoint, () => ({ held: 0, waiting: 0 }));
  }

  #hasRoom(endpoint: EndpointName): boolean {
    return this.#callsOf(endpoint).held < this.#perEndpoint;
  }

  #hold(caller: Caller, endpoint: EndpointName, by: 1 | -1): void {
    this.#free -= by;
    this.#callsOf(endpoint).held += by;
    caller.held += by;
    this.#store(caller);
  }

  /** Makes a caller the last one, or forgets it if it neither holds a slot nor waits. */
  #store(caller: Caller): void {
    this.#callers.delete(caller.name);
    if (caller.held > 0 || caller.waiting.length > 0) this.#callers.set(caller.name, caller);
  }

  /** The first call whose endpoint has room, of the caller that holds the fewest slots and may hold more. */
  #next(): Waiter | null {
    // Calls usually wait because their endpoint has no room.
    if (!this.#byEndpoint.values().some(({ held, waiting }) => waiting > 0 && held < this.#perEndpoint)) return null;
    let next: Waiter | null = null;
    let fewest = this.#perCaller;
    for (const { held, waiting } of this.#callers.values()) {
      const first = held < fewest ? waiting.find(({ endpoint }) => this.#hasRoom(endpoint)) : undefined;
      if (first !== undefined) [next, fewest] = [first, held];
    }
    return next;
  }

  #wait(caller: Caller, endpoint: EndpointName, signal: AbortSignalLike): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => this.#giveUp(waiter);
      const waiter: Waiter = { caller, endpoint, signal, admit: resolve, reject, onAbort };
      signal.addEventListener('abort', onAbort, { once: true });
      caller.waiting.push(waiter);
      this.waiting += 1;
      this.#callsOf(endpoint).waiting += 1;
      if (caller.waiting.length === 1) this.#store(caller);
    });
  }

  /** The signal of a waiting call has aborted. */
  #giveUp(waiter: Waiter): void {
    const { endpoint, signal } = waiter;
    this.#endWait(waiter);
    waiter.reject(isCallerAbort(signal) ? waitFault(signal, endpoint) : this.#lateFault(endpoint));
  }

  #endWait(waiter: Waiter): void {
    waiter.signal.removeEventListener('abort', waiter.onAbort);
    const { waiting } = waiter.caller;
    waiting.splice(waiting.indexOf(waiter), 1);
    this.waiting -= 1;
    this.#callsOf(waiter.endpoint).waiting -= 1;
    if (waiting.length === 0) this.#store(waiter.caller);
  }

  /** The caller with the most waiting calls loses its newest one; throws if the new call belongs to that caller. */
  #makeRoom(endpoint: EndpointName, comer: Caller): void {
    let longest = comer;
    for (const caller of this.#callers.values()) if (caller.waiting.length > longest.waiting.length) longest = caller;
    if (longest.waiting.length <= comer.waiting.length + 1)
      throw rejection(endpoint, `no slot is free, and ${this.#maxQueued} calls are waiting`);
    const newest = longest.waiting.at(-1) as Waiter;
    this.#endWait(newest);
    newest.reject(rejection(newest.endpoint, `${this.#maxQueued} calls are waiting, most of them of the same caller`));
  }

  #lateFault(endpoint: EndpointName): UpstreamFault {
    const retryAfterSeconds = this.#quota.secondsToWait(this.#row);
    if (retryAfterSeconds === null) return rejection(endpoint, 'no slot became free in time');
    const details = { endpoint, sent: false, isRejectedLocally: true, retryAfterSeconds };
    return new UpstreamFault('UPSTREAM_CALLS_SPENT', 'not sent: the calls of the minute are used up', details);
  }
}

function rejection(endpoint: EndpointName, reason: string): UpstreamFault {
  return new UpstreamFault('OVERLOADED', `not sent: ${reason}`, { endpoint, sent: false, isRejectedLocally: true });
}
