/**
 * Lets requests through the gate as they arrive. A place is for what can be carried out: where all are taken, requests that still
 * wait for their bodies give theirs back, and ask for one again once the body is here. So whoever sends slowly, or never to the
 * end, keeps nobody out; and as many may do so as there are places at most, the oldest being cut for one more.
 */
import type { ServerResponse } from 'node:http';
import type { AdmissionGate } from './admission-gate.ts';
import type { Connections } from './connections.ts';

export interface ArrivalsOptions {
  readonly gate: AdmissionGate;
  /** Of the same server. */
  readonly connections: Pick<Connections, 'waiting' | 'isAnswering' | 'endWhenAnswered'>;
  /** How many may wait for their bodies without a place. */
  readonly mostUnfinished: number;
  /** Told of each request that is cut. */
  readonly onCut: () => void;
  /** Milliseconds, never going back; the process's own unless given. */
  readonly now?: () => number;
}

export interface Arrivals {
  /** Whether a request may come in whose headers are here. It leaves as its answer closes. */
  readonly enter: (response: ServerResponse) => boolean;
  /** Whether it may be carried out, now that its body is here or is read along the way. Asked again, it may be by then. */
  readonly settle: (response: ServerResponse) => boolean;
}

/** How long to wait before looking again after a look that freed no place: a gate full of real work has no time to spare for it. */
const LOOK_MS = 10;

export function createArrivals(options: ArrivalsOptions): Arrivals {
  const { gate, connections, mostUnfinished, onCut, now = () => performance.now() } = options;
  /** Those without a place, the oldest first. */
  const unfinished = new Set<ServerResponse>();
  /** Somebody has come in since it was last looked for places that can be given back. */
  let isWorthLooking = false;
  let inVainUntil = Number.NEGATIVE_INFINITY;

  // Which of these listens for 'close' shows whether a request holds a place, and whether it may still lose it.
  const leave = (): void => gate.leave();
  const leaveSettled = (): void => gate.leave();
  const forget = function (this: ServerResponse): void {
    unfinished.delete(this);
  };

  function hasRoom(): boolean {
    if (!gate.isFull()) return true;
    if (!isWorthLooking || now() < inVainUntil) return false;
    isWorthLooking = false;
    for (const answers of connections.waiting()) {
      // On one connection, only the last can be on its way.
      const last = answers.at(-1);
      if (last !== undefined && !last.req.complete && last.listenerCount('close', leave) > 0) giveBack(last);
    }
    if (!gate.isFull()) return true;
    inVainUntil = now() + LOOK_MS;
    return false;
  }

  function giveBack(response: ServerResponse): void {
    response.off('close', leave).on('close', forget);
    gate.giveBack();
    unfinished.add(response);
    if (unfinished.size <= mostUnfinished) return;
    const [oldest] = unfinished;
    if (oldest === undefined) return;
    unfinished.delete(oldest);
    // Those before it on its connection are still answered.
    const { socket } = oldest.req;
    if (connections.isAnswering(socket)) connections.endWhenAnswered(socket);
    else oldest.req.destroy();
    onCut();
  }

  return {
    enter(response) {
      hasRoom();
      if (!gate.enter()) return false;
      isWorthLooking = true;
      response.on('close', leave);
      return true;
    },
    settle(response) {
      if (unfinished.size > 0 && unfinished.has(response)) {
        if (!hasRoom()) return false;
        gate.enter();
        unfinished.delete(response);
        response.off('close', forget).on('close', leaveSettled);
      } else if (!response.req.complete && response.listenerCount('close', leave) > 0) {
        response.off('close', leave).on('close', leaveSettled);
      }
      return true;
    },
  };
}
