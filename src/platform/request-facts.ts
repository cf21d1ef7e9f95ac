/**
 * What is known of a request, filled in by whoever learns it on the way and told once, when the request is over. Holds
 * nothing that a caller wrote but the name of the operation: no path, variable, document or id of anything.
 */

/** Who has to do something about a failure: who asked, who runs the gateway, or who runs what stands behind it. */
const parties = ['caller', 'upstream', 'gateway'] as const;
export type Party = (typeof parties)[number];

/** An operation, as far as it may be told of. Made once for a document, and shared by its requests. */
export interface OperationShape {
  readonly type: 'query' | 'mutation' | 'subscription';
  /** The client's own name for it, cut to a length that a line bears; null where it has none. */
  readonly name: string | null;
  /** The fields of the root that it asks for, each once, by their names in the schema. */
  readonly fields: readonly string[];
}

export interface Answered {
  readonly method: string;
  /** As it is registered, never the path of the request. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

export interface RequestFacts {
  readonly requestId: string;
  /** Where traces are kept. */
  traceId: string | undefined;
  /** Of the verified caller. */
  subject: string | undefined;
  role: string | undefined;
  operation: OperationShape | undefined;
  /** Calls of the POST API: how many were estimated, and how many were made. */
  estimatedCalls: number | undefined;
  calls: { readonly made: number } | undefined;
  /** What went wrong, each code once, by the names of faults; undefined while nothing did. */
  codes: string[] | undefined;
  fault: Party | undefined;
  /** How it ended, once it has. */
  answered: Answered | undefined;
}

export function openFacts(requestId: string): RequestFacts {
  return {
    requestId,
    traceId: undefined,
    subject: undefined,
    role: undefined,
    operation: undefined,
    estimatedCalls: undefined,
    calls: undefined,
    codes: undefined,
    fault: undefined,
    answered: undefined,
  };
}

/** Takes down a failure. Of several, the one counts whose party is the last of the list. */
export function blame(facts: RequestFacts, code: string, party: Party): void {
  facts.codes ??= [];
  if (!facts.codes.includes(code)) facts.codes.push(code);
  if (facts.fault === undefined || parties.indexOf(party) > parties.indexOf(facts.fault)) facts.fault = party;
}
