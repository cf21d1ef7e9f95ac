/** Key pairs of an issuer of callers' tokens, with public halves in the format of a key set. */
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';

export interface SigningPair {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK & Record<string, unknown>;
}

export async function makeSigningPair(kid: string, alg = 'ES256'): Promise<SigningPair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, use: 'sig', alg };
  return { kid, alg, privateKey, publicKey, jwk };
}
