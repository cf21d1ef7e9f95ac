/**
 * The context of a request: the verified caller, its loaders, its warnings. A request without a token proceeds without a
 * principal, and fields with an access check reject it.
 */
import type { ServerResponse } from 'node:http';
import type { Principal } from '../gateway/callers/principal.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { AbortSignalLike, Loaders } from '../gateway/reading/loaders.ts';
import type { Tally } from '../gateway/reading/request-calls.ts';
import type { RequestFacts } from '../platform/observing/request-facts.ts';
import type { LargeResponse } from './responses/responses.ts';

export type Warning = UnreadableValue | ChangedList;

/** A value that could not be read. */
interface UnreadableValue {
  readonly path: readonly (string | number)[];
  /** The field within its record, joined by dots. */
  readonly field: string;
  /** The value as upstream sent it. */
  readonly raw: unknown;
}

/** A page that may lack records or repeat some. */
interface ChangedList {
  readonly path: readonly (string | number)[];
  readonly code: 'LIST_CHANGED';
  readonly message: string;
}

export interface Context {
  readonly requestId: string;
  /** Null for a request without a token. */
  readonly principal: Principal | null;
  readonly gateway: Gateway;
  readonly loaders: Loaders;
  readonly warnings: Warning[];
  readonly response: ServerResponse;
  /** Set if the response is estimated or found to be large. */
  large: LargeResponse | null;
  /** The upstream calls that the request has made. */
  readonly calls: Tally;
  /** Collected for the request's log line, metrics and trace. */
  readonly facts: RequestFacts;
  /** Whether the response reports the cost. */
  readonly showsCost: boolean;
}

export interface Incoming {
  readonly requestId: string;
  /** Creates the signal that aborts when the client disconnects; called once, when the loaders are first used. */
  readonly signal: () => AbortSignalLike;
  readonly response: ServerResponse;
  readonly facts: RequestFacts;
  readonly showsCost: boolean;
}

/** Must be called within `gateway.calls.runRequest`, which the tally belongs to. */
export function createContext(gateway: Gateway, principal: Principal | null, incoming: Incoming): Context {
  const { facts } = incoming;
  const calls = gateway.calls.tally();
  if (principal !== null) gateway.calls.setCaller(principal.subject);
  facts.subject = principal?.subject;
  facts.role = principal?.role;
  facts.calls = calls;
  return new RequestContext(gateway, principal, incoming, calls);
}

/**
 * A class, because each object literal with a getter would get a hidden class of its own, which outlives the request and
 * retains it.
 */
class RequestContext implements Context {
  readonly requestId: string;
  readonly principal: Principal | null;
  readonly gateway: Gateway;
  readonly warnings: Warning[] = [];
  readonly response: ServerResponse;
  large: LargeResponse | null = null;
  readonly calls: Tally;
  readonly facts: RequestFacts;
  readonly showsCost: boolean;
  // Not `#private`: Apollo may continue with a copy of the context, which would lack private fields.
  private readonly incoming: Incoming;
  private createdLoaders: Loaders | undefined = undefined;

  constructor(gateway: Gateway, principal: Principal | null, incoming: Incoming, calls: Tally) {
    this.requestId = incoming.requestId;
    this.principal = principal;
    this.gateway = gateway;
    this.response = incoming.response;
    this.calls = calls;
    this.facts = incoming.facts;
    this.showsCost = incoming.showsCost;
    this.incoming = incoming;
  }

  /** Created on first use: not every operation reads. */
  get loaders(): Loaders {
    this.createdLoaders ??= this.gateway.loaders(this.incoming.signal());
    return this.createdLoaders;
  }
}

/** The caller. After an access check it is never null. */
export function callerOf({ principal }: Context): Principal {
  if (principal !== null) return principal;
  throw new GatewayFault('UNAUTHENTICATED', 'A bearer token is required: `Authorization: Bearer <token>`');
}
