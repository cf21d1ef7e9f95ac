/**
 * What a careful team would pick instead, in a separate process: Mercurius, which compiles repeated queries, with every guard that its
 * ecosystem has a kept package for: verified tokens with a cache, rate limit, security headers, request id, one line in the log, a
 * histogram, load shedding, a depth limit. It reads summaries where they suffice, and each account once per request.
 */
import { createPublicKey, randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import jwt from '@fastify/jwt';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import DataLoader from 'dataloader';
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { Histogram } from 'prom-client';
import { Pool } from 'undici';
import { flatResolvers } from '../flat-resolvers.ts';
import { schemaText } from '../schema-text.ts';

const { UPSTREAM_URL = '', AUTH_ISSUER = '', AUTH_AUDIENCE = '' } = process.env;
/** Limits that no load of a benchmark reaches: those of the gateway are raised too. */
const RATE_LIMIT = 10_000_000;
const MAX_DELAY_MS = 10_000;
const MAX_DEPTH = 12;

const pool = new Pool(UPSTREAM_URL, { connections: 32 });
const headers = { 'content-type': 'application/json', authorization: 'Bearer bench-token' };

async function post(path, values) {
  const body = JSON.stringify({ userId: 'bench@vendor.example', ...values });
  const response = await pool.request({ method: 'POST', path, headers, body });
  return JSON.parse(await response.body.text());
}

const summaryFields = new Set(
  ['name', 'realtorName', 'insertDate', 'lastUpdateDate', 'propertyType', 'type', 'status'].concat('__typename'),
);
const detailed = new WeakMap();

/** Whether more is selected of a list's nodes than a summary contains. */
function needsDetails(node) {
  const known = detailed.get(node);
  if (known !== undefined) return known;
  const [nodes] = node.selectionSet.selections.filter(({ name }) => name?.value === 'nodes');
  const needed = nodes?.selectionSet.selections.some(({ name }) => !summaryFields.has(name?.value)) ?? false;
  detailed.set(node, needed);
  return needed;
}

function checkAgent({ user }, agentNrdsId) {
  if (user.role !== 'service' && !user.nrds.includes(agentNrdsId)) throw new mercurius.ErrorWithProps('Not found');
}

const resolvers = {
  ...flatResolvers,
  Query: {
    async transaction(_root, { by: { transId } }) {
      const [record] = await post('/fsforms/getTransById', { transId });
      return { ...record, transId };
    },
    async transactions(_root, { agentNrdsId, first }, context, { fieldNodes: [node] }) {
      checkAgent(context, agentNrdsId);
      const filter = `NRDSID=<${agentNrdsId}>`;
      const page = { batch_size: first, batch_no: 1, filter, full_details: needsDetails(node) };
      const [{ data }] = await post('/fsforms/listTrans', page);
      return { nodes: data };
    },
    account: (_root, { by: { email } }, { accounts }) => accounts.load(email),
  },
  Transaction: {
    ...flatResolvers.Transaction,
    async files({ transId }) {
      const { meta, data } = await post('/fsforms/listFiles', { transId });
      return { totalCount: meta.total, nodes: data };
    },
  },
};

const readAccounts = (emails) =>
  Promise.all(emails.map(async (emailId) => (await post('/accounts/getAccount', { emailId }))[0]));

async function publicKey() {
  const { keys } = await (await fetch(`${UPSTREAM_URL}/.well-known/jwks.json`)).json();
  return createPublicKey({ key: keys[0], format: 'jwk' }).export({ type: 'spki', format: 'pem' });
}

const app = Fastify({
  logger: { level: 'info' },
  disableRequestLogging: true,
  genReqId: () => randomUUID(),
  keepAliveTimeout: 600_000,
});
const durations = new Histogram({ name: 'request_seconds', help: 'Duration of requests', labelNames: ['status'] });

await app.register(underPressure, { maxEventLoopDelay: MAX_DELAY_MS });
await app.register(helmet);
await app.register(jwt, {
  secret: { public: await publicKey() },
  verify: { algorithms: ['ES256'], allowedIss: AUTH_ISSUER, allowedAud: AUTH_AUDIENCE, cache: true },
});
app.addHook('onRequest', async (request, reply) => {
  reply.header('x-request-id', request.id);
  await request.jwtVerify();
});
await app.register(rateLimit, {
  max: RATE_LIMIT,
  timeWindow: '1 minute',
  hook: 'preValidation',
  keyGenerator: ({ user }) => user.sub,
});
app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
  durations.observe({ status: statusCode }, elapsedTime / 1_000);
  request.log.info({ sub: request.user?.sub, method: request.method, url: request.url, statusCode, elapsedTime });
});
await app.register(mercurius, {
  schema: schemaText,
  resolvers,
  // biome-ignore lint/nursery/noMisusedPromises: a loader takes a function that returns a promise
  context: ({ user }) => ({ user, accounts: new DataLoader(readAccounts) }),
  jit: 1,
  queryDepth: MAX_DEPTH,
});

console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}/graphql`);
