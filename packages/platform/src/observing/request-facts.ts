/**
 * What is known of a request, filled in by the parts that learn it and recorded once, when the request is over. The name of the
 * operation is all that it holds of a request's content: no path, variable, document or id of anything.
 */

import { type AtFault, type FaultCode, faults } from '../fault.ts';

/** What may be recorded about an operation. Created once per document and shared by its requests. */
export interface OperationFacts {
  readonly type: 'query' | 'mutation' | 'subscription';
  /** The client's own name for the operation, truncated for the log; null if it has none. */
  readonly name: string | null;
  /** The root fields that the operation selects, each once, by their names in the schema. */
  readonly fields: readonly string[];
}

export interface RequestEnd {
  readonly method: string;
  /** As registered, never the path of the request. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

export interface RequestFacts {
  readonly requestId: string;
  /** Set if requests are traced. */
  traceId: string | undefined;
  /** The verified caller's. */
  subject: string | undefined;
  role: string | undefined;
  operation: OperationFacts | undefined;
  /** Calls of the POST API: how many were estimated, and how many were made. */
  estimatedCalls: number | undefined;
  calls: { readonly made: number } | undefined;
  /** Set for a stream: how it was sent, how many results it had, and why it ended. */
  stream: { readonly transport: string; readonly results: number; readonly ended: string } | undefined;
  /** The codes of the faults that occurred, each once; undefined if there were none. */
  codes: FaultCode[] | undefined;
  atFault: AtFault | undefined;
  /** How the request ended; undefined until then. */
  ended: RequestEnd | undefined;
}

export function createFacts(requestId: string): RequestFacts {
  return {
    requestId,
    traceId: undefined,
    subject: undefined,
    role: undefined,
    operation: undefined,
    estimatedCalls: undefined,
    calls: undefined,
    stream: undefined,
    codes: undefined,
    atFault: undefined,
    ended: undefined,
  };
}

const responsible: readonly AtFault[] = ['caller', 'upstream', 'gateway'];

/** Records a failure. Of several, the one of who comes last in `responsible` decides who is at fault. */
export function recordFailure(facts: RequestFacts, code: FaultCode): void {
  const { atFault } = faults[code];
  facts.codes ??= [];
  if (!facts.codes.includes(code)) facts.codes.push(code);
  if (facts.atFault === undefined || responsible.indexOf(atFault) > responsible.indexOf(facts.atFault))
    facts.atFault = atFault;
}
