/**
 * The service's HTTP layer: one route per endpoint, authorization before the body is read, and one shape for the errors of all requests
 * (7); Fastify answers what never became a request. An unexpected error reveals nothing but its status.
 */
import type { ErrorBody } from '@realty-forms/contract/answers/errors.ts';
import { type EndpointName, endpoints } from '@realty-forms/contract/calls/endpoints.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import { diskFailureOf } from '@realty-forms/platform/stores/sqlite.ts';
import { ambiguity, hostName } from '@realty-forms/platform/web/host.ts';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { attachDialect } from '../dialect/attach.ts';
import { serveDocs } from '../docs/routes.ts';
import { serveDownloads } from '../files/download.ts';
import { MULTIPART_TYPE, receiveUpload, uploadBodyLimit } from '../files/upload.ts';
import { describedEndpoints } from '../handlers/endpoints.ts';
import { files } from '../handlers/files.ts';
import { token } from '../handlers/oauth.ts';
import type { Handler, Service } from '../service.ts';
import type { KnownClient } from '../tokens/clients.ts';
import { authorize, checkIdentity } from './authorize.ts';
import { BODY_LIMIT_BYTES, printBody, readBody, requestTimeoutMs } from './body.ts';
import {
  Failure,
  generalErrors,
  malformedRequest,
  notWritten,
  PROBLEM_TYPE,
  problemOf,
  uploadFailed,
} from './failure.ts';
import { type RequestBody, readRequest } from './validate.ts';

/** The request decorator that holds the authenticated client. */
const CLIENT = 'client';

const HEADERS_TIMEOUT_MS = 15_000;
const CONNECTION_SWEEP_MS = 50;

export function createHttp(service: Service, log: Log): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs(service.maxFileBytes),
    // Without these two, a body that trickles in is not cut off at the request timeout.
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 500 },
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => void sendError(reply, generalErrors.malformed),
  });
  app.decorateRequest(CLIENT, null);
  // Bodies stay bytes until their endpoint is known, because parsing and the errors for bad bodies differ by endpoint.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => bytes);
  app.setErrorHandler((error, request, reply) => sendError(reply, errorBodyOf(error, null, request, log)));
  app.setNotFoundHandler((request, reply) => {
    const isEndpoint = Object.values(endpoints).some(({ path }) => path === pathOf(request));
    return isEndpoint && request.method !== 'POST'
      ? sendError(reply.header('allow', 'POST'), generalErrors.methodNotAllowed)
      : sendError(reply, generalErrors.notFound);
  });
  app.addHook('onRequest', ({ raw, headers }, reply, done) => {
    const name = hostName(headers.host);
    if (ambiguity(raw) !== null) sendError(reply.header('connection', 'close'), generalErrors.malformed);
    else if (name === undefined || !service.isKnownHost(name)) sendError(reply, generalErrors.misdirected);
    else done();
  });
  app.addHook('preClose', async () => {
    // A request still running when closing begins leaves its connection open for a next request that is never accepted.
    const sweepTimer = setInterval(() => app.server.closeIdleConnections(), CONNECTION_SWEEP_MS);
    app.server.once('close', () => clearInterval(sweepTimer));
  });
  app.addHook('onResponse', async (request, reply) => {
    log.debug(
      { route: routeOf(request), status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) },
      'answered',
    );
  });

  if (service.dialect !== undefined) attachDialect(app, service.dialect, service.timeZone);
  service.faultInjection.attach(app);

  app.get('/ServiceProvidersSchema.json', (_request, reply) => {
    const $id = `${service.issuer()}/ServiceProvidersSchema.json`;
    return reply.header('cache-control', 'public, max-age=300').send({ $id, ...service.providerSchema.document });
  });
  app.get('/.well-known/jwks.json', (_request, reply) => {
    return reply.header('cache-control', 'public, max-age=300').send({ keys: [service.key.publicJwk] });
  });
  serveDocs(app, service);
  serveDownloads(app, service, sendError);
  addUploadEndpoint(app, service, log);
  addTokenEndpoint(app, service, log);
  for (const name of Object.keys(describedEndpoints) as EndpointName[]) {
    const { handle } = describedEndpoints[name];
    // Tokens and uploads have their own routes.
    if (handle !== undefined && name !== 'uploadfiles') addEndpoint(app, name, handle, service, log);
  }
  return app;
}

