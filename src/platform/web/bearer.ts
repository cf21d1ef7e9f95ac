/** The token in an Authorization header with the Bearer scheme (RFC 6750); undefined if there is no well-formed one. */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
}
