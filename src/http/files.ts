/**
 * GET and HEAD of `/files/<sealed>`: streams the file that a link opens (access rule 9) as an attachment with its name and
 * type, whole or as a single range. Links do not appear in the log, because the route is logged instead of the path; upstream's
 * messages and address are not shown to clients.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayFault, UpstreamFault } from '../gateway/fault.ts';
import { attachment } from '../gateway/files/content-disposition.ts';
import type { FollowFaultCode, FollowLink } from '../gateway/files/download.ts';
import { FILES_PATH } from '../gateway/files/file-links.ts';
import { partyOf } from '../gateway/parties.ts';
import type { Observer } from '../platform/observing/observe.ts';
import { recordFailure } from '../platform/observing/request-facts.ts';
import { HttpFault, type HttpFaultCode } from './http-fault.ts';
import { recordResponse } from './request-log.ts';

export interface FilesOptions {
  readonly follow: FollowLink;
}

export function serveFiles(app: FastifyInstance, { follow }: FilesOptions, observer: Observer): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    // Fastify limits the length of a parameter, but not that of a wildcard; the sealed link limits it.
    url: `${FILES_PATH}/*`,
    errorHandler: rethrowAsHttpFault,
    async handler(request, reply) {
      const download = await follow(request.params['*'], {
        method: request.method === 'HEAD' ? 'HEAD' : 'GET',
        range: request.headers.range,
        ifRange: headerText(request.headers['if-range']),
        requestId: request.id,
        signal: disconnectSignal(reply),
      });
      const { body, headers, mediaType, name, status } = download;
      void reply.code(status).headers(headers).header('content-disposition', attachment(name)).type(mediaType);
      if (request.method === 'HEAD' || status === 416) {
        body.on('error', () => undefined).destroy();
        if (status === 416) void reply.removeHeader('content-length').removeHeader('content-disposition');
        return reply.send();
      }
      body.once('error', (error) => {
        if (reply.raw.headersSent) {
          blameFor(error, request);
          recordResponse(request, reply, observer);
        } else for (const each of ['content-disposition', ...Object.keys(headers)]) void reply.removeHeader(each);
      });
      return reply.send(body);
    },
  });
}

/** Aborts when the client disconnects before its response is fully written. */
function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

type Row = readonly [status: number, code: HttpFaultCode, message: string];

/** The response to each fault that following a link can raise; any other error is unexpected. */
const httpFaults = {
  // The same response for an invalid link and for a valid one whose file is no longer accessible.
  NOT_FOUND: [404, 'NOT_FOUND', 'There is no file behind this link.'],
  LINK_EXPIRED: [410, 'LINK_EXPIRED', 'The link has expired. Request a new one.'],
  UPSTREAM_UNAVAILABLE: [502, 'UPSTREAM_UNAVAILABLE', 'The file cannot be reached at the moment.'],
  UPSTREAM_TIMEOUT: [504, 'UPSTREAM_TIMEOUT', 'The service did not respond in time.'],
  UPSTREAM_REJECTED: [502, 'UPSTREAM_REJECTED', 'The service rejected the request.'],
  UPSTREAM_ACCESS_DENIED: [502, 'UPSTREAM_ACCESS_DENIED', 'The service denied access to the gateway.'],
  UPSTREAM_RATE_LIMITED: [503, 'RATE_LIMITED', 'The rate limit of the service is reached; try again later.'],
  UPSTREAM_INVALID: [502, 'UPSTREAM_INVALID', 'The response of the service cannot be read.'],
  OVERLOADED: [503, 'OVERLOADED', 'Too many requests are waiting for the service.'],
  ABORTED: [503, 'UPSTREAM_UNAVAILABLE', 'The request was aborted.'],
} as const satisfies Record<FollowFaultCode, Row>;

function rethrowAsHttpFault(error: unknown, request: FastifyRequest): never {
  if (!(error instanceof GatewayFault || error instanceof UpstreamFault) || !isExpected(error.code)) throw error;
  const [status, code, message] = httpFaults[error.code];
  blameFor(error, request);
  const headers = status === 503 ? { 'retry-after': '30' } : {};
  throw new HttpFault(status, code, message, { headers });
}

function isExpected(code: string): code is FollowFaultCode {
  return Object.hasOwn(httpFaults, code);
}

function blameFor(error: Error, { facts }: FastifyRequest): void {
  if (error instanceof GatewayFault || error instanceof UpstreamFault)
    recordFailure(facts, error.code, partyOf[error.code]);
}
