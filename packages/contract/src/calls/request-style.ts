/**
 * The parts of a request that services read differently. The service's public documentation advises to include a parameter even if it is
 * blank, so every optional one in an endpoint's table is sent as blank text, even where the table has an integer, because a number would
 * have a meaning. The filter of activeUsers and booleans have two forms.
 */
import { type EndpointName, endpoints, type RequestField } from './endpoints.ts';

export interface RequestStyle {
  /** Whether optional parameters without a value are sent blank, or left out. */
  readonly blanks: 'send' | 'omit';
  /** The filter of activeUsers: `incremental`, or `filter=<incremental>`. */
  readonly incremental: 'word' | 'bracketed';
  /** True and false as in JSON, or as texts. */
  readonly booleans: 'json' | 'text';
}

export const defaultStyle: RequestStyle = { blanks: 'send', incremental: 'word', booleans: 'json' };

export const INCREMENTAL = 'incremental';
export const BRACKETED_INCREMENTAL = `filter=<${INCREMENTAL}>`;

const optionalFields = new Map(
  Object.entries(endpoints).map(([endpoint, { request }]) => {
    const fields = Object.entries<RequestField>(request).filter(([, { optional }]) => optional);
    return [endpoint as EndpointName, Object.fromEntries(fields.map(([name]) => [name, '']))];
  }),
);

export function writeRequest(
  endpoint: EndpointName,
  request: object,
  { blanks, incremental, booleans }: RequestStyle = defaultStyle,
): object {
  const written: Record<string, unknown> = { ...(blanks === 'send' && optionalFields.get(endpoint)), ...request };
  if (endpoint === 'activeUsers' && incremental === 'bracketed' && written['filter'] === INCREMENTAL)
    written['filter'] = BRACKETED_INCREMENTAL;
  if (booleans === 'text')
    for (const [name, { kind }] of Object.entries<RequestField>(endpoints[endpoint].request))
      if (kind === 'boolean' && Object.hasOwn(written, name)) written[name] = String(written[name]);
  return written;
}

/**
 * The request for a token (4.1, 5): JSON as in the specification, or a form as in RFC 6749, with the client's credentials in the form
 * (`form`) or, as the RFC prefers (2.3.1), in the header of HTTP Basic authentication (`basic`).
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
