/**
 * POST /oauth/token (4.1): exchanges client credentials for an access token. Credentials are sent in the body or by HTTP
 * Basic, as OAuth clients do; sending both is rejected.
 */
import { invalidCredentials, invalidRequest, unsupportedGrantType } from '../http/failure.ts';
import type { RequestBody } from '../http/validate.ts';
import { type DescribedEndpoints, text } from '../openapi/endpoint.ts';
import { closedObject, nonEmptyText } from '../openapi/schema.ts';
import type { Service } from '../service.ts';
import { issueAccessToken } from '../tokens/token.ts';

export const oauth = {
  token: {
    tag: 'oauth',
    summary: 'Obtain an access token',
    description:
      'Exchanges client credentials for a bearer token. Send them in a JSON body, in a form, or by HTTP Basic with the rest in a form ' +
      '(RFC 6749, 2.3.1), but only in one of these ways.',
    fields: ({ client }) => ({
      grant_type: { description: 'Only client credentials are implemented (4.1).', enum: ['client_credentials'] },
      client_id: text("The client's identifier.", client.id),
      client_secret: text("The client's secret.", ...(client.secret === undefined ? [] : [client.secret])),
    }),
    response: closedObject({
      token_type: { type: 'string', const: 'Bearer' },
      expires_in: { type: 'integer', minimum: 1, description: 'Seconds.' },
      access_token: nonEmptyText('A JSON Web Token.'),
    }),
  },
} satisfies Partial<DescribedEndpoints>;

export interface TokenResponse {
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly access_token: string;
}

export async function token(
  body: RequestBody,
  authorization: string | undefined,
  service: Service,
): Promise<TokenResponse> {
  const grantType = readText(body, 'grant_type');
  if (grantType === null) throw invalidRequest('grant_type is missing');
  if (grantType !== 'client_credentials') throw unsupportedGrantType();
  const { id, secret } = readCredentials(body, authorization);
  const client = service.clients.verify(id, secret);
  if (client === null) throw invalidCredentials();
  const accessToken = await issueAccessToken({
    key: service.key,
    issuer: service.issuer(),
    clientId: client.id,
    scopes: client.scopes,
    lifetimeSeconds: service.tokenLifetimeSeconds,
    now: service.clock.now(),
  });
  return { token_type: 'Bearer', expires_in: service.tokenLifetimeSeconds, access_token: accessToken };
}

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

function readCredentials(body: RequestBody, authorization: string | undefined): Credentials {
  const basic = authorization === undefined ? null : readBasic(authorization);
  const id = readText(body, 'client_id');
  const secret = readText(body, 'client_secret');
  if (basic === null) {
    if (id === null) throw invalidRequest('client_id is missing');
    if (secret === null) throw invalidRequest('client_secret is missing');
    return { id, secret };
  }
  // RFC 6749 2.3: one authentication method per request. A client_id that only repeats the Basic id is not a second method.
  if (secret !== null || (id !== null && id !== basic.id)) throw invalidRequest('two sets of client credentials');
  return basic;
}

const BASIC = /^Basic +([A-Za-z0-9+/]+=*) *$/i;

/** RFC 6749 2.3.1: id and secret are form-encoded before they are joined by the colon. */
function readBasic(authorization: string): Credentials {
  const [, encoded] = BASIC.exec(authorization) ?? [];
  if (encoded === undefined) throw invalidCredentials();
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) throw invalidCredentials();
  try {
    return { id: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) };
  } catch {
    throw invalidCredentials();
  }
}

const formDecode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));

function readText(body: RequestBody, name: string): string | null {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw invalidRequest(`${name} must be a single string`);
  return value;
}
