/**
 * This process's share of what all processes may use together. Each claims its share every five seconds, and has it for fifteen. It
 * takes less as soon as it learns that there are more of them, and more when there have been fewer for fifteen seconds: so they never
 * use more than the total, unless that is less than each needs at least. A process that is cut off keeps what it has.
 */
import type { Peers, Share } from '../../platform/peers/peers.ts';

export interface ShareOptions {
  readonly peers: Pick<Peers, 'share' | 'publish' | 'listen'>;
  /** The same for all who share the total. */
  readonly name: string;
  readonly total: number;
  /** How much of it is in use, and stays so for now. */
  readonly used: () => number;
  readonly onShare: (share: number) => void;
  readonly reach: {
    readonly answered: () => void;
    readonly failed: (error: unknown) => void;
    readonly isLost: () => boolean;
  };
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
}

/** Every process needs so much. */
const FLOOR = 2;
const INTERVAL_MS = 5_000;
const LIFE_MS = 15_000;
/** While it has more than its fair share, or less. */
const UNFAIR_INTERVAL_MS = 100;
const RETRY_MS = 1_000;

export function claimShare({ peers, name, total, used, onShare, reach, now }: ShareOptions) {
  /** What the others leave to it; what it may use of that. */
  let held = 0;
  let share = 0;
  let fair = total;
  /** Since when each could have more. */
  let moreSince: number | null = null;
  let isKnown = false;
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  let isWanted = false;
  let isClosed = false;

  const set = (next: number): void => {
    if (next === share) return;
    share = next;
    onShare(share);
  };

  async function claim(): Promise<void> {
    clearTimeout(timer);
    isWanted = isAsking;
    if (isAsking || isClosed) return;
    isAsking = true;
    let isAnswered = true;
    const hold = Math.min(held, Math.max(share, used()));
    try {
      take(await peers.share(name, { total, floor: FLOOR, hold, most: fair, ms: LIFE_MS }));
    } catch (error) {
      isAnswered = false;
      reach.failed(error);
      // It has never had one: as if it were alone.
      if (reach.isLost() && !isKnown) {
        held = total;
        set(total);
      }
    }
    isAsking = false;
    if (isClosed) return;
    if (isWanted) void claim();
    else timer = setTimeout(() => void claim(), waitAfter(isAnswered)).unref();
  }

  function waitAfter(isAnswered: boolean): number {
    if (reach.isLost() || (isAnswered && held === fair)) return INTERVAL_MS;
    return isAnswered || !isKnown ? UNFAIR_INTERVAL_MS : RETRY_MS;
  }

  function take(claimed: Share): void {
    reach.answered();
    if (!isKnown || claimed.fair <= fair) {
      fair = claimed.fair;
      moreSince = null;
    } else {
      // Whoever keeps the shares may have lost them, and others may not have claimed theirs again.
      moreSince ??= now();
      if (now() - moreSince >= LIFE_MS) fair = claimed.fair;
    }
    held = claimed.mine;
    // It may still use more: but nothing more begins.
    set(Math.min(held, fair));
    // Others learn at once that there is one more.
    if (!isKnown) peers.publish(name, '');
    isKnown = true;
  }

  peers.listen((changed) => {
    if (changed === name) void claim();
  });
  void claim();

  return {
    /** Gives it back, which nobody waits for; nothing of it may be in use. */
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      peers.share(name, { total, floor: FLOOR, hold: 0, most: 0, ms: 0 }).catch(() => {});
    },
  };
}
