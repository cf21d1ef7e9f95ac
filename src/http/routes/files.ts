/**
 * GET and HEAD of `/files/<sealed>`: streams the file that a link opens (access rule 9) as an attachment with its name and
 * type, whole or as a single range. Links do not appear in the log, because the route is logged instead of the path; upstream's
 * messages and address are not shown to clients.
 */
import type { ServerResponse } from 'node:http';
import { faults } from '@realty-forms/platform/fault.ts';
import { GatewayFault, UpstreamFault } from '../../gateway/fault.ts';
import type { FollowLink } from '../../gateway/files/download.ts';
import { FILES_PATH } from '../../gateway/files/file-links.ts';
import { attachment } from '../../gateway/files/file-names.ts';
import type { Exchange, Route } from '../exchange/exchange.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import type { Reply } from '../exchange/reply.ts';

export interface FilesOptions {
  readonly follow: FollowLink;
}

export function filesRoute({ follow }: FilesOptions): Route {
  async function open(exchange: Exchange): Promise<Reply> {
    const { request, response, requestId } = exchange;
    const { body, headers, mediaType, name, status } = await follow(sealedIn(exchange), {
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      range: request.headers.range,
      // Of these headers, Node joins several into one text.
      ifRange: request.headers['if-range'] as string | undefined,
      requestId,
      signal: disconnectSignal(response),
    });
    const isBodySent = request.method !== 'HEAD' && status !== 416;
    if (!isBodySent) body.on('error', () => undefined).destroy();
    const { 'content-length': _, ...others } = headers;
    if (status === 416) return { status, headers: others, type: mediaType };
    const own = { ...headers, 'content-disposition': attachment(name) };
    return { status, headers: own, type: mediaType, body: isBodySent ? body : undefined };
  }

  return {
    path: `${FILES_PATH}/*`,
    methods: ['GET'],
    handle: open,
    faultFor,
  };
}

function sealedIn({ path }: Exchange): string {
  return path?.slice(FILES_PATH.length + 1) ?? '';
}

/** Aborts when the client disconnects before its response is fully written. */
function disconnectSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Upstream's messages and address are not shown, so the rows have their own. A fault without one for links is unexpected. */
function faultFor(error: unknown): HttpFault | undefined {
  if (!(error instanceof GatewayFault || error instanceof UpstreamFault)) return undefined;
  const { link, message = '', status } = faults[error.code];
  if (link === undefined) return undefined;
  const headers = status === 503 ? { 'retry-after': '30' } : {};
  return new HttpFault(error.code, `${link.message ?? message}.`, { headers });
}
