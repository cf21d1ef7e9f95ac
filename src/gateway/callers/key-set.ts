/**
 * The key set (JWKS) that callers' tokens are verified with, fetched from the issuer and cached. A document is used for ten
 * minutes, and for ten more while a newer one is fetched in the background. While the issuer cannot be reached, the old one
 * is used for up to 24 hours, and nobody waits for it. A key id that it lacks causes another fetch, at most every 30 seconds
 * (access rule 1).
 */
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { type Clock, elapsedSince } from '@realty-forms/platform/clock.ts';
import { GatewayFault } from '../fault.ts';

const FRESH_MS = 10 * 60_000;
/** From this age on, callers wait for a newer document unless the issuer has just failed: a key may have been withdrawn long ago. */
const WAIT_MS = 2 * FRESH_MS;
/** For this long after a failure, nobody waits for a fetch that will probably fail again. */
const FAILING_MS = 5 * 60_000;
const STALE_MS = 24 * 3_600_000;
const RETRY_MS = 30_000;

export interface KeySetDocument {
  readonly keys: readonly Record<string, unknown>[];
}

export type KeySet = Readonly<ReturnType<typeof createKeySet>>;

export function createKeySet(load: () => Promise<unknown>, clock: Clock) {
  let cached: { document: KeySetDocument; at: number } | null = null;
  let attemptedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let pendingFetch: Promise<void> | null = null;

  const fetchOnce = (): Promise<void> => {
    if (pendingFetch !== null) return pendingFetch;
    attemptedAt = clock.now();
    pendingFetch = load()
      .then((document) => {
        cached = { document: readDocument(document), at: clock.now() };
      })
      .catch((error: unknown) => {
        failedAt = clock.now();
        throw error;
      })
      .finally(() => {
        pendingFetch = null;
      });
    return pendingFetch;
  };

  const age = (): number => {
    if (cached === null) return Number.POSITIVE_INFINITY;
    const elapsed = clock.now() - cached.at;
    // The clock was set back since, so the real age is unknown: old enough to wait for a newer document, not too old to use.
    return elapsed < 0 ? WAIT_MS : elapsed;
  };
  const mayFetch = (): boolean => pendingFetch !== null || elapsedSince(attemptedAt, clock) >= RETRY_MS;

  const fetchOrStale = async (mayRefresh: boolean): Promise<KeySetDocument> => {
    let cause: unknown;
    if (mayRefresh || cached === null) {
      // The retry interval does not apply without a document: there is nothing to fall back on.
      await fetchOnce().catch((error: unknown) => {
        cause = error;
      });
    }
    if (cached !== null && age() < STALE_MS) return cached.document;
    throw new GatewayFault('KEYS_UNAVAILABLE', 'The key set that verifies tokens cannot be fetched', {
      cause,
    });
  };

  /** The cached document if it can be used without waiting; once it is no longer fresh, fetches a newer one in the background. */
  const usableNow = (): KeySetDocument | null => {
    if (cached === null || age() >= STALE_MS) return null;
    if (age() >= FRESH_MS) {
      if (age() >= WAIT_MS && elapsedSince(failedAt, clock) >= FAILING_MS) return null;
      if (pendingFetch === null && mayFetch()) fetchOnce().catch(() => undefined);
    }
    return cached.document;
  };

  return {
    /** The document in force if it is fresh, else null. Never fetches. */
    fresh: () => (cached !== null && age() < FRESH_MS ? cached.document : null),
    /** The document in force. Waits for a fetch if there is none or it is too old; if it is just no longer fresh, does not wait. */
    current: async () => usableNow() ?? fetchOrStale(mayFetch()),
    /** To be called when a key is not in `document`: a newer document, or the same one if it is too early to fetch again. */
    renew: (document: KeySetDocument) => fetchOrStale(cached?.document === document && mayFetch()),
  };
}

function readDocument(value: unknown): KeySetDocument {
  const keys = (value as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || !keys.every(isJsonObject)) {
    throw new TypeError('The key set is not a JSON object with a list of keys');
  }
  return { keys };
}
