/**
 * Apollo over the schema, as a Fastify plugin for the HTTP server to take in. Owns Apollo's settings, the context of a
 * request, and what is added to a response: warnings, and the request's id beside an error that was not foreseen.
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
import type { GatewayFault } from '../gateway/fault.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Verify } from '../gateway/principal.ts';
import type { Log } from '../platform/log.ts';
import { blame } from '../platform/request-facts.ts';
import { createAdmission, createJudge } from './admission.ts';
import { inOrder, logMasked, withRequestId, withWarnings } from './answer.ts';
import { type Context, createContext, verifyCaller } from './context.ts';
import { costPlugin } from './cost.ts';
import { departure } from './departure.ts';
import { accountFor, formatError, isUnforeseen, requestError } from './errors.ts';
import { createEstimator } from './estimate.ts';
import { createLane, type Lane } from './lane.ts';
import { limits } from './limits.ts';
import { limitsRule } from './limits-rule.ts';
import { operationFacts } from './operation-facts.ts';
import { operationTypesRule } from './operation-types-rule.ts';
import { readPersistedDocuments } from './persisted-documents.ts';
import { createPlans, type Plans } from './plans/plans.ts';
import { plansPlugin } from './plans/plugin.ts';
import { createSchema } from './schema.ts';
import { printSdl } from './sdl.ts';
import { withoutSuggestion } from './suggestions.ts';
import { createUploads, type UploadsOptions } from './uploads.ts';

export interface GraphQLOptions {
  readonly gateway: Gateway;
  readonly verify: Verify;
  /** The most upstream calls that an operation may be estimated to need. */
  readonly maxCalls: number;
  /** Whether clients may read the schema, or what it knows of names that they got wrong; true unless told. */
  readonly introspection?: boolean | undefined;
  /** A manifest of persisted documents; where there is one, no other operation is carried out. */
  readonly persistedDocuments?: string | undefined;
  /** How long a file that is uploaded may take. */
  readonly uploads?: UploadsOptions | undefined;
  /** How often an operation must have come before it is compiled; once unless told. */
  readonly compileAfter?: number | undefined;
  readonly log: Log;
}

const DEFAULT_COMPILE_AFTER = 1;

export interface GraphQL {
  /** Registers `/graphql`. */
  readonly plugin: (app: FastifyInstance) => Promise<void>;
  /** The same for requests that need nothing of Fastify. */
  readonly lane: Lane;
  /** What the requests so far have left to those that come. */
  readonly plans: Plans;
  /** Whether a file is on its way over a connection. */
  readonly isUnderWay: (socket: object) => boolean;
  /** The graph as SDL; undefined where clients may not read it. */
  readonly sdl: string | undefined;
  readonly stop: () => Promise<void>;
}

export async function createGraphQL({
  gateway,
  verify,
  maxCalls,
  introspection = true,
  persistedDocuments,
  uploads: uploadsOptions,
  compileAfter = DEFAULT_COMPILE_AFTER,
  log,
}: GraphQLOptions): Promise<GraphQL> {
  const schema = createSchema();
  const weigh = createEstimator(schema);
  const plans = createPlans({ after: compileAfter, weigh, schema, schemaToCompile: createSchema() });
  const format: typeof formatError = introspection
    ? formatError
    : (...given) => withoutSuggestion(formatError(...given));
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
      costPlugin(schema, weigh, maxCalls),
      plansPlugin(plans, format, log),
      responsePlugin(log),
    ],
  });
  await apollo.start();
  const uploads = createUploads(uploadsOptions);
  const judge = createJudge(documents);
  const admit = createAdmission(judge);
  const refused = new WeakMap<FastifyRequest, GatewayFault>();
  const handler = fastifyApolloHandler(apollo, {
    context: async (request: FastifyRequest, reply: FastifyReply) => {
      const { facts } = request;
      const refusal = refused.get(request);
      if (refusal !== undefined) {
        blame(facts, ...accountFor(refusal));
        throw requestError(refusal, request.id);
      }
      const caller = await verifyCaller(verify, request.headers.authorization).catch((fault: unknown) => {
        blame(facts, ...accountFor(fault));
        throw requestError(fault, request.id);
      });
      return createContext(gateway, caller, { requestId: request.id, signal: () => departure(reply.raw), facts });
    },
  });
  return {
    async plugin(app) {
      uploads.register(app);
      app.route({
        method: ['GET', 'POST'],
        url: '/graphql',
        handler(request, reply) {
          const refusal = admit(request);
          if (refusal !== null) refused.set(request, refusal);
          const run = () => handler.call(this, request, reply);
          return gateway.calls.within(run, request.id, () => departure(reply.raw));
        },
      });
    },
    plans,
    lane: createLane({ gateway, verify, plans, judge, format, maxCalls, log }),
    isUnderWay: uploads.isUnderWay,
    sdl: introspection ? printSdl() : undefined,
    stop: () => apollo.stop(),
  };
}

function responsePlugin(log: Log): ApolloServerPlugin<Context> & ApolloServerPlugin<BaseContext & Context> {
  return {
    async contextCreationDidFail({ error }) {
      if (!isUnforeseen(error) || !(error instanceof GraphQLError)) return;
      const { requestId } = error.extensions;
      log.error({ requestId, err: error.originalError }, 'the context of a request could not be made');
    },
    async unexpectedErrorProcessingRequest({ requestContext: { contextValue }, error }) {
      const { requestId, facts } = contextValue;
      blame(facts, ...accountFor(error));
      log.error({ requestId, err: error }, 'a request could not be carried out');
      // In place of Apollo's own error, which tells the log of the document and the client of no id.
      throw requestError(error, requestId);
    },
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue: { requestId } }) {
          logMasked(log, requestId, errors);
        },
        async willSendResponse({ response: { body, http }, contextValue: { requestId, warnings } }) {
          // Apollo lets a client keep what it answers about persisted queries; here no answer may be stored.
          http.headers.delete('cache-control');
          if (body.kind !== 'single') return;
          const result = body.singleResult;
          if (warnings.length > 0) result.extensions = withWarnings(result.extensions, warnings, result.data);
          if (result.errors !== undefined) {
            result.errors = withRequestId(inOrder(result.errors, result.data), requestId);
          }
        },
      };
    },
  };
}
