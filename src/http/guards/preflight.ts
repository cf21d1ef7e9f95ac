/**
 * Answers preflight requests: with what a page may send if its origin is listed; otherwise, for the graph, with the setting to
 * change, since a browser only reports a missing header.
 */

import { preflightHeaders } from '../exchange/cross-origin-headers.ts';
import { HttpFault } from '../exchange/http-fault.ts';
import type { Guard } from './guard.ts';

const unlistedMessage =
  'Pages from this origin may not call the gateway; its operator can allow the origin in CORS_ORIGINS.';

export function answerPreflight(origins: readonly string[]): Guard {
  return (exchange) => {
    if (!exchange.isPreflight) return null;
    const { origin } = exchange.request.headers;
    if (origin === undefined) return null;
    if (origins.includes(origin)) return { status: 204, headers: preflightHeaders };
    if (!exchange.isGraphql) return null;
    return new HttpFault('METHOD_NOT_ALLOWED', unlistedMessage, { headers: { allow: 'GET, POST' } });
  };
}
