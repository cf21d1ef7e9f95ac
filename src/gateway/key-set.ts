/**
 * The key set (JWKS) that callers' tokens are verified with, fetched and kept. An answer serves for ten minutes, and for ten more
 * while a newer one is fetched behind it; when the issuer cannot be reached an old one goes on serving for 24 hours, and nobody
 * waits for it; a key id that it lacks has it fetched again, at most every 30 seconds (access rule 1).
 */
import { isJsonObject } from '../contract/json.ts';
import { type Clock, since } from '../platform/clock.ts';
import { GatewayFault } from './fault.ts';

const FRESH_MS = 10 * 60_000;
/** From this age on a key that was withdrawn could have been gone for long: callers wait, unless the issuer has just failed. */
const WAIT_MS = 2 * FRESH_MS;
/** For how long after a failure nobody waits for what will probably fail again. */
const FAILING_MS = 5 * 60_000;
const STALE_MS = 24 * 3_600_000;
const RETRY_MS = 30_000;

export interface KeySetDocument {
  readonly keys: readonly Record<string, unknown>[];
}

export interface KeySet {
  /** The document in force; fetched where there is none, and behind those who ask where it is no longer fresh. */
  readonly current: () => Promise<KeySetDocument>;
  /** The document in force where nothing has to be fetched for it; else null. */
  readonly fresh: () => KeySetDocument | null;
  /** After a key was not found in `document`: a newer one, or the same where it is too early to ask again. */
  readonly renew: (document: KeySetDocument) => Promise<KeySetDocument>;
}

export function createKeySet(load: () => Promise<unknown>, clock: Clock): KeySet {
  let held: { document: KeySetDocument; at: number } | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;
  let flight: Promise<void> | null = null;

  const fetchOnce = (): Promise<void> => {
    if (flight !== null) return flight;
    triedAt = clock.now();
    flight = load()
      .then((document) => {
        held = { document: readDocument(document), at: clock.now() };
      })
      .catch((error: unknown) => {
        failedAt = clock.now();
        throw error;
      })
      .finally(() => {
        flight = null;
      });
    return flight;
  };

  const age = (): number => (held === null ? Number.POSITIVE_INFINITY : clock.now() - held.at);
  const mayTry = (): boolean => flight !== null || since(triedAt, clock) >= RETRY_MS;

  const inForce = async (refresh: boolean): Promise<KeySetDocument> => {
    let cause: unknown;
    if (refresh || held === null) {
      // Without any document each caller may ask: there is nothing to fall back on.
      await fetchOnce().catch((error: unknown) => {
        cause = error;
      });
    }
    if (held !== null && age() < STALE_MS) return held.document;
    throw new GatewayFault('KEYS_UNAVAILABLE', 'The key set that tokens are verified with cannot be fetched', {
      cause,
    });
  };

  /** The document at hand, where it serves and is not to be waited for; a newer one is fetched behind it once it is old. */
  const atHand = (): KeySetDocument | null => {
    if (held === null || age() >= STALE_MS) return null;
    if (age() >= FRESH_MS) {
      if (age() >= WAIT_MS && since(failedAt, clock) >= FAILING_MS) return null;
      if (flight === null && mayTry()) fetchOnce().catch(() => undefined);
    }
    return held.document;
  };

  return {
    fresh: () => (held !== null && age() < FRESH_MS ? held.document : null),
    current: async () => atHand() ?? inForce(mayTry()),
    renew: (document) => inForce(held?.document === document && mayTry()),
  };
}

function readDocument(value: unknown): KeySetDocument {
  const keys = (value as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || !keys.every(isJsonObject)) {
    throw new TypeError('The key set is no JSON object with a list of keys');
  }
  return { keys };
}
