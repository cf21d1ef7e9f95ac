/**
 * A request and its response, from its arrival to its line in the log: what the middleware finds out about the request, and the only place
 * that writes, counts and logs a response.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { faults } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import {
  type RequestLog,
  type RequestLogger,
  recordFailure,
} from '@realty-forms/platform/observability/request-log.ts';
import { TOKEN_HEADER } from '@realty-forms/platform/web/bearer.ts';
import { GRAPHQL_PATH, isProbe, pathOf } from '@realty-forms/platform/web/paths.ts';
import { discardRest, isArriving } from '@realty-forms/platform/web/rest-of-request.ts';
import type { Principal } from '../gateway/callers/principal.ts';
import { graphqlErrorBody, HttpFault, internalError, plainErrorBody } from './http-fault.ts';
import type { Admission } from './middleware/admission.ts';
import { noHeaders, type OriginHeaders } from './middleware/cors.ts';
import type { Usage } from './middleware/limits.ts';
import type { Route } from './middleware/routing.ts';
import {
  endTogether,
  graphqlTypeFor,
  type HttpResponse,
  JSON_TYPE,
  joined,
  responseHead,
  sendStream,
} from './response.ts';

/** The same for all requests of a server. */
interface RequestContextOptions {
  readonly originHeaders: OriginHeaders;
  readonly log: Log;
}

/** The route of streams in the log and the metrics. */
const STREAM_ROUTE = `${GRAPHQL_PATH} stream`;
const tokenHeader = TOKEN_HEADER.toLowerCase();
const noRateHeaders: readonly string[] = [];

