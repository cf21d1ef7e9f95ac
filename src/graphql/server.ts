/** The graph: its schema, Apollo Server as the library that parses, validates and prices documents, and the handler of requests. */
import { ApolloServer, type ApolloServerPlugin, type BaseContext } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import { recordFailure } from '@realty-forms/platform/observing/request-facts.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Context } from './context.ts';
import { type CostLimits, costPlugin } from './cost/cost.ts';
import { createRouterCheck } from './federation/router.ts';
import type { Graph } from './graph.ts';
import { createHandler, type Handle } from './handler.ts';
import { MAX_TOKENS } from './limits/limits.ts';
import { createParametersCheck } from './limits/parameters.ts';
import { readPersistedDocuments } from './limits/persisted-documents.ts';
import { limitsRule, subscriptionRootRule } from './limits/rules.ts';
import { createPlans, type Plans } from './plans/plans.ts';
import { plansPlugin } from './plans/plugin.ts';
import { withoutSuggestion } from './responses/client-messages.ts';
import { codeOf, formatError, requestError } from './responses/errors.ts';
import { operationFacts } from './responses/operation-facts.ts';
import {
  createResultFormatter,
  createResultWriter,
  refusalOf,
  reportErrors,
  textOf,
  type WriteExecuted,
  type WriteResult,
  WrittenResult,
} from './responses/response.ts';
import { createResponses } from './responses/responses.ts';
import { createSelections, type PrepareSelection } from './selection.ts';
import { holdSubscriptions } from './subscriptions/hold.ts';
import { createSubscriptions } from './subscriptions/subscriptions.ts';
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
  readonly uploads: UploadsOptions;
  /** How often an operation must have been seen before it is compiled; 1 by default. */
  readonly compileAfter?: number | undefined;
  readonly log: Log;
}

const DEFAULT_COMPILE_AFTER = 1;

export interface GraphQL {
  /** Executes one request. */
  readonly handle: Handle;
  /** The plans made from the requests so far. */
  readonly plans: Plans;
  /** Requests with a file. */
  readonly uploads: Uploads;
  /** Fields of a transaction that are read without a request. */
  readonly prepareSelection: PrepareSelection;
  /** The schema as SDL; undefined if clients may not read it. */
  readonly sdl: string | undefined;
  readonly stop: () => Promise<void>;
}

export async function createGraphQL({
  graph: { schema, weigh, compile, sdl, federation },
  gateway,
  costLimits,
  maxHeldBytes,
  introspection,
  persistedDocuments,
  uploads,
  compileAfter = DEFAULT_COMPILE_AFTER,
  log,
}: GraphQLOptions): Promise<GraphQL> {
  const responses = createResponses({ maxBytes: costLimits.maxBytes, maxHeldBytes });
  const writeResult = createResultWriter(responses);
  const plans = createPlans({ minSightings: compileAfter, weigh, schema, compile });
  const format: typeof formatError = introspection ? formatError : (...args) => withoutSuggestion(formatError(...args));
  const formatResult = createResultFormatter(format, log);
  const writeExecuted: WriteExecuted = (context, executed) => writeResult(context, formatResult(context, executed));
  const documents = persistedDocuments === undefined ? null : readPersistedDocuments(schema, persistedDocuments);
  const apollo = new ApolloServer<Context>({
    schema,
    introspection,
    parseOptions: { maxTokens: MAX_TOKENS },
    validationRules: [limitsRule, subscriptionRootRule],
    ...(documents !== null && { documentStore: documents.store }),
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    formatError: format,
    stringifyResult: textOf,
    logger: {
      debug: (message) => log.debug(message),
      info: (message) => log.debug(message),
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      operationFacts(),
      costPlugin(schema, weigh, costLimits, responses.begin),
      holdSubscriptions(),
      plansPlugin(plans, formatResult, log),
      responsePlugin(log, writeResult, format),
    ],
  });
  await apollo.start();
  const checkParameters = createParametersCheck(documents, federation?.maxEntities);
  return {
    handle: createHandler({
      gateway,
      apollo,
      plans,
      checkParameters,
      isRouter: createRouterCheck(federation?.token),
      format,
      limits: costLimits,
      responses,
      writeExecuted,
      subscribe: createSubscriptions({ gateway, schema, weigh, format, responses, writeExecuted, log }),
      log,
    }),
    plans,
    uploads: createUploads(uploads),
    prepareSelection: createSelections({ gateway, schema, weigh, limits: costLimits, responses, writeExecuted }),
    sdl: introspection ? sdl : undefined,
    stop: () => apollo.stop(),
  };
}

function responsePlugin(
  log: Log,
  writeResult: WriteResult,
  format: typeof formatError,
): ApolloServerPlugin<Context> & ApolloServerPlugin<BaseContext & Context> {
  return {
    async unexpectedErrorProcessingRequest({ requestContext: { contextValue }, error }) {
      const { requestId, facts } = contextValue;
      recordFailure(facts, codeOf(error));
      log.error({ requestId, err: error }, 'a request could not be executed');
      // Replaces Apollo's own handling, which logs the document and gives the client no request id.
      throw requestError(error, requestId);
    },
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue }) {
          reportErrors(errors, contextValue, log);
        },
        async willSendResponse({ response: { body, http }, contextValue }) {
          if (body.kind !== 'single') return;
          try {
            const text = await writeResult(contextValue, body.singleResult);
            body.singleResult = { extensions: new WrittenResult(text) };
          } catch (fault) {
            if (!(fault instanceof GatewayFault)) throw fault;
            const { requestId, facts } = contextValue;
            recordFailure(facts, codeOf(fault));
            const { status, headers, body: text } = refusalOf(fault, format, requestId);
            body.singleResult = { extensions: new WrittenResult(text) };
            http.status = status;
            for (const [name, value] of Object.entries(headers)) http.headers.set(name, value);
          }
        },
      };
    },
  };
}
