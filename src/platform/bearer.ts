/** The token in an Authorization header of the scheme Bearer (RFC 6750); undefined where there is none that could be one. */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  return /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
}
