/**
 * GET and HEAD of `/files/<sealed>`: streams what a link opens (access rule 9), as an attachment of its name and type, whole or in
 * one part. The link stands in no log, because the route and not the path is logged; upstream's words and address reach nobody.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { attachment } from '../gateway/content-disposition.ts';
import type { FollowFaultCode, FollowLink } from '../gateway/download.ts';
import { GatewayFault, UpstreamFault } from '../gateway/fault.ts';
import { FILES_PATH } from '../gateway/file-links.ts';
import { partyOf } from '../gateway/parties.ts';
import type { Observer } from '../platform/observe.ts';
import { blame } from '../platform/request-facts.ts';
import { Refusal, type RefusalCode } from './refusal.ts';
import { tellBrokenOff } from './request-log.ts';

export interface FilesOptions {
  readonly follow: FollowLink;
  /** Milliseconds that a client may read nothing for; a minute unless told. */
  readonly stallMs?: number | undefined;
}

const DEFAULT_STALL_MS = 60_000;

export function serveFiles(
  app: FastifyInstance,
  { follow, stallMs = DEFAULT_STALL_MS }: FilesOptions,
  observer: Observer,
): void {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    // A parameter's length is bounded, that of what follows a star is not: the seal bounds it.
    url: `${FILES_PATH}/*`,
    errorHandler: refuse,
    async handler(request, reply) {
      const download = await follow(request.params['*'], {
        method: request.method === 'HEAD' ? 'HEAD' : 'GET',
        range: request.headers.range,
        ifRange: headerText(request.headers['if-range']),
        requestId: request.id,
        signal: departure(reply),
      });
      const { body, headers, mediaType, name, status } = download;
      void reply.code(status).headers(headers).header('content-disposition', attachment(name)).type(mediaType);
      // Who reads nothing any more holds a connection to upstream.
      reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
      if (request.method === 'HEAD' || status === 416) {
        body.on('error', () => undefined).destroy();
        if (status === 416) void reply.removeHeader('content-length').removeHeader('content-disposition');
        return reply.send();
      }
      body.once('error', (error) => {
        if (reply.raw.headersSent) {
          blameFor(error, request);
          tellBrokenOff(request, reply, observer);
        } else for (const each of ['content-disposition', ...Object.keys(headers)]) void reply.removeHeader(each);
      });
      return reply.send(body);
    },
  });
}

/** Aborts when the client goes away before its answer is written. */
function departure({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

type Row = readonly [status: number, code: RefusalCode, message: string];

/** What a browser that follows a link is told, for all that following one fails of; the rest nobody foresees. */
const refusals = {
  // The one answer to a link that is none, and to what it no longer opens.
  NOT_FOUND: [404, 'NOT_FOUND', 'There is no file behind this link.'],
  LINK_EXPIRED: [410, 'LINK_EXPIRED', 'The link has expired. Ask for a new one.'],
  UPSTREAM_UNAVAILABLE: [502, 'UPSTREAM_UNAVAILABLE', 'The file cannot be reached at the moment.'],
  UPSTREAM_TIMEOUT: [504, 'UPSTREAM_TIMEOUT', 'The service did not answer in time.'],
  UPSTREAM_REJECTED: [502, 'UPSTREAM_REJECTED', 'The service refused the request.'],
  UPSTREAM_ACCESS_DENIED: [502, 'UPSTREAM_ACCESS_DENIED', 'The service denied access to the gateway.'],
  UPSTREAM_RATE_LIMITED: [503, 'RATE_LIMITED', 'The rate limit of the service is reached; try again later.'],
  UPSTREAM_INVALID: [502, 'UPSTREAM_INVALID', 'The response of the service cannot be read.'],
  OVERLOADED: [503, 'OVERLOADED', 'Too many requests are waiting for the service.'],
  ABORTED: [503, 'UPSTREAM_UNAVAILABLE', 'The request was aborted.'],
} as const satisfies Record<FollowFaultCode, Row>;

function refuse(error: unknown, request: FastifyRequest): never {
  if (!(error instanceof GatewayFault || error instanceof UpstreamFault) || !isForeseen(error.code)) throw error;
  const [status, code, message] = refusals[error.code];
  blameFor(error, request);
  throw new Refusal(status, code, message, status === 503 ? { 'retry-after': '30' } : {});
}

function isForeseen(code: string): code is FollowFaultCode {
  return Object.hasOwn(refusals, code);
}

function blameFor(error: Error, { facts }: FastifyRequest): void {
  if (error instanceof GatewayFault || error instanceof UpstreamFault) blame(facts, error.code, partyOf[error.code]);
}
