/**
 * GET and HEAD of `/files/<sealed>`: streams the file that a link opens (access rule 9) as an attachment with its name and
 * type, whole or as a single range. Links do not appear in the log, because the route is logged instead of the path; upstream's
 * messages and address are not shown to clients.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayFault, UpstreamFault } from '../gateway/fault.ts';
import type { FollowLink } from '../gateway/files/download.ts';
import { FILES_PATH } from '../gateway/files/file-links.ts';
import { attachment } from '../gateway/files/file-names.ts';
import { clientCodeOf, type FaultCode, faults } from '../platform/fault.ts';
import type { Observer } from '../platform/observing/observe.ts';
import { recordFailure } from '../platform/observing/request-facts.ts';
import { HttpFault } from './http-fault.ts';
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

/** Upstream's messages and address are not shown, so the rows have their own. A fault without one for links is unexpected. */
function rethrowAsHttpFault(error: unknown, request: FastifyRequest): never {
  if (!(error instanceof GatewayFault || error instanceof UpstreamFault)) throw error;
  const { link, message = '' } = faults[error.code];
  if (link === undefined) throw error;
  blameFor(error, request);
  const headers = link.status === 503 ? { 'retry-after': '30' } : {};
  const code = (link.code ?? clientCodeOf(error.code)) as FaultCode;
  throw new HttpFault(link.status, code, `${link.message ?? message}.`, { headers });
}

function blameFor(error: Error, { facts }: FastifyRequest): void {
  if (error instanceof GatewayFault || error instanceof UpstreamFault)
    recordFailure(facts, error.code, faults[error.code].party);
}
