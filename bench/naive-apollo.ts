/**
 * A GraphQL server as one would write it in an afternoon, in a separate process: standalone Apollo, the same schema, and resolvers
 * that call upstream wherever a field needs it. No loaders, no lookahead, no access control, no limits.
 */
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { request } from 'undici';
import { createFlatResolvers, type FlatRecord, type Page } from './flat-resolvers.ts';
import { schemaText } from './schema-text.ts';

interface FileList {
  readonly meta: { readonly total: number };
  readonly data: readonly FlatRecord[];
}

const base = process.env['UPSTREAM_URL'] ?? '';

async function post(path: string, values: Readonly<Record<string, unknown>>): Promise<never> {
  const { body } = await request(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench-token' },
    body: JSON.stringify({ userId: 'bench@vendor.example', ...values }),
  });
  return (await body.json()) as never;
}

const flatResolvers = createFlatResolvers();

const schema = makeExecutableSchema({
  typeDefs: schemaText,
  resolvers: {
    ...flatResolvers,
    Query: {
      async transaction(_: unknown, { by }: { by: { transId: string } }) {
        const [record] = (await post('/fsforms/getTransById', { transId: by.transId })) as [FlatRecord];
        return { ...record, transId: by.transId };
      },
      async transactions(_: unknown, { agentNrdsId, first }: { agentNrdsId: string; first: number }) {
        const values = {
          batch_size: first,
          batch_no: 1,
          filter: `NRDSID=<${agentNrdsId}>`,
          full_details: true,
        };
        const [page] = (await post('/fsforms/listTrans', values)) as [Page];
        return page;
      },
      async account(_: unknown, { by }: { by: { email: string } }) {
        const [record] = (await post('/accounts/getAccount', { emailId: by.email })) as [FlatRecord];
        return record;
      },
    },
    Transaction: {
      ...flatResolvers.Transaction,
      async files({ transId }: FlatRecord) {
        const { meta, data } = (await post('/fsforms/listFiles', { transId })) as FileList;
        return { totalCount: meta.total, nodes: data };
      },
    },
  },
});

const { url } = await startStandaloneServer(new ApolloServer({ schema }), { listen: { port: 0, host: '127.0.0.1' } });
console.log(`ready ${url}graphql`);
