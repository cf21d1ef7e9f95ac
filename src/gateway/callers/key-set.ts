/**
 * The key set (JWKS) that verifies callers' tokens. jose fetches it every ten minutes, and again for an unknown key id, at most every 30
 * seconds (access rule 1). Under steady traffic it is fetched a minute earlier, so that no caller waits. While the issuer cannot be reached,
 * the last set is used for up to 24 hours. Keys that cannot verify anything safely are skipped one by one, as if they were not there.
 */
import { createPublicKey, type webcrypto } from 'node:crypto';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import { atMostEvery, systemClock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { JWTVerifyGetKey } from 'jose';
import { createRemoteJWKSet, customFetch } from 'jose/jwks/remote';
import { GatewayFault } from '../fault.ts';

const FRESH_MS = 10 * 60_000;
/** The age from which known tokens have the set fetched while they still use it. */
const RENEW_MS = 9 * 60_000;
const RETRY_MS = 30_000;
const STALE_MS = 24 * 3_600_000;
const MAX_REPORTED_KEYS = 100;
/** Smaller keys can be broken; OpenSSL refuses larger ones. */
const RSA_BITS = { min: 2_048, max: 16_384 } as const;

type Jwk = Readonly<Record<string, unknown>>;

/** The keys of one fetch. A different object means different keys: tokens that the old ones verified have to be verified again. */
export interface Keys {
  readonly keys: readonly Jwk[];
}

export type KeySet = Readonly<ReturnType<typeof createKeySet>>;

/** The functions that fetch throw KEYS_UNAVAILABLE if there is no recent key set. */
export function createKeySet(load: () => Promise<unknown>, log?: Pick<Log, 'warn'>) {
  const warn = warnOnce(log);
  const warnOfFetch = warnSeldom(log);
  let last: (Keys & { readonly at: number }) | null = null;
  let fetchedAt = 0;
  const fetchOrLast = async (): Promise<Response> => {
    try {
      last = { keys: usableKeys(await load(), warn), at: Date.now() };
    } catch (cause) {
      warnOfFetch(cause as NodeJS.ErrnoException);
      if (last === null || Date.now() - last.at >= STALE_MS) {
        throw new GatewayFault('KEYS_UNAVAILABLE', 'The key set that verifies tokens cannot be fetched', { cause });
      }
    }
    fetchedAt = Date.now();
    return Response.json({ keys: last.keys });
  };
  // The URL is a placeholder: `load` knows the address, the proxy and the deadline.
  const remote = createRemoteJWKSet(new URL('jwks:'), {
    cacheMaxAge: FRESH_MS,
    cooldownDuration: RETRY_MS,
    [customFetch]: fetchOrLast,
  });
  // If the clock has been set back since, jose would keep withdrawn keys, and fetch no new ones, until it shows that time again.
  const isFresh = (): boolean => remote.fresh && Date.now() >= fetchedAt;
  const fresh = (): Keys | null => {
    if (!isFresh()) return null;
    // The failure has been logged.
    if (Date.now() - fetchedAt >= RENEW_MS && !remote.reloading) remote.reload().catch(() => undefined);
    return last;
  };
  const keysAfter = async (isKept: boolean): Promise<Keys> => {
    if (!isKept) await remote.reload();
    return last as Keys;
  };
  return {
    /** Finds the key of a token; fetches newer keys if it is not in the set. */
    find: remote as JWTVerifyGetKey,
    /** The latest keys; null once they have to be fetched again. */
    fresh,
    /** The keys that `find` uses; null while they may still change. */
    settled: (): Keys | null => (remote.reloading ? null : last),
    /** The latest keys; fetched again if they are no longer fresh. */
    current: () => keysAfter(isFresh()),
    /** Newer keys, or the same ones if it is too early to fetch again. */
    renewed: () => keysAfter(remote.coolingDown),
  };
}

type WarnOfKey = (kid: string | undefined, problem: string) => void;

/** New tokens trigger a fetch again and again while it fails, so a failure is reported at most every 30 seconds. */
function warnSeldom(log: Pick<Log, 'warn'> | undefined): (problem: NodeJS.ErrnoException) => void {
  const isDue = atMostEvery(RETRY_MS, systemClock);
  return ({ message, code }) => {
    if (!isDue()) return;
    // An error for several addresses has no message.
    log?.warn({ reason: message || code }, 'the key set that verifies tokens cannot be fetched (AUTH_JWKS_URL)');
  };
}

/** The key set is fetched again and again, so each unusable key is reported only once. */
function warnOnce(log: Pick<Log, 'warn'> | undefined): WarnOfKey {
  const reported = new Set<string>();
  return (kid, problem) => {
    const key = `${kid} ${problem}`;
    if (reported.has(key) || reported.size >= MAX_REPORTED_KEYS) return;
    reported.add(key);
    log?.warn({ kid, reason: problem }, 'a key of the key set cannot be used and is skipped');
  };
}

/** Keeps only those members of each key that select or make up a public key. */
function usableKeys(document: unknown, warn: WarnOfKey): readonly Jwk[] {
  const keys = (document as { keys?: unknown } | null)?.keys;
  if (!Array.isArray(keys) || !keys.every(isJsonObject)) {
    throw new TypeError('The key set is not a JSON object with a list of keys');
  }
  return (keys as Jwk[]).flatMap((jwk) => {
    const { kid, alg, use, key_ops } = jwk;
    try {
      const selection = Object.entries({ kid, alg, use, key_ops: onlyVerify(key_ops) }).filter(([, value]) =>
        isNames(value),
      );
      return [{ ...publicHalf(jwk), ...Object.fromEntries(selection) }];
    } catch (error) {
      warn(typeof kid === 'string' ? kid : undefined, (error as Error).message);
      return [];
    }
  });
}

/** Only the operation `verify` matters here. The import fails if others are listed that are unknown or for private keys. */
function onlyVerify(operations: unknown): unknown {
  return Array.isArray(operations) && operations.includes('verify') ? ['verify'] : operations;
}

/** Whether the value can name a key or its operations. */
function isNames(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'));
}

/** Node checks that no member is missing, and that a point is on its curve. */
function publicHalf(jwk: Jwk): webcrypto.JsonWebKey {
  // Anyone who reads a published private key can sign with it.
  if ('d' in jwk) throw new RangeError('it is a private key');
  const key = createPublicKey({ key: jwk as webcrypto.JsonWebKey, format: 'jwk' });
  const { modulusLength, publicExponent } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined && (modulusLength < RSA_BITS.min || modulusLength > RSA_BITS.max)) {
    throw new RangeError(`it has ${modulusLength} bits, not ${RSA_BITS.min} to ${RSA_BITS.max}`);
  }
  // With an exponent of 1, the signature is the message itself, so anyone can forge it.
  if (publicExponent !== undefined && (publicExponent < 3n || publicExponent % 2n === 0n)) {
    throw new RangeError('its exponent is even or less than 3');
  }
  return key.export({ format: 'jwk' });
}
