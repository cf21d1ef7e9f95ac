/**
 * Apollo Server over the schema, as a Fastify plugin. Owns Apollo's settings, the request context, and what is added to a
 * response: warnings, and the request id of masked errors.
 */
import { ApolloServer, type ApolloServerPlugin, type BaseContext } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import type { Verify } from '../gateway/callers/principal.ts';
import { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Log } from '../platform/observing/log.ts';
import { recordFailure } from '../platform/observing/request-facts.ts';
import { GRAPHQL_PATH } from '../platform/web/graphql-path.ts';
import { createAdmission, createParametersCheck } from './admission.ts';
import { type Context, createContext, verifyCaller } from './context.ts';
import { type CostLimits, costPlugin } from './cost/cost.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import type { Graph } from './graph.ts';
import { createLane, type Lane } from './lane.ts';
import { operationTypesRule } from './limits/operation-types-rule.ts';
import { limits } from './limits.ts';
import { limitsRule } from './limits-rule.ts';
import { readPersistedDocuments } from './persisted-documents.ts';
import { createPlans, type Plans } from './plans/plans.ts';
import { plansPlugin } from './plans/plugin.ts';
import { inDataOrder, logMasked, refusalOf, textOf, WrittenResult, withRequestId, withWarnings } from './response.ts';
import { classifyError, formatError, isUnexpected, requestError } from './responses/errors.ts';
import { operationFacts } from './responses/operation-facts.ts';
import { createResponses, type Responses } from './responses/responses.ts';
import { withoutSuggestion } from './responses/suggestions.ts';
import { createUploads, type UploadsOptions } from './uploads/uploads.ts';

export interface GraphQLOptions {
  readonly graph: Graph;
  readonly gateway: Gateway;
  readonly verify: Verify;
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
  /** Registers `/graphql`. */
  readonly plugin: (app: FastifyInstance) => Promise<void>;
  /** The fast lane for requests that do not need Fastify. */
  readonly lane: Lane;
  /** The plans made from the requests so far. */
  readonly plans: Plans;
  /** Whether a file upload is in progress on a connection. */
  readonly isUploading: (socket: object) => boolean;
  /** The schema as SDL; undefined if clients may not read it. */
  readonly sdl: string | undefined;
  readonly stop: () => Promise<void>;
}

export async function createGraphQL({
  graph: { schema, weigh, compile, sdl },
  gateway,
  verify,
  costLimits,
  maxHeldBytes,
  introspection,
  persistedDocuments,
  uploads: uploadsOptions,
  compileAfter = DEFAULT_COMPILE_AFTER,
  log,
}: GraphQLOptions): Promise<GraphQL> {
  const responses = createResponses({ maxBytes: costLimits.maxBytes, maxHeldBytes });
  const plans = createPlans({ minSightings: compileAfter, weigh, schema, compile });
  const format: typeof formatError = introspection ? formatError : (...args) => withoutSuggestion(formatError(...args));
  const documents = persistedDocuments === undefined ? null : readPersistedDocuments(schema, persistedDocuments);
  const apollo = new ApolloServer<Context>({
    schema,
    introspection,
    parseOptions: { maxTokens: limits.tokens.max },
    validationRules: [limitsRule, operationTypesRule],
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
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      operationFacts(),
      costPlugin(schema, weigh, costLimits, responses.begin),
      plansPlugin(plans, format, log),
      responsePlugin(log, responses, format),
    ],
  });
  await apollo.start();
  const uploads = createUploads(uploadsOptions);
  const checkParameters = createParametersCheck(documents);
  const admit = createAdmission(checkParameters);
  const rejected = new WeakMap<FastifyRequest, GatewayFault>();
  const handler = fastifyApolloHandler(apollo, {
    context: async (request: FastifyRequest, reply: FastifyReply) => {
      const { facts } = request;
      const rejection = rejected.get(request);
      if (rejection !== undefined) {
        recordFailure(facts, ...classifyError(rejection));
        throw requestError(rejection, request.id);
      }
      const caller = await verifyCaller(verify, request.headers.authorization).catch((fault: unknown) => {
        recordFailure(facts, ...classifyError(fault));
        throw requestError(fault, request.id);
      });
      await responses.turn(reply.raw);
      return createContext(gateway, caller, {
        requestId: request.id,
        signal: () => disconnectSignal(reply.raw),
        response: reply.raw,
        facts,
      });
    },
  });
  return {
    async plugin(app) {
      uploads.register(app);
      app.route({
        method: ['GET', 'POST'],
        url: GRAPHQL_PATH,
        // Apollo serves no HEAD: like any other method, it is rejected with 405.
        exposeHeadRoute: false,
        handler(request, reply) {
          const rejection = admit(request);
          if (rejection !== null) rejected.set(request, rejection);
          const run = () => handler.call(this, request, reply);
          return gateway.calls.runRequest(run, request.id, () => disconnectSignal(reply.raw));
        },
      });
    },
    plans,
    lane: createLane({ gateway, verify, plans, checkParameters, format, limits: costLimits, responses, log }),
    isUploading: uploads.isUploading,
    sdl: introspection ? sdl : undefined,
    stop: () => apollo.stop(),
  };
}

function responsePlugin(
  log: Log,
  responses: Responses,
  format: typeof formatError,
): ApolloServerPlugin<Context> & ApolloServerPlugin<BaseContext & Context> {
  return {
    async contextCreationDidFail({ error }) {
      if (!isUnexpected(error) || !(error instanceof GraphQLError)) return;
      const { requestId } = error.extensions;
      log.error({ requestId, err: error.originalError }, 'the context of a request could not be created');
    },
    async unexpectedErrorProcessingRequest({ requestContext: { contextValue }, error }) {
      const { requestId, facts } = contextValue;
      recordFailure(facts, ...classifyError(error));
      log.error({ requestId, err: error }, 'a request could not be executed');
      // Replaces Apollo's own handling, which logs the document and gives the client no request id.
      throw requestError(error, requestId);
    },
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue: { requestId } }) {
          logMasked(log, requestId, errors);
        },
        async willSendResponse({ response: { body, http }, contextValue }) {
          const { requestId, warnings, facts } = contextValue;
          // Apollo allows caching of errors about persisted queries; no response of the gateway may be stored.
          http.headers.delete('cache-control');
          if (body.kind !== 'single') return;
          const result = body.singleResult;
          if (warnings.length > 0) result.extensions = withWarnings(result.extensions, warnings, result.data);
          if (result.errors !== undefined) {
            result.errors = withRequestId(inDataOrder(result.errors, result.data), requestId);
          }
          try {
            const { errors, data, extensions } = result;
            const text = await responses.write(contextValue, { errors, data, extensions });
            body.singleResult = { extensions: new WrittenResult(text) };
          } catch (fault) {
            if (!(fault instanceof GatewayFault)) throw fault;
            const refusal = refusalOf(fault, format);
            recordFailure(facts, ...classifyError(fault));
            body.singleResult = { extensions: new WrittenResult(refusal.body) };
            http.status = refusal.status;
            for (const [name, value] of refusal.headers) http.headers.set(name, value);
          }
        },
      };
    },
  };
}
