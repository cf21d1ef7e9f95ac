/**
 * The service as HTTP: a route per endpoint, authorization before a body is read, and one shape for every error, whoever
 * raises it (7). Nothing of an unforeseen error leaves but its status.
 */
import type { Socket } from 'node:net';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { ErrorBody } from '../contract/errors.ts';
import type { Log } from '../platform/log.ts';
import { printAnswer } from './answer.ts';
import { authorize, type Caller, checkIdentity } from './authorize.ts';
import { readBody } from './body.ts';
import { serveDocs } from './docs/routes.ts';
import { Failure, malformedRequest, outside } from './failure.ts';
import { serveDownloads } from './files/download.ts';
import { receiveUpload } from './files/upload.ts';
import { activeUsers, getAccount } from './handlers/accounts.ts';
import { downloadfiles, listFiles, uploadfiles } from './handlers/files.ts';
import { addTrans, getTransById, listTrans } from './handlers/fsforms.ts';
import { createTicket, getMember, registrationTicket, shareApp } from './handlers/mobile.ts';
import { token } from './handlers/oauth.ts';
import { serviceproviders } from './handlers/providers.ts';
import { userRegistration, verifyToken } from './handlers/registration.ts';
import type { Handler, Service } from './service.ts';
import { cutSlowBody, requestTimeoutMs } from './slow-bodies.ts';
import { type RequestBody, readRequest } from './validate.ts';

const handlers: Readonly<Partial<Record<EndpointName, Handler>>> = {
  activeUsers,
  getAccount,
  listTrans,
  getTransById,
  addTrans,
  downloadfiles,
  serviceproviders,
  listFiles,
  getMember,
  userRegistration,
  verifyToken,
  shareApp,
  createTicket,
  registrationTicket,
};

/** Where a request keeps who sent it. */
const CALLER = 'caller';

const BODY_LIMIT_BYTES = 1_048_576;
const HEADERS_TIMEOUT_MS = 15_000;
const CONNECTION_SWEEP_MS = 50;

export function createHttp(service: Service, log: Log): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs(service.maxFileBytes),
    // Without these two, a body that trickles in is not cut off at the request's timeout.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 500 },
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (_error, _request, reply) => void send(reply, outside.malformed),
  });
  app.decorateRequest(CALLER, null);
  // Bodies stay bytes until their endpoint is known: how they are read, and what refuses them, differs by endpoint.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => bytes);
  app.setErrorHandler((error, request, reply) => send(reply, bodyOf(error, null, request, log)));
  app.setNotFoundHandler((request, reply) => {
    const isEndpoint = Object.values(endpoints).some(({ path }) => path === request.url.split('?')[0]);
    return isEndpoint && request.method !== 'POST'
      ? send(reply.header('allow', 'POST'), outside.wrongMethod)
      : send(reply, outside.notFound);
  });
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url === endpoints.uploadfiles.path) return;
    cutSlowBody(request.raw, () => hangUp(request.raw.socket, outside.timeout));
  });
  app.addHook('preClose', async () => {
    // A request that was running when the close began leaves its connection open for a next one, which is never taken.
    const sweeping = setInterval(() => app.server.closeIdleConnections(), CONNECTION_SWEEP_MS);
    app.server.once('close', () => clearInterval(sweeping));
  });
  app.addHook('onResponse', async (request, reply) => {
    // Without the query: the ticket in a file's address is as good as the file.
    const path = request.url.split('?')[0];
    log.debug({ path, status: reply.statusCode, milliseconds: reply.elapsedTime }, 'answered');
  });

  service.weather.attach(app);

  app.get('/ServiceProvidersSchema.json', (_request, reply) => {
    const $id = `${service.issuer()}/ServiceProvidersSchema.json`;
    return reply.header('cache-control', 'public, max-age=300').send({ $id, ...service.providerSchema.document });
  });
  app.get('/.well-known/jwks.json', (_request, reply) => {
    return reply.header('cache-control', 'public, max-age=300').send({ keys: [service.key.publicJwk] });
  });
  serveDocs(app, service);
  serveDownloads(app, service, send);
  addUploadEndpoint(app, service, log);
  addTokenEndpoint(app, service, log);
  for (const [name, handler] of Object.entries(handlers)) addEndpoint(app, name as EndpointName, handler, service, log);
  return app;
}

