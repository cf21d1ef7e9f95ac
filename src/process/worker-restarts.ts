/**
 * Decides when a dead worker is replaced: at once if it had served for a while, after a growing pause if it died right after
 * its start, and not at all after several of those in a row.
 */
const STABLE_AFTER_MS = 2_000;
const RESTART_DELAYS_MS = [200, 400, 800, 1_600];

export interface RestartPolicy {
  /** Milliseconds until the replacement starts, or null to give up; `servedMs` is 0 for a worker that never served. */
  readonly afterDeath: (servedMs: number) => number | null;
}

export const MAX_EARLY_DEATHS = RESTART_DELAYS_MS.length + 1;

export function createRestartPolicy(): RestartPolicy {
  let earlyDeaths = 0;
  return {
    afterDeath(servedMs) {
      if (servedMs >= STABLE_AFTER_MS) {
        earlyDeaths = 0;
        return 0;
      }
      earlyDeaths += 1;
      return RESTART_DELAYS_MS[earlyDeaths - 1] ?? null;
    },
  };
}
