/**
 * Apollo Server handles requests whose operation is not known yet: it applies the rules of GraphQL over HTTP, parses, and validates. It
 * executes nothing: a plugin returns the prepared operation.
 */
import type { IncomingMessage } from 'node:http';
import { ApolloServer, type ApolloServerPlugin, type BaseContext, HeaderMap } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { isJsonObject } from '@realty-forms/contract/answers/json.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { recordFailure } from '@realty-forms/platform/observability/request-log.ts';
import type { GraphQLSchema } from 'graphql';
import type { Context } from './context.ts';
import { MAX_TOKENS } from './limits/limits.ts';
import { searchOf } from './limits/parameters.ts';
import type { PersistedDocuments } from './limits/persisted-documents.ts';
import { limitsRule, subscriptionRootRule } from './limits/validation-rules.ts';
import type { Operations, PreparedOperation } from './operations.ts';
import { codeOf, type formatError, requestError } from './responses/errors.ts';
import { type GraphQLResponse, reportErrors } from './responses/write-result.ts';

interface ApolloOptions {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly documents: PersistedDocuments | null;
  readonly operations: Operations;
  readonly format: typeof formatError;
  readonly log: Log;
}

export interface Apollo {
  /** The operation of a request, or an error response. */
  readonly prepare: (
    request: IncomingMessage,
    parameters: unknown,
    context: Context,
    acceptsOnlyStreams: boolean,
  ) => Promise<PreparedOperation | GraphQLResponse>;
  readonly stop: () => Promise<void>;
}

export async function startApollo(options: ApolloOptions): Promise<Apollo> {
  const { schema, introspection, documents, operations, format, log } = options;
  const server = new ApolloServer<Context>({
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
    stringifyResult: (result) => JSON.stringify(result),
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
      preparing(operations),
      reporting(log),
    ],
  });
  await server.start();
  return {
    async prepare(request, parameters, context, acceptsOnlyStreams) {
      const { method = '' } = request;
      const {
        status = 200,
        headers,
        body,
      } = await server.executeHTTPGraphQLRequest({
        httpGraphQLRequest: {
          method,
          headers: headersOf(request, acceptsOnlyStreams),
          body: parameters,
          search: method === 'GET' && isJsonObject(parameters) ? searchOf(parameters, request) : '',
        },
        context: async () => context,
      });
      const { prepared, hasDocument: isResult } = context.preparation;
      if (prepared !== null) return prepared;
      // The server decides which media types it sends, and that no response may be stored.
      for (const name of ['content-type', 'cache-control', 'content-length']) headers.delete(name);
      const text = body.kind === 'complete' ? body.string : '';
      return { status, isResult, headers: Object.fromEntries(headers), body: text };
    },
    stop: () => server.stop(),
  };
}

/** Apollo does not know streams, and would reject the request with 406. */
function headersOf({ headers }: IncomingMessage, acceptsOnlyStreams: boolean): HeaderMap {
  const map = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value) map.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  if (acceptsOnlyStreams) map.delete('accept');
  return map;
}

/** Prepares the operation of a document that has passed every check. */
function preparing(operations: Operations): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveSource({ contextValue: { preparation } }) {
          preparation.hasDocument = true;
        },
        async responseForOperation({ request, source, document, operation, contextValue: { preparation, principal } }) {
          // Typed as always present, but it is missing if the request does not say which operation to execute.
          if ((operation as typeof operation | undefined) === undefined) return null;
          const key = { text: source, operationName: request.operationName ?? null };
          preparation.prepared = operations.prepare(key, document, operation, principal !== null);
          return { http: { headers: new HeaderMap() }, body: { kind: 'single', singleResult: {} } };
        },
      };
    },
  };
}

/** Reports the errors that Apollo itself finds. */
function reporting(log: Log): ApolloServerPlugin<Context> & ApolloServerPlugin<BaseContext & Context> {
  return {
    async unexpectedErrorProcessingRequest({ requestContext: { contextValue }, error }) {
      const { requestId, requestLog } = contextValue;
      recordFailure(requestLog, codeOf(error));
      log.error({ requestId, err: error }, 'a request could not be executed');
      // Replaces Apollo's own handling, which logs the document and gives the client no request id.
      throw requestError(error, requestId);
    },
    async requestDidStart() {
      return {
        async didEncounterErrors({ errors, contextValue }) {
          reportErrors(errors, contextValue, log);
        },
      };
    },
  };
}
