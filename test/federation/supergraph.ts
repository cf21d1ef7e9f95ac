/** The graph and another team's, composed, behind a router that forwards its clients' tokens. */
import { createHash } from 'node:crypto';
import { parse } from 'graphql';
import { printSubgraph } from '../../src/graphql/federation/subgraph.ts';
import { library } from './libraries.ts';
import { notesSdl } from './notes.ts';

interface Result {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
}

export type Ask = (query: string, token?: string, variables?: Readonly<Record<string, unknown>>) => Promise<Result>;

type StartRouter = (supergraph: string, onCleanup: (end: () => unknown) => void) => Promise<Ask>;

export async function composed(realtyUrl: string, notesUrl: string): Promise<string> {
  const { composeServices } = await library('@apollo/composition');
  const realty = printSubgraph({ resolvesTransId: false, keepsNode: false, hasRequiredScopes: false });
  const { supergraphSdl } = composeServices([
    { name: 'realty', url: `${realtyUrl}/graphql`, typeDefs: parse(realty) },
    { name: 'notes', url: notesUrl, typeDefs: parse(notesSdl) },
  ]);
  return supergraphSdl;
}

/** Both within the process of the test. */
export const routers: Readonly<Record<string, StartRouter>> = {
  async 'Hive Gateway'(supergraph, onCleanup) {
    const { createGatewayRuntime } = await library('@graphql-hive/gateway-runtime');
    const gateway = createGatewayRuntime({
      supergraph,
      logging: false,
      maskedErrors: false,
      propagateHeaders: {
        fromClientToSubgraphs: ({ request }: { request: Request }) => ({
          authorization: request.headers.get('authorization'),
        }),
      },
    });
    onCleanup(() => gateway[Symbol.asyncDispose]());
    return async (query, token, variables) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const body = JSON.stringify({ query, variables });
      const response: Response = await gateway.fetch('http://router/graphql', { method: 'POST', headers, body });
      return (await response.json()) as Result;
    };
  },

  async '@apollo/gateway'(supergraphSdl, onCleanup) {
    // It would report to its maker, and look for the cloud that it runs in.
    process.env['APOLLO_TELEMETRY_DISABLED'] = 'true';
    const { ApolloGateway, RemoteGraphQLDataSource } = await library('@apollo/gateway');
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const gateway = new ApolloGateway({
      supergraphSdl,
      logger,
      buildService: ({ url }: { url: string }) =>
        new RemoteGraphQLDataSource({
          url,
          willSendRequest({
            request,
            context,
          }: {
            request: { http: { headers: Map<string, string> } };
            context: Sent;
          }) {
            if (context.token) request.http.headers.set('authorization', `Bearer ${context.token}`);
          },
        }),
    });
    const { executor, schema } = await gateway.load();
    onCleanup(() => gateway.stop());
    return async (query, token, variables = {}) => {
      const result = await executor({
        document: parse(query),
        source: query,
        request: { query, variables },
        operationName: null,
        queryHash: createHash('sha256').update(query).digest('hex'),
        context: { token } satisfies Sent,
        metrics: {},
        cache: new Map(),
        logger,
        schema,
      });
      return JSON.parse(JSON.stringify(result)) as Result;
    };
  },
};

interface Sent {
  readonly token: string | undefined;
}
