/** The request for a token (4.1, 5), in each notation. */

/**
 * JSON as in the specification, or a form as in RFC 6749, with the client's credentials in it (`form`) or, as that prefers
 * (2.3.1), in the header of HTTP Basic authentication (`basic`).
 */
export type TokenBody = 'json' | 'form' | 'basic';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Headers: name, value, name, value. */
export function tokenRequest(
  client: ClientCredentials,
  tokenBody: TokenBody,
): { readonly headers: string[]; readonly body: string } {
  const grant = { grant_type: 'client_credentials' };
  const fields = { ...grant, client_id: client.clientId, client_secret: client.clientSecret };
  if (tokenBody === 'json') return { headers: ['content-type', 'application/json'], body: JSON.stringify(fields) };
  const headers = ['content-type', 'application/x-www-form-urlencoded'];
  if (tokenBody === 'form') return { headers, body: new URLSearchParams(fields).toString() };
  headers.push('authorization', `Basic ${basicCredentials(client)}`);
  return { headers, body: new URLSearchParams(grant).toString() };
}

/** Id and secret, form-encoded (RFC 6749, 2.3.1). A space is %20, which is read alike with and without form decoding. */
export function basicCredentials({ clientId, clientSecret }: ClientCredentials): string {
  return btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
}
