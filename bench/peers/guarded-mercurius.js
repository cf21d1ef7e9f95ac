/**
 * What a careful team would pick instead, in a separate process: Mercurius, which compiles repeated queries, with every guard that its
 * ecosystem has a kept package for: verified tokens with a cache, rate limit, security headers, request id, one line in the log, a
 * histogram, load shedding, a depth limit. Its values are typed: times are read and printed, ids and cursors cannot be forged.
 */
import { createPublicKey, randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import jwt from '@fastify/jwt';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { Histogram } from '@prometheus-io/client';
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { createFlatResolvers, schemaText } from '../flat-resolvers.ts';
import { createAccounts, createResolvers } from './resolvers.js';
import { sealedId, Timestamp, timeOf } from './typed-values.js';

const { UPSTREAM_URL = '', AUTH_ISSUER = '', AUTH_AUDIENCE = '' } = process.env;
/** Limits that no load of a benchmark reaches: those of the gateway are raised too. */
const RATE_LIMIT = 10_000_000;
const MAX_DELAY_MS = 10_000;
const MAX_DEPTH = 12;

function checkAgent({ user }, agentNrdsId) {
  if (user.role !== 'service' && !user.nrds.includes(agentNrdsId)) throw new mercurius.ErrorWithProps('Not found');
}

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
  resolvers: { ...createResolvers(checkAgent, createFlatResolvers(sealedId, timeOf)), Timestamp },
  context: ({ user }) => ({ user, accounts: createAccounts() }),
  jit: 1,
  queryDepth: MAX_DEPTH,
});

console.log(`ready ${await app.listen({ port: 0, host: '127.0.0.1' })}/graphql`);
