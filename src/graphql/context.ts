/**
 * The context of a request: the verified caller, its loaders, its warnings. A request without a token proceeds without a
 * principal, and fields with an access check reject it.
 */
import type { RequestLog } from '@realty-forms/platform/observability/request-log.ts';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import { TOKEN_HEADER } from '@realty-forms/platform/web/bearer.ts';
import type { Principal } from '../gateway/callers/principal.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Loaders } from '../gateway/reading/loaders.ts';
import type { Tally } from '../gateway/reading/request-calls.ts';
import type { PreparedOperation } from './operations.ts';
import type { Reservation } from './responses/response-limits.ts';

/** A warning about the value at a response path. */
export type Warning = { readonly path: readonly (string | number)[] } & (
  | UnreadableValue
  /** A text with U+FFFD in place of bytes that could not be read. */
  | { readonly field: string; readonly code: 'TEXT_DAMAGED'; readonly message: string }
  /** A page that may lack records or repeat some, or that is from a list whose length is in doubt. */
  | { readonly code: 'LIST_CHANGED' | 'LIST_UNCERTAIN' | 'INDEX_INCOMPLETE'; readonly message: string }
);

interface UnreadableValue {
  /** The field within its record, joined by dots. */
  readonly field: string;
  /** The value as upstream sent it. */
  readonly raw: unknown;
}

/** Delivers a result: a response, or an event of a stream. */
export interface Delivery {
  readonly destroyed: boolean;
  readonly on: (event: 'close', listener: () => void) => unknown;
}

/** What Apollo has found out about a document that is not known yet. */
interface Preparation {
  /** Whether Apollo has read the document: from then on, the response is a result, even if the document is invalid. */
  hasDocument: boolean;
  /** Null until the operation has passed every check. */
  prepared: PreparedOperation | null;
}

export interface RequestDetails {
  readonly requestId: string;
  /** Creates the signal that aborts when the client disconnects; called once, when the loaders are first used. */
  readonly signal: () => AbortSignalLike;
  readonly response: Delivery;
  readonly requestLog: RequestLog;
  readonly showsCost: boolean;
  readonly isRouter?: boolean;
}

/** Must be called within `gateway.calls.runRequest`, because the tally belongs to that call. */
export function createContext(gateway: Gateway, principal: Principal | null, details: RequestDetails): Context {
  const { requestLog } = details;
  const calls = gateway.calls.tally();
  if (principal !== null) gateway.calls.setCaller(principal.subject);
  requestLog.subject = principal?.subject;
  requestLog.role = principal?.role;
  requestLog.calls = calls;
  return new Context(gateway, principal, details, calls);
}

/** A class, because each object literal with a getter would get its own hidden class, which outlives the request and retains it. */
export class Context {
  readonly requestId: string;
  /** Null for a request without a token. */
  readonly principal: Principal | null;
  readonly gateway: Gateway;
  readonly warnings: Warning[] = [];
  readonly response: Delivery;
  /** Set if the response is estimated or found to be large. */
  reservation: Reservation | null = null;
  /** The upstream calls that the request has made. */
  readonly calls: Tally;
  /** Collected for the request's log line, metrics and trace. */
  readonly requestLog: RequestLog;
  /** Whether the response reports the cost. */
  readonly showsCost: boolean;
  /** Whether the request comes from the router of a supergraph and has the router's token. */
  readonly isRouter: boolean;
  readonly preparation: Preparation = { hasDocument: false, prepared: null };
  // Not `#private`: Apollo may continue with a copy of the context, which would lack private fields.
  private readonly details: RequestDetails;
  private createdLoaders: Loaders | undefined = undefined;

  constructor(gateway: Gateway, principal: Principal | null, details: RequestDetails, calls: Tally) {
    this.requestId = details.requestId;
    this.principal = principal;
    this.gateway = gateway;
    this.response = details.response;
    this.calls = calls;
    this.requestLog = details.requestLog;
    this.showsCost = details.showsCost;
    this.isRouter = details.isRouter ?? false;
    this.details = details;
  }

  /** Created on first use: not every operation reads. */
  get loaders(): Loaders {
    this.createdLoaders ??= this.gateway.loaders(this.details.signal());
    return this.createdLoaders;
  }
}

/** The caller. After an access check it is never null. */
export function callerOf({ principal }: Pick<Context, 'principal'>): Principal {
  if (principal !== null) return principal;
  throw new GatewayFault('UNAUTHENTICATED', `A bearer token is required: \`${TOKEN_HEADER}: Bearer <token>\``);
}
