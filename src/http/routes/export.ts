/**
 * GET of `/export/transactions.jsonl`: lines of JSON, for services with the scope of exports. They are read from the index as fast as the
 * client reads them. An error after the first line ends the connection: an export is complete only if its last line has a cursor.
 */
import { Readable } from 'node:stream';
import { faults } from '@realty-forms/platform/fault.ts';
import { badInput, GatewayFault, UpstreamFault } from '../../gateway/fault.ts';
import type { ExportTransactions } from '../../gateway/search/export.ts';
import { callerOf } from '../../graphql/context.ts';
import { HttpFault } from '../http-fault.ts';
import type { Route } from '../middleware/routing.ts';

const EXPORT_PATH = '/export/transactions.jsonl';

export function exportRoute(open: ExportTransactions): Route {
  return {
    path: EXPORT_PATH,
    methods: ['GET'],
    hasHead: false,
    async handle({ principal, tokenError, request }) {
      if (tokenError !== undefined) throw tokenError;
      const lines = await open(callerOf({ principal }), cursorIn(request.url ?? ''));
      const headers = { 'content-disposition': 'attachment; filename="transactions.jsonl"' };
      const body = Readable.from(lines, { highWaterMark: 1 });
      return { status: 200, headers, type: 'application/x-ndjson; charset=utf-8', body };
    },
    faultFor,
  };
}

/** If a misspelled parameter were ignored, everything would be exported again. */
function cursorIn(url: string): string | null {
  // `URL` throws for a target that names the host with an invalid port.
  const parameters = new URLSearchParams(/\?[^#]*/.exec(url)?.[0]);
  const unknown = [...parameters.keys()].find((name) => name !== 'cursor');
  if (unknown !== undefined) throw badInput(unknown.slice(0, 64), 'unknown; the only parameter is cursor');
  const [cursor = null, ...more] = parameters.getAll('cursor');
  if (more.length > 0) throw badInput('cursor', 'must be given once');
  return cursor;
}

function faultFor(error: unknown): HttpFault | undefined {
  if (error instanceof UpstreamFault) return new HttpFault('UPSTREAM_UNAVAILABLE', `${faults[error.code].message}.`);
  if (!(error instanceof GatewayFault)) return undefined;
  if (error.code === 'INDEX_UNAVAILABLE') return new HttpFault('OVERLOADED', 'Nothing can be exported at the moment.');
  return new HttpFault(error.code, `${error.message}.`);
}
