/**
 * Keeps the ledger while the gateway runs: its lease with a heartbeat, and, at the start and from then on, an eye on what
 * processes that are no more have left behind. A store that is down is asked again at the next beat.
 */
import type { Log } from '../../platform/log.ts';
import { LEASE_MS } from './entry.ts';
import type { Ledger } from './ledger.ts';
import type { Finders } from './reconcile.ts';

export interface Keeper {
  /** Resolves when no write is under way any more, or, with a line in the log, when one takes longer than that. */
  readonly writesEnded: (mostMs: number) => Promise<void>;
  /** Ends it, and writes down what is left; resolves when nothing of it is under way any more. To be called when no write is. */
  readonly close: () => Promise<void>;
}

const BEAT_MS = LEASE_MS / 3;
const BEATS_BETWEEN_LOOKS = 6;

/** Resolves with the first heartbeat; orphans are looked into meanwhile and afterwards. */
export async function startKeeper(ledger: Ledger, finders: Finders, log: Log): Promise<Keeper> {
  const closing = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  let beating: Promise<void> = Promise.resolve();
  let isBeating = false;
  let isLooking = false;
  let beats = 0;

  const said = (what: string) => (error: unknown) => log.error({ err: error }, what);
  const look = (): void => {
    if (isLooking) return;
    isLooking = true;
    looking = ledger.reconcile
      .orphans(finders, closing.signal)
      .catch(said('writes without an outcome could not be looked into'))
      .finally(() => {
        isLooking = false;
      });
  };
  const beat = (): void => {
    beats += 1;
    if (beats % BEATS_BETWEEN_LOOKS === 0) look();
    if (isBeating) return;
    isBeating = true;
    beating = ledger
      .beat()
      .catch(said('the write ledger cannot be reached; writes are refused'))
      .finally(() => {
        isBeating = false;
      });
  };

  await ledger.beat();
  look();
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();
  return {
    async writesEnded(mostMs) {
      const { underWay } = ledger;
      const { promise: isLate, resolve: giveUp } = Promise.withResolvers<void>();
      const limit = setTimeout(() => {
        log.warn(
          { writes: underWay.count, mostMs },
          'writes are left without an outcome; the next process looks for it',
        );
        giveUp();
      }, mostMs);
      await Promise.race([underWay.none(), isLate]);
      clearTimeout(limit);
    },
    async close() {
      clearInterval(timer);
      // What is not looked into any more, the next process looks into.
      closing.abort();
      await Promise.all([looking, beating]);
      await ledger.writeRest();
    },
  };
}
