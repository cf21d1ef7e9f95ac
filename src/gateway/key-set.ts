/**
 * The key set (JWKS) that callers' tokens are verified with, fetched and kept. An answer serves for ten minutes; when the
 * issuer cannot be reached an old one goes on serving for 24 hours; a key id that it lacks has it fetched again, at most
 * every 30 seconds (access rule 1).
 */
import type { Clock } from '../platform/clock.ts';
import { GatewayFault } from './fault.ts';

const FRESH_MS = 10 * 60_000;
const STALE_MS = 24 * 3_600_000;
const RETRY_MS = 30_000;

export interface KeySetDocument {
  readonly keys: readonly Record<string, unknown>[];
}

export interface KeySet {
  /** The document in force; fetches when there is none or it is no longer fresh. */
  readonly current: () => Promise<KeySetDocument>;
  /** The document in force where nothing has to be fetched for it; else null. */
  readonly fresh: () => KeySetDocument | null;
  /** After a key was not found in `document`: a newer one, or the same where it is too early to ask again. */
  readonly renew: (document: KeySetDocument) => Promise<KeySetDocument>;
}

export function createKeySet(load: () => Promise<unknown>, clock: Clock): KeySet {
  let held: { document: KeySetDocument; at: number } | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let flight: Promise<void> | null = null;

  const fetchOnce = (): Promise<void> => {
    if (flight !== null) return flight;
    triedAt = clock.now();
    flight = load()
      .then((document) => {
        held = { document: readDocument(document), at: clock.now() };
      })
      .finally(() => {
        flight = null;
      });
    return flight;
  };

  const age = (): number => (held === null ? Number.POSITIVE_INFINITY : clock.now() - held.at);
  const mayTry = (): boolean => flight !== null || clock.now() - triedAt >= RETRY_MS;

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

  return {
    fresh: () => (held !== null && age() < FRESH_MS ? held.document : null),
    current: () => inForce(age() >= FRESH_MS && mayTry()),
    renew: (document) => inForce(held?.document === document && mayTry()),
  };
}

function readDocument(value: unknown): KeySetDocument {
  const keys = (value as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || !keys.every(isObject)) {
    throw new TypeError('The key set is no JSON object with a list of keys');
  }
  return { keys };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
