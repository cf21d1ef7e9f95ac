/**
 * The key set (JWKS) that callers' tokens are verified with. jose fetches it anew every ten minutes, and for a key id that it lacks, at
 * most every 30 seconds (access rule 1). While the issuer cannot be reached, the last one takes the place of a newer one, for 24 hours.
 * Keys that cannot verify anything safely are skipped one by one, as if they were not there.
 */
import { createPublicKey, type webcrypto } from 'node:crypto';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { JWTVerifyGetKey } from 'jose';
import { createRemoteJWKSet, customFetch } from 'jose/jwks/remote';
import { GatewayFault } from '../fault.ts';

const FRESH_MS = 10 * 60_000;
const RETRY_MS = 30_000;
const STALE_MS = 24 * 3_600_000;
const MAX_REPORTED_KEYS = 100;
/** Below, keys can be broken; above, OpenSSL refuses them. */
const RSA_BITS = { min: 2_048, max: 16_384 } as const;

type Jwk = Readonly<Record<string, unknown>>;

/** The keys of one fetch. Another object means other keys: what they have verified has to be verified again. */
export interface Keys {
  readonly keys: readonly Jwk[];
}

/** What fetches throws KEYS_UNAVAILABLE if there is no key set that is recent enough. */
export interface KeySet {
  /** Finds the key of a token; fetches newer keys if it is not among them. */
  readonly find: JWTVerifyGetKey;
  /** The latest keys; null once they have to be fetched again. */
  readonly fresh: () => Keys | null;
  /** The keys that `find` uses; null while others may take their place. */
  readonly settled: () => Keys | null;
  /** The latest keys, fetched if they are no longer fresh. */
  readonly current: () => Promise<Keys>;
  /** Newer keys, or the same if it is too early to fetch them. */
  readonly renewed: () => Promise<Keys>;
}

export function createKeySet(load: () => Promise<unknown>, log?: Pick<Log, 'warn'>): KeySet {
  const warn = warnOnce(log);
  const warnOfFetch = warnSeldom(log);
  let last: (Keys & { readonly at: number }) | null = null;
  const fetchOrLast = async (): Promise<Response> => {
    try {
      last = { keys: usableKeys(await load(), warn), at: Date.now() };
    } catch (cause) {
      warnOfFetch(cause as NodeJS.ErrnoException);
      if (last === null || Date.now() - last.at >= STALE_MS) {
        throw new GatewayFault('KEYS_UNAVAILABLE', 'The key set that verifies tokens cannot be fetched', { cause });
      }
    }
    return Response.json({ keys: last.keys });
  };
  // `load` knows the address, the proxy and the deadline.
  const remote = createRemoteJWKSet(new URL('jwks:'), {
    cacheMaxAge: FRESH_MS,
    cooldownDuration: RETRY_MS,
    [customFetch]: fetchOrLast,
  });
  const keysAfter = async (isKept: boolean): Promise<Keys> => {
    if (!isKept) await remote.reload();
    return last as Keys;
  };
  return {
    find: remote,
    fresh: () => (remote.fresh ? last : null),
    settled: () => (remote.reloading ? null : last),
    current: () => keysAfter(remote.fresh),
    renewed: () => keysAfter(remote.coolingDown),
  };
}

type WarnOfKey = (kid: string | undefined, problem: string) => void;

/** Callers with new tokens have a key set that cannot be fetched tried again and again: that is reported at most every 30 seconds. */
function warnSeldom(log: Pick<Log, 'warn'> | undefined): (problem: NodeJS.ErrnoException) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  // An error for several addresses has no message.
  return ({ message, code }) => {
    if (Date.now() - warnedAt < RETRY_MS) return;
    warnedAt = Date.now();
    log?.warn({ reason: message || code }, 'the key set that verifies tokens cannot be fetched (AUTH_JWKS_URL)');
  };
}

/** A key set is fetched again and again: each of its unusable keys is reported once. */
function warnOnce(log: Pick<Log, 'warn'> | undefined): WarnOfKey {
  const reported = new Set<string>();
  return (kid, problem) => {
    const key = `${kid} ${problem}`;
    if (reported.has(key) || reported.size >= MAX_REPORTED_KEYS) return;
    reported.add(key);
    log?.warn({ kid, reason: problem }, 'a key of the key set cannot be used and is skipped');
  };
}

/** Of each key, only the members that select or make up a public key. */
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

/** The only operation that matters here; beside one that is unknown or is for private keys, the import would fail. */
function onlyVerify(operations: unknown): unknown {
  return Array.isArray(operations) && operations.includes('verify') ? ['verify'] : operations;
}

/** Names a key, or what it is for. */
function isNames(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'));
}

/** Node checks that members are complete, and that a point is on its curve. */
function publicHalf(jwk: Jwk): webcrypto.JsonWebKey {
  // Anyone who reads a published private key can sign with it.
  if ('d' in jwk) throw new RangeError('it is a private key');
  const key = createPublicKey({ key: jwk as webcrypto.JsonWebKey, format: 'jwk' });
  const { modulusLength, publicExponent } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined && (modulusLength < RSA_BITS.min || modulusLength > RSA_BITS.max)) {
    throw new RangeError(`it has ${modulusLength} bits, not ${RSA_BITS.min} to ${RSA_BITS.max}`);
  }
  // With an exponent of 1, a signature is its own message, which anyone can write.
  if (publicExponent !== undefined && (publicExponent < 3n || publicExponent % 2n === 0n)) {
    throw new RangeError('its exponent is even or less than 3');
  }
  return key.export({ format: 'jwk' });
}
