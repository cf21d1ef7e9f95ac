/**
 * Calendar links: sealed capabilities to read the deadlines of some agents, because calendars send no token when they fetch. A link names
 * the agents or offices that its caller acted for, and expires. Each fetch asks the directory again whether these agents are still active,
 * and still in their offices.
 */
import { hash } from 'node:crypto';
import type { TransactionRecord } from '@realty-forms/contract/columns/records.ts';
import { selectGroups } from '@realty-forms/contract/columns/selection.ts';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import ical, { ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import type { AgentSet } from '../callers/directory-index.ts';
import { type Principal, shortSubject } from '../callers/principal.ts';
import { badInput, GatewayFault, isForbidden, notFound } from '../fault.ts';
import type { Parts } from '../parts.ts';
import type { DeadlineKind } from './rows.ts';
import type { FoundRow, Place, Window } from './store/query.ts';

interface CalendarsOptions
  extends Pick<Parts, 'access' | 'clock' | 'decode' | 'directory' | 'index' | 'log' | 'sealer'> {
  /** The agents whose lists belong in the index; null for all agents. */
  readonly indexed: AgentSet | null;
  /** Part of each link; links of other epochs open nothing. */
  readonly epoch: number;
  /** The gateway's public URL; without it, links are paths from the root. */
  readonly publicUrl?: string | undefined;
}

export type Calendars = Readonly<ReturnType<typeof createCalendars>>;

/** How the path of a link begins and ends. */
export const CALENDAR_PATH = '/calendar';
export const CALENDAR_ENDING = '.ics';

const LINK_DAYS = 180;
/**
 * A calendar has the deadlines from a month ago to a year from now. If there are too many, it has the next ones: those of an office may be so
 * many that the past ones alone would fill it.
 */
const PAST_DAYS = 31;
const FUTURE_DAYS = 366;
const MAX_DEADLINES = 2_000;
/** The size of a page, all of whose records are unpacked in one turn of the event loop. */
const PAGE = 100;
/** How often calendars are asked to fetch; they decide themselves. */
const REFRESH_SECONDS = 60 * 60;
/** Sequence numbers count seconds from 2000. They have 31 bits, until 2068; a record may state a later time. */
const SEQUENCE_BEGIN_MS = Date.UTC(2000, 0, 1);
const MAX_SEQUENCE = 2 ** 31 - 1;

const summaries: Readonly<Record<DeadlineKind, string>> = {
  LISTING_EXPIRATION: 'Listing expires',
  AGREEMENT: 'Agreement',
  EARNEST_MONEY: 'Earnest money due',
  DUE_DILIGENCE: 'Due diligence ends',
  CLOSING: 'Closing',
};
/** Deals with these statuses came to nothing, so nothing is due in them. */
const abandoned: ReadonlySet<unknown> = new Set(['EXPIRED', 'REJECTED', 'TERMINATED', 'WITHDRAWN']);
const shown = selectGroups('summary', 'property');

export function createCalendars({
  sealer,
  access,
  index,
  indexed,
  directory,
  decode,
  epoch,
  clock,
  log,
  ...options
}: CalendarsOptions) {
  const base = (options.publicUrl ?? '').replace(/\/+$/, '');

  const open = (sealed: string): Opened => {
    const [expires, sealedEpoch, role, subject = '', kinds = '', claim, ...ids] = sealer.open('calendar', sealed) ?? [];
    if (role !== 'agent' && role !== 'coordinator') throw notFound();
    if (clock.now() >= Number(expires) || Number(sealedEpoch) !== epoch)
      throw new GatewayFault('LINK_EXPIRED', 'The link has expired; request a new one');
    const acting = claim === OFFICES ? { nrdsIds: [], officeNrdsIds: ids } : { nrdsIds: ids };
    return {
      principal: { role, subject, ...acting, scopes: new Set() },
      kinds: kinds === '' ? null : (kinds.split(' ') as DeadlineKind[]),
    };
  };

  const agentsOf = async (principal: Principal): Promise<readonly string[]> => {
    const grants = await access.agents(principal).catch((error: unknown) => {
      throw isForbidden(error) ? notFound() : error;
    });
    if (grants.length === 0) throw notFound();
    return grants.map(({ nrdsId }) => nrdsId);
  };

  /** The first of these agents whose list will never be in the index. */
  const leftOut = async (nrdsIds: readonly string[]): Promise<string | undefined> => {
    if (indexed === null) return undefined;
    const kept = new Set((await directory.agentsIn(indexed))?.map(({ nrdsId }) => nrdsId));
    return nrdsIds.find((nrdsId) => !kept.has(nrdsId));
  };

  const eventOf = ({ place, record }: FoundRow): Event | null => {
    const [date = '', kind] = place.key.split(' ');
    const { status, lastUpdateDate, property } = decode.transaction(record, shown).record;
    if (abandoned.has(status)) return null;
    const updatedAt = lastUpdateDate == null ? Number.NaN : Date.parse(lastUpdateDate);
    return {
      // The same for every caller and, if several agents list the transaction, in every list.
      id: `${hash('sha256', JSON.stringify([place.transId, kind]), 'hex').slice(0, 32)}@realty-forms`,
      date,
      updatedAt: Number.isNaN(updatedAt) ? SEQUENCE_BEGIN_MS : updatedAt,
      summary: `${summaries[kind as DeadlineKind]}: ${addressIn(property)}`,
    };
  };

  return {
    /**
     * A link to the deadlines of the caller's agents; null for a service, which has no agents of its own. Rejects with BAD_USER_INPUT if
     * the index leaves out one of them, because the calendar would look complete without that agent's deadlines.
     */
    async linkFor(principal: Principal, kinds: readonly DeadlineKind[] | null): Promise<string | null> {
      const { role, subject, nrdsIds, officeNrdsIds } = principal;
      if (role === 'service') return null;
      if (index === null) throw new GatewayFault('BAD_USER_INPUT', SWITCHED_OFF);
      if (kinds?.length === 0) throw badInput('kinds', 'must not be empty; omit it instead');
      const missing = indexed && (await leftOut((await access.agents(principal)).map(({ nrdsId }) => nrdsId)));
      if (missing) throw new GatewayFault('BAD_USER_INPUT', notIndexed(missing));
      // The same all day, so that pages can compare links.
      const expires = (Math.floor(clock.now() / DAY_MS) + LINK_DAYS) * DAY_MS;
      const chosen = kindNames.filter((kind) => kinds?.includes(kind)).join(' ');
      const claim = officeNrdsIds === undefined ? [AGENTS, ...nrdsIds] : [OFFICES, ...officeNrdsIds];
      const parts = [String(expires), String(epoch), role, shortSubject(subject), chosen, ...claim];
      try {
        return `${base}${CALENDAR_PATH}/${sealer.seal('calendar', parts)}${CALENDAR_ENDING}`;
      } catch (error) {
        if (error instanceof RangeError) throw new GatewayFault('BAD_USER_INPUT', TOO_MANY);
        throw error;
      }
    },
    /** The calendar that a link opens, in the format of RFC 5545. */
    async read(sealed: string, requestId: string): Promise<string> {
      const { principal, kinds } = open(sealed);
      if (index === null) throw notFound();
      const agents = await agentsOf(principal);
      if ((await leftOut(agents)) !== undefined) throw new GatewayFault('LINK_EXPIRED', 'An agent is not in the index');
      const today = clock.now();
      const events = new Map<string, Event>();
      const readAll = async (from: number, to: number, end: Window['from']): Promise<void> => {
        let place: Place | null = null;
        do {
          const edges = end === 'start' ? { after: place, before: null } : { after: null, before: place };
          const { rows, hasNextPage, hasPreviousPage, freshness } = await index.deadlines({
            ...{ agents, from: dayOf(from), to: dayOf(to), kinds, statuses: null, isCounted: false },
            window: { from: end, take: PAGE, ...edges },
          });
          // People would overlook deadlines that an incomplete calendar lacks.
          if (!freshness.isComplete) throw new GatewayFault('INDEX_UNAVAILABLE', 'The index is being filled');
          const inOrder = end === 'start' ? rows : rows.toReversed();
          for (const event of inOrder.map(eventOf)) if (event !== null) events.getOrInsert(event.id, event);
          place = (end === 'start' ? hasNextPage : hasPreviousPage) ? (inOrder.at(-1)?.place ?? null) : null;
        } while (place !== null && events.size < MAX_DEADLINES);
      };
      // In the service's time zone, it may still be yesterday.
      await readAll(today - DAY_MS, today + FUTURE_DAYS * DAY_MS, 'start');
      if (events.size < MAX_DEADLINES) await readAll(today - PAST_DAYS * DAY_MS, today - 2 * DAY_MS, 'end');
      const { role, subject } = principal;
      log.info({ requestId, role, subject, events: events.size }, 'a calendar was read');
      return print([...events.values()].slice(0, MAX_DEADLINES));
    },
  };
}

const [AGENTS, OFFICES] = ['agents', 'offices'];
const kindNames = Object.keys(summaries) as DeadlineKind[];
const SWITCHED_OFF = 'The search index is turned off here, so there are no deadlines';
const notIndexed = (nrdsId: string) =>
  `The search index leaves out your agent ${nrdsId}, so a calendar would lack deadlines: ask the operator (INDEX_AGENTS), or use a token without this agent`;
const TOO_MANY =
  'Your token names too many agents or offices for a link; ask for one that names offices, or fewer of them';

interface Opened {
  readonly principal: Principal;
  readonly kinds: readonly DeadlineKind[] | null;
}

/** An all-day event. */
interface Event {
  readonly id: string;
  readonly date: string;
  /** When the transaction was last changed. */
  readonly updatedAt: number;
  readonly summary: string;
}

function print(events: readonly Event[]): string {
  const calendar = ical({
    name: 'Deadlines',
    prodId: { company: 'Realty forms', product: 'Deadlines' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  for (const { id, date, updatedAt, summary } of events) {
    const changed = new Date(updatedAt);
    calendar.createEvent({
      id,
      // Without a time zone, the library writes the day in UTC, which is the zone of this Date.
      start: new Date(date),
      allDay: true,
      summary,
      // The transaction's last change, so that a calendar without changes stays the same text.
      sequence: Math.min(MAX_SEQUENCE, Math.max(0, Math.floor((updatedAt - SEQUENCE_BEGIN_MS) / 1_000))),
      stamp: changed,
      lastModified: changed,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  // RFC 5545 requires a line break after the last line, too; the library writes none.
  return `${calendar}\r\n`;
}

/** A calendar that contains one of these is invalid. */
const CONTROLS = /\p{Cc}+/gu;

/** Names and numbers are left out, because calendars are shared with others, and stored by their hosts. */
function addressIn(property: TransactionRecord['property']): string {
  const { streetAddress = null, unitNo = null } = property ?? {};
  if (streetAddress === null) return 'no address';
  return (unitNo === null ? streetAddress : `${streetAddress}, ${unitNo}`).replace(CONTROLS, ' ');
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
