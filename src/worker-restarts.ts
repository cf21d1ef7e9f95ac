/**
 * When a worker that has died is replaced: at once where it had served for a while, after a growing pause where it died right
 * after its start, and not at all after several of those in a row.
 */
const STEADY_MS = 2_000;
const PAUSES_MS = [200, 400, 800, 1_600];

export interface Restarts {
  /** Milliseconds until the next one is started, or null where that is given up; `servedMs` is 0 for one that never served. */
  readonly afterDeath: (servedMs: number) => number | null;
}

export const MOST_EARLY_DEATHS = PAUSES_MS.length + 1;

export function createRestarts(): Restarts {
  let earlyDeaths = 0;
  return {
    afterDeath(servedMs) {
      if (servedMs >= STEADY_MS) {
        earlyDeaths = 0;
        return 0;
      }
      earlyDeaths += 1;
      return PAUSES_MS[earlyDeaths - 1] ?? null;
    },
  };
}
