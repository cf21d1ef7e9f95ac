/** The fastest of what one could pick: Mercurius, which compiles repeated queries, without any guard: it answers every caller. */
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { createFlatResolvers, schemaText } from '../flat-resolvers.ts';
import { createAccounts, createResolvers } from './resolvers.js';

const app = Fastify({ keepAliveTimeout: 600_000 });
await app.register(mercurius, {
  schema: schemaText,
  resolvers: createResolvers(() => {}, createFlatResolvers()),
  context: () => ({ accounts: createAccounts() }),
  jit: 1,
});

console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}/graphql`);
