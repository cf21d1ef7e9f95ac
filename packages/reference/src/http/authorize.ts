/**
 * Authenticates and authorizes a call (section 5): it needs a bearer token issued by this service, the endpoint's scope, and
 * a userId in the body that is the client's own identity (section 1). Every rejection is a 401 with the same body;
 * only the challenge in its header says whether another token would help.
 */
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import { bearerTokenOf } from '@realty-forms/platform/web/bearer.ts';
import type { Service } from '../service.ts';
import type { KnownClient } from '../tokens/clients.ts';
import { verifyAccessToken } from '../tokens/token.ts';
import { accessDenied } from './failure.ts';
import type { RequestBody } from './validate.ts';

/** Returns the client that the token in the Authorization header identifies. */
export async function authorize(
  endpoint: EndpointName,
  authorization: string | undefined,
  service: Service,
): Promise<KnownClient> {
  const token = bearerTokenOf(authorization);
  if (token === undefined) throw accessDenied(endpoint, null);
  const claims = await verifyAccessToken(token, {
    key: service.key,
    issuer: service.issuer(),
    now: service.clock.now(),
  });
  const { scope } = endpoints[endpoint];
  const client = claims === null ? null : service.clients.find(claims.clientId);
  if (claims === null || client === null) throw accessDenied(endpoint, 'invalid_token');
  if (scope !== null && !claims.scopes.has(scope)) throw accessDenied(endpoint, 'insufficient_scope');
  return client;
}

/** Rejects another vendor's userId. A missing userId passes: the check of required fields rejects it later. */
export function checkIdentity(endpoint: EndpointName, { vendorEmail }: KnownClient, body: RequestBody): void {
  if (!('userId' in endpoints[endpoint].request)) return;
  const userId = Object.hasOwn(body, 'userId') ? body['userId'] : undefined;
  if (typeof userId === 'string' && userId.trim() !== '' && userId !== vendorEmail)
    throw accessDenied(endpoint, 'insufficient_scope');
}
