/**
 * GET and HEAD of `/files/<sealed>`: streams the file that a link opens (access rule 9) as an attachment with its name and type, whole or
 * as a single range. Links do not appear in the log, because the route is logged instead of the path. Clients do not see upstream's
 * messages and address.
 */
import { faults } from '@realty-forms/platform/fault.ts';
import { disconnectSignal } from '@realty-forms/platform/v8/abort-signal.ts';
import { GatewayFault, UpstreamFault } from '../../gateway/fault.ts';
import type { FollowLink } from '../../gateway/files/download.ts';
import { FILES_PATH } from '../../gateway/files/file-links.ts';
import { attachment } from '../../gateway/files/names-and-types.ts';
import { HttpFault } from '../http-fault.ts';
import type { Route } from '../middleware/routing.ts';
import type { RequestContext } from '../request-context.ts';
import type { HttpResponse } from '../response.ts';

export function filesRoute(followLink: FollowLink): Route {
  async function open(context: RequestContext): Promise<HttpResponse> {
    const { request, response, requestId } = context;
    const { body, headers, mediaType, name, status } = await followLink(sealedIn(context), {
      // Only GET has ranges (RFC 9110, 14.2).
      range: request.method === 'GET' ? request.headers.range : undefined,
      // Node joins several headers of this name into one string.
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

function sealedIn({ path }: RequestContext): string {
  return path?.slice(FILES_PATH.length + 1) ?? '';
}

/**
 * Upstream's messages and address are not shown, so the rows of faults have their own messages. A fault without one for links is
 * unexpected.
 */
function faultFor(error: unknown): HttpFault | undefined {
  if (!(error instanceof GatewayFault || error instanceof UpstreamFault)) return undefined;
  const { link, message = '', status } = faults[error.code];
  if (link === undefined) return undefined;
  const headers = status === 503 ? { 'retry-after': '30' } : {};
  return new HttpFault(error.code, `${link.message ?? message}.`, { headers });
}
