/**
 * A request and its response, from its arrival to its line in the log: what the guards learn of the request, and the only place
 * where a response is written, counted and logged.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { faults } from '@realty-forms/platform/fault.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import { type RequestLog, type RequestLogger, recordFailure } from '@realty-forms/platform/observing/request-log.ts';
import { GRAPHQL_PATH, isProbe } from '@realty-forms/platform/web/paths.ts';
import { discardRest, isArriving } from '@realty-forms/platform/web/rest-of-request.ts';
import type { Principal } from '../../gateway/callers/principal.ts';
import type { Admission } from '../guards/admission.ts';
import type { Usage } from '../guards/usage.ts';
import { noHeaders, type OriginHeaders } from './cross-origin-headers.ts';
import { graphqlErrorBody, HttpFault, internalError, plainErrorBody } from './http-fault.ts';
import { graphqlTypeFor, JSON_TYPE } from './media-type.ts';
import { joined, type Reply } from './reply.ts';
import { requestIdOf } from './request-id.ts';
import { pathOf } from './request-path.ts';
import { responseHead } from './response-head.ts';
import { streamChanges } from './stream-changes.ts';

/** A path, or everything below one if it ends in `/*`, and what is done with a request for it. */
export interface Route {
  readonly path: string;
  /** GET includes HEAD, unless `hasHead` is false. */
  readonly methods: readonly ('GET' | 'POST')[];
  readonly hasHead?: boolean;
  /** Reads the body of a POST. */
  readonly receive?: (exchange: Exchange) => Promise<unknown>;
  readonly handle: (exchange: Exchange) => Reply | Promise<Reply>;
  /** What the client sees of an error of `handle` or of the body that it returned; undefined if the error is unexpected. */
  readonly faultFor?: (error: unknown) => HttpFault | undefined;
}

/** What all exchanges of a server share. */
export interface ExchangeSetting {
  readonly originHeaders: OriginHeaders;
  readonly log: Log;
}

/** The route of streams in the log and the metrics. */
const STREAM_ROUTE = `${GRAPHQL_PATH} stream`;
const noRate: readonly string[] = [];

