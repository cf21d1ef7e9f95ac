/**
 * Reads the public keys of a key set (JWKS), one by one: a key that cannot verify anything safely is skipped, as if it were not
 * there, and the others stay in use. Of each key, only the members that select or make up a public key are passed on.
 */
import { createPublicKey, type webcrypto } from 'node:crypto';

type Jwk = Readonly<Record<string, unknown>>;

/** Below, keys can be broken; above, OpenSSL refuses them. */
const RSA_BITS = { min: 2_048, max: 16_384 } as const;

/** The keys that can be used. `onUnusable` is called for each of the others, with its key id as far as it is one. */
export function usableKeys(
  keys: readonly Jwk[],
  onUnusable: (kid: string | undefined, problem: string) => void,
): readonly Jwk[] {
  return keys.flatMap((jwk) => {
    const { kid, alg, use, key_ops } = jwk;
    try {
      const selection = Object.entries({ kid, alg, use, key_ops: onlyVerify(key_ops) }).filter(([, value]) =>
        isNames(value),
      );
      return [{ ...publicHalf(jwk), ...Object.fromEntries(selection) }];
    } catch (error) {
      onUnusable(typeof kid === 'string' ? kid : undefined, (error as Error).message);
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
  // Whoever can read a published private key can sign with it.
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
