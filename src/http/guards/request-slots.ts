/**
 * Gives requests their slots as they arrive. A slot is meant for a request that can be executed: when all slots are
 * taken, requests that still wait for their bodies give theirs back and must get one again once the body has arrived. So a
 * client that sends slowly, or never finishes, blocks nobody. At most `maxUnfinished` requests may wait without a slot; beyond
 * that, the oldest is cut off, unless it has just come: then further requests are rejected.
 */
import type { ServerResponse } from 'node:http';
import type { Connections } from '../connections/connections.ts';
import type { Admission } from './admission.ts';
import type { Usage } from './usage.ts';

export interface RequestSlotsOptions {
  readonly admission: Admission;
  /** The connections of the same server. */
  readonly connections: Pick<Connections, 'waiting' | 'isAnswering' | 'endWhenAnswered'>;
  /** Maximum number of requests that wait for their bodies without a slot. */
  readonly maxUnfinished: number;
  /** Called for each request that is cut off. */
  readonly onAbort: () => void;
  /** Monotonic time in milliseconds; `performance.now` by default. */
  readonly now?: () => number;
}

export type RequestSlots = Readonly<ReturnType<typeof createRequestSlots>>;

/** A request that has not arrived, or has its slot still. */
interface Unfinished {
  readonly caller: Pick<Usage, 'slots'>;
  readonly leave: () => void;
  /** When it lost its slot, if it has. */
  since: number;
}

/**
 * How long a request may wait without a slot before it can be cut off. In a burst, all are this young, and their clients get to
 * read a rejection; one that is cut off sees a broken connection.
 */
const MIN_UNFINISHED_MS = 1_000;
/** Pause after a search that freed no slot: when requests under execution hold them all, repeating it is a waste of time. */
const SEARCH_PAUSE_MS = 10;

export function createRequestSlots(options: RequestSlotsOptions) {
  const { admission, connections, maxUnfinished, onAbort, now = () => performance.now() } = options;
  /** Requests whose slot can be taken back as long as their bodies arrive. */
  const arriving = new Map<ServerResponse, Unfinished>();
  /** Requests without a slot, oldest first. */
  const unfinished = new Map<ServerResponse, Unfinished>();
  /** Whether a search for slots to take back may find one: a request has entered since the last one, or it was ended early. */
  let mayFind = false;
  let noSearchBefore = Number.NEGATIVE_INFINITY;

  function hasRoom(): boolean {
    if (!admission.isFull()) return true;
    if (!mayFind || now() < noSearchBefore) return false;
    mayFind = false;
    const time = now();
    for (const responses of connections.waiting()) {
      // Only the last request on a connection can still be arriving.
      const last = responses.at(-1);
      const found = last === undefined || last.req.complete ? undefined : arriving.get(last);
      if (last === undefined || found === undefined) continue;
      if (unfinished.size >= maxUnfinished && !cutOldest(time)) {
        mayFind = true;
        break;
      }
      reclaimSlot(last, found, time);
    }
    if (!admission.isFull()) return true;
    noSearchBefore = now() + SEARCH_PAUSE_MS;
    return false;
  }

  function reclaimSlot(response: ServerResponse, request: Unfinished, time: number): void {
    arriving.delete(response);
    admission.releaseUnused(request.caller);
    request.since = time;
    unfinished.set(response, request);
  }

  /** Returns false if the oldest is too young. */
  function cutOldest(time: number): boolean {
    const [oldest] = unfinished;
    if (oldest === undefined || time - oldest[1].since < MIN_UNFINISHED_MS) return false;
    const [response, { leave }] = oldest;
    unfinished.delete(response);
    response.off('close', leave);
    // Earlier requests on the same connection still get their responses.
    const { socket } = response.req;
    if (connections.isAnswering(socket)) connections.endWhenAnswered(socket);
    else response.req.destroy();
    onAbort();
    return true;
  }

  return {
    /** Admits a caller's request whose headers have arrived, if there is room. It leaves when its response closes. */
    enter(response: ServerResponse, caller: Pick<Usage, 'slots'>): boolean {
      hasRoom();
      if (!admission.enter(caller)) return false;
      mayFind = true;
      const leave = (): void => {
        if (unfinished.delete(response)) return;
        arriving.delete(response);
        admission.leave(caller);
      };
      arriving.set(response, { caller, leave, since: 0 });
      response.on('close', leave);
      return true;
    },
    /**
     * Whether the request may be executed, now that its body has arrived or is read as a stream. After false, a later call may
     * succeed.
     */
    claimSlot(response: ServerResponse): boolean {
      const waiting = unfinished.get(response);
      if (waiting !== undefined) {
        if (!hasRoom() || !admission.enter(waiting.caller)) return false;
        unfinished.delete(response);
        arriving.set(response, waiting);
      } else if (!response.req.complete) {
        arriving.delete(response);
      }
      return true;
    },
    /** Gives back the slot of a request whose response goes on for long, but takes little work. */
    release(response: ServerResponse): void {
      const found = arriving.get(response);
      if (found === undefined) return;
      arriving.delete(response);
      response.off('close', found.leave);
      admission.leave(found.caller);
    },
  };
}