function addTokenEndpoint(app: FastifyInstance, service: Service, log: Log): void {
  app.route({
    method: 'POST',
    url: endpoints.token.path,
    async onRequest(request, reply) {
      service.faultInjection.inject('token', request, reply);
    },
    async handler(request, reply) {
      const response = await token(bodyOfRequest('token', request), request.headers.authorization, service);
      return sendJson(reply, JSON.stringify(response));
    },
    errorHandler(error, request, reply) {
      const body = errorBodyOf(error, 'token', request, log);
      // RFC 6749 5.2: only credentials in the header get a challenge, which makes a browser ask for others.
      const isBasic = request.headers.authorization !== undefined;
      if (body.status === 401 && isBasic) reply.header('www-authenticate', 'Basic realm="token"');
      sendError(reply, body);
    },
  });
}

/** Reads a request's body; `release` frees what it holds outside of memory. */
type Receive = (
  request: FastifyRequest,
) => Promise<{ readonly body: RequestBody; readonly release?: () => Promise<void> }>;

/** The only endpoint with its own limit, and whose forms are read as a stream. */
function addUploadEndpoint(app: FastifyInstance, service: Service, log: Log): void {
  const { fileBytes, maxFileBytes } = service;
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(MULTIPART_TYPE, async () => null);
    const limit = { parseAs: 'buffer', bodyLimit: uploadBodyLimit(maxFileBytes) } as const;
    scope.addContentTypeParser('*', limit, async (_request: FastifyRequest, bytes: Buffer) => bytes);
    addEndpoint(scope, 'uploadfiles', files.uploadfiles.handle, service, log, (request) =>
      receiveUpload(request, fileBytes, maxFileBytes),
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
      request.setDecorator<KnownClient>(CLIENT, await authorize(endpoint, request.headers.authorization, service));
      service.faultInjection.inject(endpoint, request, reply);
    },
    async handler(request, reply) {
      const { body, release } = await receive(request);
      try {
        checkIdentity(endpoint, request.getDecorator<KnownClient>(CLIENT), body);
        return sendJson(reply, printBody(wrapper, await handler(readRequest(endpoint, body), service)));
      } finally {
        await release?.();
      }
    },
    errorHandler(error, request, reply) {
      const body = errorBodyOf(error, endpoint, request, log);
      if (body.status === 401) reply.header('www-authenticate', challengeOf(error));
      sendError(reply, body);
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

function sendError(reply: FastifyReply, body: ErrorBody): FastifyReply {
  return reply
    .code(body.status)
    .header('cache-control', 'no-store')
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemOf(body)));
}

/** RFC 6750, 3. */
function challengeOf(error: unknown): string {
  const denial = error instanceof Failure ? error.denial : null;
  return denial === null ? 'Bearer' : `Bearer error="${denial}"`;
}

function errorBodyOf(error: unknown, endpoint: EndpointName | null, request: FastifyRequest, log: Log): ErrorBody {
  if (error instanceof Failure) return error.body;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return endpoint === 'uploadfiles' ? uploadFailed('the file is too large').body : generalErrors.tooLarge;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return endpoint === null ? generalErrors.malformed : malformedRequest(endpoint).body;
  }
  log.error({ err: error, route: routeOf(request) }, 'a request could not be processed');
  return diskFailureOf(error) === 'write' ? notWritten(endpoint).body : generalErrors.unforeseen;
}

/** For logs: a download's path contains the name of its file, and its query the ticket that grants access to it. */
const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'unknown';

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0];