export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Without the query string, decoded; null if it is malformed. */
  readonly path: string | null;
  /** Probes of monitoring systems: limits for callers do not apply to them. */
  readonly isProbe: boolean;
  /** What is recorded of the request; undefined for one that is turned away before it is recorded. */
  requestLog: RequestLog | undefined = undefined;
  route: Route | undefined = undefined;
  /** The verified caller; null without a token, or with one that is rejected. */
  principal: Principal | null = null;
  /** Why the token is rejected; undefined if it is not. */
  rejection: unknown = undefined;
  /** What its caller uses, as far as it is known who that is. */
  usage: Usage | undefined = undefined;
  /** The rate-limit headers: alternating names and values. */
  rate: readonly string[] = noRate;
  body: unknown = undefined;
  /** Resolves when nothing of the body is awaited any more, for a body that is read as a stream. */
  releaseBody: (() => Promise<void>) | undefined = undefined;
  readonly #setting: ExchangeSetting;
  readonly #startedAt = performance.now();
  #requestLogger: RequestLogger | undefined = undefined;
  #status = 0;
  /** Where it counts among the requests in flight; undefined if it does not. */
  #admission: Admission | undefined = undefined;

  constructor(request: IncomingMessage, response: ServerResponse, setting: ExchangeSetting) {
    this.request = request;
    this.response = response;
    this.requestId = requestIdOf(request);
    this.path = pathOf(request.url ?? '');
    this.isProbe = isProbe(this.path ?? undefined);
    this.#setting = setting;
  }

  /** Whether errors have GraphQL's format. */
  get isGraphql(): boolean {
    return this.path === GRAPHQL_PATH;
  }

  get isPreflight(): boolean {
    const { method, headers } = this.request;
    return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  }

  /** From here on the request is in progress; it is recorded, and gives back what it takes, when its response closes. */
  begin(requestLogger: RequestLogger): void {
    this.#requestLogger = requestLogger;
    this.requestLog = requestLogger.begin(this.requestId, this.request);
    // Before whoever traces the request, since its span ends then, too.
    this.response.prependListener('close', () => {
      this.leave();
      this.record(this.response.writableFinished || this.#isStream ? this.#status : faults.CLIENT_CLOSED.status);
    });
  }

  /** It was admitted, and counts as in flight until it leaves. */
  count(usage: Usage, admission: Admission): void {
    this.usage = usage;
    this.#admission = admission;
  }

  /** Now that its token is verified, it may be another caller's. */
  recount(usage: Usage): void {
    if (this.usage !== undefined && this.usage !== usage) this.#admission?.move(this.usage, usage);
    this.usage = usage;
  }

  /** It is in flight no longer; only the first call counts. */
  leave(): void {
    if (this.usage !== undefined) this.#admission?.leave(this.usage);
    this.#admission = undefined;
  }

  /**
   * Its response is a stream, which lasts until somebody ends it: that is no failure, and says nothing of how long requests take.
   * It mostly waits, so what limits the requests that are worked on is for others from here on.
   */
  becomeStream(stream: NonNullable<RequestLog['stream']>): void {
    if (this.requestLog !== undefined) this.#requestLogger?.beginStream(this.requestLog, stream);
    this.leave();
  }

  get #isStream(): boolean {
    return this.requestLog?.stream !== undefined;
  }

  /**
   * Records the request as over; only the first call counts. Called by whoever ends a response early through no fault of the
   * client, since its closed connection looks like the client's doing.
   */
  record(status = this.#status): void {
    if (this.requestLog === undefined) return;
    const { method = 'unknown' } = this.request;
    const milliseconds = performance.now() - this.#startedAt;
    const route = this.#isStream ? STREAM_ROUTE : (this.route?.path ?? 'unknown');
    this.#requestLogger?.end(this.requestLog, { method, route, status, milliseconds });
  }

  /**
   * Sends the answer. If the connection closes after it, the rest of the request is awaited first; so is that of an upload,
   * since browsers read no response before they have sent the whole request, and many proxies break off if one comes earlier.
   */
  send(answer: Reply): void {
    this.#status = answer.status;
    const { request, response } = this;
    if (this.releaseBody !== undefined) this.#writeAfter(this.releaseBody(), answer);
    else if (response.shouldKeepAlive || !isArriving(request)) this.#write(answer);
    else this.#writeAfter(discardRest(request), answer);
  }

  /** Nobody else sees what goes wrong by then. */
  #writeAfter(rest: Promise<void>, answer: Reply): void {
    rest
      .then(() => this.#write(answer))
      .catch((error: unknown) => {
        if (answer.body instanceof Readable) answer.body.destroy();
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

  /** What is no HttpFault is unexpected: it is logged, and the client gets only the id. */
  #recordFault(error: unknown): HttpFault {
    const { requestLog, requestId } = this;
    const expected = error instanceof HttpFault ? error : this.route?.faultFor?.(error);
    const fault = expected ?? internalError(requestId);
    if (expected === undefined) this.#setting.log.error({ requestId, err: error }, 'unexpected error');
    if (requestLog !== undefined) recordFailure(requestLog, fault.code);
    return fault;
  }

  #write({ status, headers, type, body = '', ending = '' }: Reply): void {
    const { request, response } = this;
    if (response.destroyed || response.headersSent) {
      if (body instanceof Readable) body.on('error', () => undefined).destroy();
      return;
    }
    const origin = this.#isForPages(status) ? this.#setting.originHeaders(request.headers.origin) : noHeaders;
    const { requestId, rate } = this;
    const headFor = (length?: number) => responseHead({ requestId, type, origin, rate, own: headers, length });
    if (body instanceof Readable) {
      const head = headFor();
      if (this.#isStream) streamChanges(this.response, status, head, body, (error) => this.#breakOff(error));
      else this.#stream(status, head, body);
      return;
    }
    const bytes = typeof body === 'string' ? joined(body, ending) : body;
    const length = Buffer.byteLength(bytes);
    // A 304 has no body, and tells no length.
    response.writeHead(status, headFor(status === 304 ? undefined : length));
    response.end(bytes, length === bytes.length ? 'latin1' : 'utf8');
  }

  /** No page needs the probes, and only the browser reads that a preflight was rejected. */
  #isForPages(status: number): boolean {
    return this.isPreflight ? status === 204 : !(this.isProbe && this.route !== undefined);
  }

  /** The headers go out with the first bytes: until then, another response can take this one's place. */
  #stream(status: number, head: readonly string[], body: Readable): void {
    const { response } = this;
    response.statusCode = status;
    for (let at = 0; at < head.length; at += 2) response.setHeader(head[at] as string, head[at + 1] as string);
    response.on('close', () => body.destroy());
    body.on('error', (error) => {
      if (response.headersSent) this.#breakOff(error);
      else {
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        this.fail(error);
      }
    });
    body.pipe(response);
  }

  #breakOff(error: unknown): void {
    this.#recordFault(error);
    this.record();
    this.response.destroy();
  }
}