function addTokenEndpoint(app: FastifyInstance, service: Service, log: Log): void {
  app.route({
    method: 'POST',
    url: endpoints.token.path,
    async onRequest(request, reply) {
      service.weather.strike('token', request, reply);
    },
    async handler(request, reply) {
      const answer = await token(bodyOfRequest('token', request), request.headers.authorization, service);
      return sendJson(reply, JSON.stringify(answer));
    },
    errorHandler(error, request, reply) {
      const body = bodyOf(error, 'token', request, log);
      if (body.status === 401) reply.header('www-authenticate', 'Basic realm="token"');
      send(reply, body);
    },
  });
}

/** Reads a request's body; `release` lets go of what it holds outside of memory. */
type Receive = (
  request: FastifyRequest,
) => Promise<{ readonly body: RequestBody; readonly release?: () => Promise<void> }>;

/** The one endpoint whose body is read as it streams: parsers of other bodies never see it. */
function addUploadEndpoint(app: FastifyInstance, service: Service, log: Log): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async () => null);
    addEndpoint(scope, 'uploadfiles', uploadfiles, service, log, (request) =>
      receiveUpload(request.raw, service.fileBytes, service.maxFileBytes),
    );
    done();
  });
}

function addEndpoint(
  app: FastifyInstance,
  endpoint: EndpointName,
  handler: Handler,
  service: Service,
  log: Log,
  receive: Receive = async (request) => ({ body: bodyOfRequest(endpoint, request) }),
): void {
  const { path, wrapper } = endpoints[endpoint];
  app.route({
    method: 'POST',
    url: path,
    async onRequest(request, reply) {
      request.setDecorator<Caller>(CALLER, await authorize(endpoint, request.headers.authorization, service));
      service.weather.strike(endpoint, request, reply);
    },
    async handler(request, reply) {
      const { body, release } = await receive(request);
      try {
        checkIdentity(endpoint, request.getDecorator<Caller>(CALLER), body);
        return sendJson(reply, printAnswer(wrapper, await handler(readRequest(endpoint, body), service)));
      } finally {
        await release?.();
      }
    },
    errorHandler(error, request, reply) {
      const body = bodyOf(error, endpoint, request, log);
      if (body.status === 401) reply.header('www-authenticate', 'Bearer');
      send(reply, body);
    },
  });
}

function bodyOfRequest(endpoint: EndpointName, request: FastifyRequest): RequestBody {
  const bytes = request.body as Buffer | undefined;
  return bytes === undefined ? {} : readBody(endpoint, request.headers['content-type'], bytes);
}

function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(json);
}

function send(reply: FastifyReply, body: ErrorBody): FastifyReply {
  return sendJson(reply.code(body.status), JSON.stringify(body));
}

function bodyOf(error: unknown, endpoint: EndpointName | null, request: FastifyRequest, log: Log): ErrorBody {
  if (error instanceof Failure) return error.body;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return outside.tooLarge;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return endpoint === null ? outside.malformed : malformedRequest(endpoint).body;
  }
  log.error({ err: error, path: request.url }, 'a request could not be answered');
  return outside.unforeseen;
}

/** What never became a request: bad framing, headers too large, or one that stopped arriving. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? outside.timeout
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? outside.headersTooLarge
        : outside.malformed;
  hangUp(socket, body);
}

function hangUp(socket: Socket, body: ErrorBody): void {
  const json = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${body.status} ${body.type}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(json)}\r\nconnection: close\r\n\r\n${json}`,
  );
}