export class RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Decoded, without the query string; null if it is malformed. */
  readonly path: string | null;
  /** Whether it is a probe of a monitoring system: limits on callers do not apply to probes. */
  readonly isProbe: boolean;
  /** Undefined for a request that is rejected before it is logged. */
  requestLog: RequestLog | undefined = undefined;
  route: Route | undefined = undefined;
  /** The verified caller; null without a valid token. */
  principal: Principal | null = null;
  /** Why the token is rejected; undefined if it is not. */
  tokenError: unknown = undefined;
  /** The usage of its caller, or of its address until the caller is known. */
  usage: Usage | undefined = undefined;
  /** The rate-limit headers: alternating names and values. */
  rateHeaders: readonly string[] = noRateHeaders;
  body: unknown = undefined;
  /** Set for a body that is read as a stream: resolves when the body has arrived or is given up. */
  releaseBody: (() => Promise<void>) | undefined = undefined;
  readonly #options: RequestContextOptions;
  readonly #startedAt = performance.now();
  #requestLogger: RequestLogger | undefined = undefined;
  #status = 0;
  /** Set while the request counts as in flight. */
  #admission: Admission | undefined = undefined;

  constructor(request: IncomingMessage, response: ServerResponse, options: RequestContextOptions) {
    this.request = request;
    this.response = response;
    this.requestId = requestIdOf(request);
    this.path = pathOf(request.url ?? '');
    this.isProbe = isProbe(this.path ?? undefined);
    this.#options = options;
  }

  /** Whether errors have GraphQL's format. */
  get isGraphql(): boolean {
    return this.path === GRAPHQL_PATH;
  }

  /** The header that carries the caller's token. */
  get authorization(): string | undefined {
    return this.request.headers[tokenHeader] as string | undefined;
  }

  get isPreflight(): boolean {
    const { method, headers } = this.request;
    return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  }

  /** Begins the request log, which is written when the response closes. */
  begin(requestLogger: RequestLogger): void {
    this.#requestLogger = requestLogger;
    this.requestLog = requestLogger.begin(this.requestId, this.request);
    // Runs before the tracing's listener, which ends the request's span.
    this.response.prependListener('close', () => {
      this.releaseAdmission();
      this.logEnd(this.response.writableFinished || this.#isStream ? this.#status : faults.CLIENT_CLOSED.status);
    });
  }

  /** Counts the admitted request as in flight until its admission is released. */
  holdAdmission(usage: Usage, admission: Admission): void {
    this.usage = usage;
    this.#admission = admission;
  }

  /** Once the token is verified, the request may turn out to belong to another caller. */
  moveAdmission(usage: Usage): void {
    if (this.usage !== undefined && this.usage !== usage) this.#admission?.move(this.usage, usage);
    this.usage = usage;
  }

  /** Stops counting the request as in flight; only the first call counts. */
  releaseAdmission(): void {
    if (this.usage !== undefined) this.#admission?.leave(this.usage);
    this.#admission = undefined;
  }

  /**
   * Marks the response as a stream. A stream lasts until one side ends it, which is no failure, and its duration is not a response time. It
   * mostly waits, so it no longer counts as in flight.
   */
  becomeStream(stream: NonNullable<RequestLog['stream']>): void {
    if (this.requestLog !== undefined) this.#requestLogger?.beginStream(this.requestLog, stream);
    this.releaseAdmission();
  }

  get #isStream(): boolean {
    return this.requestLog?.stream !== undefined;
  }

  /**
   * Writes the request log; only the first call counts. Must be called before the server closes the connection itself, because it would
   * otherwise look as if the client had disconnected.
   */
  logEnd(status = this.#status): void {
    if (this.requestLog === undefined) return;
    const { method = 'unknown' } = this.request;
    const milliseconds = performance.now() - this.#startedAt;
    const route = this.#isStream ? STREAM_ROUTE : (this.route?.path ?? 'unknown');
    this.#requestLogger?.end(this.requestLog, { method, route, status, milliseconds });
  }

  /**
   * Sends the result. Waits for the rest of the request first if the connection closes after the response, or if the request is an upload
   * or has a rejected token: browsers read no response before they have sent the whole request, and many proxies break off if one comes
   * earlier.
   */
  send(result: HttpResponse): void {
    this.#status = result.status;
    const { request, response } = this;
    if (this.releaseBody !== undefined) this.#writeAfter(this.releaseBody(), result);
    else if (!isArriving(request) || (response.shouldKeepAlive && this.tokenError === undefined)) this.#write(result);
    else this.#writeAfter(discardRest(request), result);
  }

  /** Handles errors itself, because nobody awaits it. */
  #writeAfter(rest: Promise<void>, result: HttpResponse): void {
    rest
      .then(() => this.#write(result))
      .catch((error: unknown) => {
        if (result.body instanceof Readable) result.body.destroy();
        this.releaseBody = undefined;
        this.fail(error);
      });
  }

  /** Sends the error that the client sees. */
  fail(error: unknown): void {
    const fault = this.#recordFault(error);
    const { status, headers } = fault;
    const type = (this.isGraphql && graphqlTypeFor(this.request.headers.accept)) || JSON_TYPE;
    this.send({ status, headers, type, body: this.isGraphql ? graphqlErrorBody(fault) : plainErrorBody(fault) });
  }

  /** Any error but an HttpFault is unexpected: it is logged, and the client gets only the id. */
  #recordFault(error: unknown): HttpFault {
    const { requestLog, requestId } = this;
    const expected = error instanceof HttpFault ? error : this.route?.faultFor?.(error);
    const fault = expected ?? internalError(requestId);
    if (expected === undefined) this.#options.log.error({ requestId, err: error }, 'unexpected error');
    if (requestLog !== undefined) recordFailure(requestLog, fault.code);
    return fault;
  }

  #write({ status, headers, type, body = '', ending = '' }: HttpResponse): void {
    const { request, requestId, rateHeaders, response } = this;
    if (response.destroyed || response.headersSent) {
      if (body instanceof Readable) body.on('error', () => undefined).destroy();
      return;
    }
    const origin = this.#hasCorsHeaders(status) ? this.#options.originHeaders(request.headers.origin) : noHeaders;
    const headFor = (length?: number) => responseHead({ requestId, type, origin, rateHeaders, own: headers, length });
    if (body instanceof Readable) {
      if (this.#isStream) sendStream(response, status, headFor(), body, (error) => this.#abort(error));
      else this.#stream(status, headFor(), body);
      return;
    }
    const length = Buffer.byteLength(body);
    // A 304 has no body and states no length.
    response.writeHead(status, headFor(status === 304 ? undefined : length + ending.length));
    const bytes = typeof body === 'string' ? joined(body, ending, length) : body;
    endTogether(response, bytes, length === body.length ? 'latin1' : 'utf8');
  }

  /** Pages do not need the probes, and only the browser reads the rejection of a preflight. */
  #hasCorsHeaders(status: number): boolean {
    return this.isPreflight ? status === 204 : !(this.isProbe && this.route !== undefined);
  }

  /** The headers are sent with the first bytes: until then, another response can replace this one. */
  #stream(status: number, head: readonly string[], body: Readable): void {
    const { response } = this;
    response.statusCode = status;
    for (let at = 0; at < head.length; at += 2) response.setHeader(head[at] as string, head[at + 1] as string);
    response.on('close', () => body.destroy());
    body.on('error', (error) => {
      if (response.headersSent) this.#abort(error);
      else {
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        this.fail(error);
      }
    });
    body.pipe(response);
  }

  #abort(error: unknown): void {
    this.#recordFault(error);
    this.logEnd();
    // To HTTP/1.0, which nginx speaks by default, the end of a connection is the end of the body, and a part of a file would look complete.
    if (this.request.httpVersion === '1.0') this.response.socket?.resetAndDestroy();
    this.response.destroy();
  }
}

const acceptedId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** A client's own id is used if it is a plain token; anything else could forge lines in a log, and is replaced. */
function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && acceptedId.test(given) ? given : randomUUID();
}
