/** Connects the parts of the graph. */
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { GraphQLSchema } from 'graphql';
import type { Gateway } from '../gateway/gateway.ts';
import { startApollo } from './apollo.ts';
import { type CostLimits, createOperationCheck } from './cost/cost.ts';
import { createCostEstimator, type EstimateCost } from './cost/estimate.ts';
import { createRouterCheck, type Federation } from './federation/subgraph.ts';
import { createHandler, type Handle } from './handler.ts';
import { createParametersCheck } from './limits/parameters.ts';
import { readPersistedDocuments } from './limits/persisted-documents.ts';
import { createOperations } from './operations.ts';
import { formatError, withoutSuggestion, withTokenAdvice } from './responses/errors.ts';
import { createResponseLimits } from './responses/response-limits.ts';
import { createResultWriter } from './responses/write-result.ts';
import { createRun, createTurnQueue } from './run.ts';
import { createSchema } from './schema/schema.ts';
import { printSdl } from './schema/sdl.ts';
import { createSubscriptions } from './subscriptions/subscriptions.ts';
import { createUploads, type Uploads } from './uploads/multipart.ts';
import type { UploadTimeouts } from './uploads/received-file.ts';
import { createSelections, type PrepareSelection } from './webhook-selection.ts';

export { type ResultStream, streamEnded } from './subscriptions/result-stream.ts';
export { MalformedMultipart } from './uploads/multipart.ts';

/** The parts that depend only on the schema: created once per process, for all of its servers. */
export interface Graph {
  readonly schema: GraphQLSchema;
  readonly estimateCost: EstimateCost;
  /** The schema as one SDL document. */
  readonly sdl: string;
  /** Undefined if the graph is not a subgraph. */
  readonly federation: Federation | undefined;
}

export function createGraph(federation?: Federation): Graph {
  const schema = createSchema(federation);
  return { schema, estimateCost: createCostEstimator(schema), sdl: printSdl(), federation };
}

interface GraphQLOptions {
  readonly graph: Graph;
  readonly gateway: Gateway;
  /** The largest estimates for one operation. */
  readonly costLimits: CostLimits;
  /** Bytes of all large responses that are not delivered yet; by default an eighth of the heap limit. */
  readonly maxHeldBytes?: number | undefined;
  /** Whether clients may read the schema, through introspection or through suggestions for misspelled names. */
  readonly introspection: boolean;
  /** How to get a token, for callers without a valid one; if undefined, errors do not say. */
  readonly tokenAdvice?: string | undefined;
  /** A manifest of persisted documents; if present, no other operations are executed. */
  readonly persistedDocuments?: string | undefined;
  /** How long a file upload may take. */
  readonly uploads?: Partial<UploadTimeouts>;
  readonly log: Log;
}

export interface GraphQL {
  /** Executes one request. */
  readonly handle: Handle;
  /** Handles requests with a file. */
  readonly uploads: Uploads;
  /** Prepares fields of a transaction that are read without a request. */
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
  tokenAdvice,
  persistedDocuments,
  uploads,
  log,
}: GraphQLOptions): Promise<GraphQL> {
  const format: typeof formatError = (...args) => {
    const error = withTokenAdvice(formatError(...args), tokenAdvice);
    return introspection ? error : withoutSuggestion(error);
  };
  const responseLimits = createResponseLimits({ maxBytes: costLimits.maxBytes, maxHeldBytes });
  const writeResult = createResultWriter(responseLimits, format, log);
  const nextTurn = createTurnQueue();
  const operations = createOperations(schema, estimateCost);
  const run = createRun(responseLimits, writeResult, nextTurn);
  const documents = persistedDocuments === undefined ? null : readPersistedDocuments(schema, persistedDocuments);
  gateway.countWritesFromZero(Object.keys(schema.getMutationType()?.getFields() ?? {}));
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
      nextTurn,
      format,
      log,
    }),
    uploads: createUploads(uploads),
    prepareSelection: createSelections({ gateway, schema, estimateCost, limits: costLimits, run }),
    sdl: introspection ? sdl : undefined,
    stop: () => apollo.stop(),
  };
}
