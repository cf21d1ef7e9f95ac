/** Bearer tokens: how one is read from a request, and compared with the expected one. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** The token in an Authorization header with the Bearer scheme (RFC 6750); undefined if there is no well-formed one. */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
}

/** Compares in constant time, so that how long it takes says nothing of the token. */
export function isSameToken(presented: string, token: string): boolean {
  return timingSafeEqual(digest(presented), digest(token));
}

/** Digests have equal lengths, which timingSafeEqual requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
