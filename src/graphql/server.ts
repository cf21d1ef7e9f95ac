/** Puts the parts of the graph together. */

import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { startApollo } from './apollo.ts';
import { type CostLimits, createOperationCheck } from './cost/cost.ts';
import { createRouterCheck } from './federation/router.ts';
import type { Graph } from './graph.ts';
import { createHandler, type Handle } from './handler.ts';
import { createParametersCheck } from './limits/parameters.ts';
import { readPersistedDocuments } from './limits/persisted-documents.ts';
import { createOperations } from './operations.ts';
import { withoutSuggestion } from './responses/client-messages.ts';
import { formatError } from './responses/errors.ts';
import { createResultWriter } from './responses/response.ts';
import { createResponses } from './responses/responses.ts';
import { createRun } from './run.ts';
import { createSelections, type PrepareSelection } from './selection.ts';
import { createSubscriptions } from './subscriptions/subscriptions.ts';
import { createTurns } from './turns.ts';
import { createUploads, type Uploads, type UploadsOptions } from './uploads/uploads.ts';

export { type ResultStream, streamEnded } from './subscriptions/result-stream.ts';
export { MalformedMultipart } from './uploads/multipart.ts';

export interface GraphQLOptions {
  readonly graph: Graph;
  readonly gateway: Gateway;
  /** The largest estimates for one operation. */
  readonly costLimits: CostLimits;
  /** Bytes of all large responses that are not delivered yet; by default an eighth of the heap limit. */
  readonly maxHeldBytes?: number | undefined;
  /** Whether clients may read the schema, through introspection or through suggestions for misspelled names. */
  readonly introspection: boolean;
  /** A manifest of persisted documents; if present, no other operations are executed. */
  readonly persistedDocuments?: string | undefined;
  /** How long a file upload may take. */
  readonly uploads?: UploadsOptions;
  readonly log: Log;
}

export interface GraphQL {
  /** Executes one request. */
  readonly handle: Handle;
  /** Requests with a file. */
  readonly uploads: Uploads;
  /** Fields of a transaction that are read without a request. */
  readonly prepareSelection: PrepareSelection;
  /** The schema as SDL; undefined if clients may not read it. */
  readonly sdl: string | undefined;
  readonly stop: () => Promise<void>;
}

export async function createGraphQL({
  graph: { schema, estimateCost, sdl, federation },
  gateway,
  costLimits,
  maxHeldBytes,
  introspection,
  persistedDocuments,
  uploads,
  log,
}: GraphQLOptions): Promise<GraphQL> {
  const format: typeof formatError = introspection ? formatError : (...args) => withoutSuggestion(formatError(...args));
  const responses = createResponses({ maxBytes: costLimits.maxBytes, maxHeldBytes });
  const writeResult = createResultWriter(responses, format, log);
  const takeTurn = createTurns();
  const operations = createOperations(schema, estimateCost);
  const run = createRun(responses, writeResult, takeTurn);
  const documents = persistedDocuments === undefined ? null : readPersistedDocuments(schema, persistedDocuments);
  const apollo = await startApollo({ schema, introspection, documents, operations, format, log });
  return {
    handle: createHandler({
      gateway,
      prepare: apollo.prepare,
      operations,
      checkOperation: createOperationCheck(schema, estimateCost, costLimits),
      run,
      subscribe: createSubscriptions({ gateway, schema, run, format, writeResult, log }),
      writeResult,
      checkParameters: createParametersCheck(documents, federation !== undefined),
      isRouter: createRouterCheck(federation?.token),
      takeTurn,
      format,
      log,
    }),
    uploads: createUploads(uploads),
    prepareSelection: createSelections({ gateway, schema, estimateCost, limits: costLimits, run }),
    sdl: introspection ? sdl : undefined,
    stop: () => apollo.stop(),
  };
}
