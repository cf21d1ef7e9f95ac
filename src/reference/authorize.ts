/**
 * Who calls, and may they (section 5): a bearer token of this service's own, its scope the endpoint's, the userId in the body
 * the client's own identity (section 1). Every refusal is the same 401, whatever the reason.
 */
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import { accessDenied } from './failure.ts';
import type { Service } from './service.ts';
import { verifyAccessToken } from './token.ts';
import type { RequestBody } from './validate.ts';

export interface Caller {
  readonly clientId: string;
  readonly vendorEmail: string;
}

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i;

/** The caller that the header's token names. */
export async function authorize(
  endpoint: EndpointName,
  authorization: string | undefined,
  service: Service,
): Promise<Caller> {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (token === undefined) throw accessDenied(endpoint);
  const claims = await verifyAccessToken(token, {
    key: service.key,
    issuer: service.issuer(),
    now: service.clock.now(),
  });
  const { scope } = endpoints[endpoint];
  if (claims === null || (scope !== null && !claims.scopes.has(scope))) throw accessDenied(endpoint);
  const client = await service.clients.find(claims.clientId);
  if (client === null) throw accessDenied(endpoint);
  return { clientId: client.id, vendorEmail: client.vendorEmail };
}

/** Refuses the identity of another vendor; a request without one is for the check of required fields to refuse. */
export function checkIdentity(endpoint: EndpointName, caller: Caller, body: RequestBody): void {
  if (!('userId' in endpoints[endpoint].request)) return;
  const userId = Object.hasOwn(body, 'userId') ? body['userId'] : undefined;
  if (typeof userId === 'string' && userId.trim() !== '' && userId !== caller.vendorEmail) throw accessDenied(endpoint);
}
