/**
 * What each request carries: the verified caller, its loaders, its warnings. A request without a token goes on as nobody,
 * and the fields refuse it; a token that is not good refuses the request.
 */
import type { Tally } from '../gateway/calls.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Cut, Loaders } from '../gateway/loaders.ts';
import type { Principal, Verify } from '../gateway/principal.ts';
import { bearerTokenOf } from '../platform/bearer.ts';
import type { RequestFacts } from '../platform/request-facts.ts';

/** A value that could not be read. */
export interface Warning {
  readonly path: readonly (string | number)[];
  /** The field within its record, dotted. */
  readonly field: string;
  /** The value as it came. */
  readonly raw: unknown;
}

export interface Context {
  readonly requestId: string;
  /** Null for a request without a token. */
  readonly principal: Principal | null;
  readonly gateway: Gateway;
  readonly loaders: Loaders;
  readonly warnings: Warning[];
  /** The upstream calls that the request has made. */
  readonly calls: Tally;
  /** What is told of the request when it is over. */
  readonly facts: RequestFacts;
}

export interface Incoming {
  readonly requestId: string;
  /** Gives what falls when the caller goes away; asked for once, by the first that reads. */
  readonly signal: () => Cut;
  readonly facts: RequestFacts;
}

/** Verifies whom the Authorization header names; throws where it is refused. */
export async function verifyCaller(verify: Verify, authorization: string | undefined): Promise<Principal | null> {
  return authorization === undefined ? null : verify(bearerToken(authorization));
}

/** Made within the request, whose calls are counted there. */
export function createContext(gateway: Gateway, principal: Principal | null, incoming: Incoming): Context {
  const { facts } = incoming;
  const calls = gateway.calls.tally();
  facts.subject = principal?.subject;
  facts.role = principal?.role;
  facts.calls = calls;
  return new RequestContext(gateway, principal, incoming, calls);
}

/** A class, because an object with a getter of its own has a shape of its own, which outlives the request that it leads to. */
class RequestContext implements Context {
  readonly requestId: string;
  readonly principal: Principal | null;
  readonly gateway: Gateway;
  readonly warnings: Warning[] = [];
  readonly calls: Tally;
  readonly facts: RequestFacts;
  // No private names: Apollo may go on with a copy.
  private readonly incoming: Incoming;
  private made: Loaders | undefined = undefined;

  constructor(gateway: Gateway, principal: Principal | null, incoming: Incoming, calls: Tally) {
    this.requestId = incoming.requestId;
    this.principal = principal;
    this.gateway = gateway;
    this.calls = calls;
    this.facts = incoming.facts;
    this.incoming = incoming;
  }

  /** On demand: not every operation reads. */
  get loaders(): Loaders {
    this.made ??= this.gateway.loaders(this.incoming.signal());
    return this.made;
  }
}

function bearerToken(authorization: string): string {
  const token = bearerTokenOf(authorization);
  if (token !== undefined) return token;
  throw new GatewayFault('UNAUTHENTICATED', 'Invalid Authorization header: expected `Bearer <token>`');
}

/** The caller. Behind the guard there always is one. */
export function callerOf({ principal }: Context): Principal {
  if (principal !== null) return principal;
  throw new GatewayFault('UNAUTHENTICATED', 'A bearer token is required: `Authorization: Bearer <token>`');
}
