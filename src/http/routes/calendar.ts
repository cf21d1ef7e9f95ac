/**
 * GET and HEAD of `/calendar/<sealed>.ics`: the calendar that a link opens. Links do not appear in the log, because the route is logged
 * instead of the path. Calendars fetch again and again, so an unchanged calendar is a 304. Clients must ask before they use a stored copy.
 */
import { faults } from '@realty-forms/platform/fault.ts';
import { entityTagOf, namesTag } from '@realty-forms/platform/web/static-files.ts';
import { GatewayFault, UpstreamFault } from '../../gateway/fault.ts';
import { CALENDAR_ENDING, CALENDAR_PATH, type Calendars } from '../../gateway/search/calendar.ts';
import { HttpFault } from '../http-fault.ts';
import type { Route } from '../middleware/routing.ts';

export function calendarRoute({ read }: Pick<Calendars, 'read'>): Route {
  return {
    path: `${CALENDAR_PATH}/*`,
    methods: ['GET'],
    async handle({ path, request, requestId }) {
      const name = path?.slice(CALENDAR_PATH.length + 1) ?? '';
      if (!name.endsWith(CALENDAR_ENDING)) throw nothingThere();
      const body = await read(name.slice(0, -CALENDAR_ENDING.length), requestId);
      const etag = entityTagOf(body);
      const headers = { 'cache-control': 'private, no-cache', etag };
      if (namesTag(request.headers['if-none-match'], etag)) return { status: 304, headers };
      const disposition = { 'content-disposition': 'attachment; filename="deadlines.ics"' };
      return { status: 200, headers: { ...headers, ...disposition }, type: 'text/calendar; charset=utf-8', body };
    },
    faultFor,
  };
}

const nothingThere = () => new HttpFault('NOT_FOUND', 'No calendar was found for this link.');

/** Temporary problems all look the same, so that nothing about upstream is shown; calendars try again by themselves. */
function faultFor(error: unknown): HttpFault | undefined {
  if (!(error instanceof GatewayFault || error instanceof UpstreamFault)) return undefined;
  if (error.code === 'NOT_FOUND') return nothingThere();
  if (error.code === 'LINK_EXPIRED') return new HttpFault('LINK_EXPIRED', 'The link has expired; request a new one.');
  if (faults[error.code].retryable !== true) return undefined;
  return new HttpFault('OVERLOADED', 'The calendar cannot be read at the moment.', {
    headers: { 'retry-after': '300' },
  });
}
