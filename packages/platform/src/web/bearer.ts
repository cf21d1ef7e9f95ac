/** Bearer tokens: the header that carries a caller's token, how to read the token from it, and how to compare it with the expected one. */
import { hash, timingSafeEqual } from 'node:crypto';

/** The header in which callers send their tokens, as messages spell it. */
export const TOKEN_HEADER = 'Authorization';

/** The token in a header's value with the Bearer scheme (RFC 6750); undefined if there is no well-formed one. */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
}

/** Compares in constant time, so that the duration reveals nothing about the token. */
export function isSameToken(presented: string, token: string): boolean {
  // Hashes have equal lengths, which timingSafeEqual requires.
  return timingSafeEqual(hash('sha256', presented, 'buffer'), hash('sha256', token, 'buffer'));
}
