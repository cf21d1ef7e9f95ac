/**
 * Cursors of changes. A cursor seals the state of a tracker, so that any process can continue after it with a single read, and none has to
 * keep the state. It names each known record of the window, so that none is delivered again.
 */
import { hash } from 'node:crypto';
import type { KindOptions } from '@realty-forms/contract/columns/kinds.ts';
import { timeZoneOf } from '@realty-forms/contract/times/time-zone.ts';
import { DAY_MS } from '@realty-forms/platform/clock.ts';
import type { AgentGrant } from '../../callers/grants.ts';
import { faultOf } from '../../fault.ts';
import { readParts, writeParts } from '../../ids/seal.ts';
import type { Parts } from '../../parts.ts';
import { FINGERPRINT_CHARACTERS, fingerprintOf } from './change-window.ts';
import { type Timestamp, timestampOf } from './timestamps.ts';
import { type Count, emptyState, SHORT_HASH_CHARACTERS, type TrackerState } from './tracker-state.ts';

/** An opened cursor; `restoreState` turns it into a state. */
export interface OpenedCursor {
  /** The cursor itself. */
  readonly text: string;
  readonly newest: Timestamp | null;
  readonly readAt: number;
  /** The overlap of the process that issued the cursor. */
  readonly overlapMs: number;
  readonly count: Count;
  readonly overflow: string | null;
  /** The list has to be loaded again: the cursor is too old, or its times were read in another time zone or unit. */
  readonly isVoid: boolean;
  readonly known: ReadonlySet<string>;
  readonly recent: ReadonlySet<string> | null;
  /** The position up to which the client was notified of deletions; null if that is not known. */
  readonly notifiedUpTo: LogPosition | null;
}

/** A number in the index's log of changes. Another log has other numbers. */
export interface LogPosition {
  readonly log: string;
  readonly change: number;
}

export type ChangeCursors = Readonly<ReturnType<typeof createChangeCursors>>;

const MAX_RECENT = 50;
/** The index of this part in a cursor. */
const NOTIFIED_AT = 6;
/** A part of cursors from 0.4: a hash of the known records that they do not name. */
const FORMER = '';
/** Stands for recent records if there are too many for a cursor. */
const OMITTED = '-';
const MAX_AGE_MS = 7 * DAY_MS;

/** Times are read in this zone and, if they are numbers, in this unit. A cursor whose times were read differently is void. */
export function createChangeCursors({
  sealer,
  clock,
  timeZone,
  epoch = null,
}: KindOptions & Pick<Parts, 'clock' | 'sealer'>) {
  const zoneHash = fingerprintOf(`${timeZone} ${epoch}`).slice(0, SHORT_HASH_CHARACTERS);
  const sealParts = (
    grant: Pick<AgentGrant, 'holder' | 'nrdsId'>,
    { newest, readAt, overlapMs, count, known, recent, overflow }: TrackerState,
    sealedAt: number,
    notifiedUpTo: LogPosition | null = null,
  ): string => {
    // Lists may never be counted, so a cursor also has the time at which it was sealed.
    const times = [count.at, sealedAt].map((ms) => Math.floor(ms / 1_000));
    const counted = [count.min, count.max, ...times, zoneHash, overlapMs / 1_000, readAt].join(' ');
    const recentHashes = recent === null || recent.size > MAX_RECENT ? OMITTED : [...recent].join('');
    const parts = [
      newest?.text ?? '',
      counted,
      [...known].join(''),
      FORMER,
      recentHashes,
      overflow ?? '',
      printPosition(notifiedUpTo),
    ];
    return sealer.sealCursor('changes', ownerOf(grant), writeParts(parts));
  };
  const openParts = (grant: AgentGrant, text: string): readonly string[] => {
    const bytes = sealer.openCursor('changes', ownerOf(grant), text);
    if (bytes === null) throw faultOf('INVALID_CURSOR', 'after', "not a cursor of this agent's changes");
    return readParts(bytes) ?? [];
  };
  return {
    seal: (grant: AgentGrant, state: TrackerState, notifiedUpTo?: LogPosition | null): string =>
      sealParts(grant, state, clock.now(), notifiedUpTo),
    /** The same cursor, for a client that was notified of deletions up to this position. */
    reseal(grant: AgentGrant, text: string, notifiedUpTo: LogPosition | null): string {
      const parts = openParts(grant, text);
      const others = Array.from({ length: NOTIFIED_AT }, (_, at) => parts[at] ?? '');
      return sealer.sealCursor('changes', ownerOf(grant), writeParts([...others, printPosition(notifiedUpTo)]));
    },
    /** A cursor that makes its client load the list. */
    sealReload: (grant: Pick<AgentGrant, 'holder' | 'nrdsId'>): string => sealParts(grant, emptyState, 0),
    /** Throws INVALID_CURSOR for anything but a cursor of this agent's changes that was issued under the same kind of grant. */
    open(grant: AgentGrant, text: string): OpenedCursor {
      const parts = openParts(grant, text);
      const [newest = '', counted = '', known = '', , recentHashes = '', overflow = ''] = parts;
      const [min, max, countedAt, sealedAt, readIn, overlap, readAt = `${sealedAt}000`] = counted.split(' ');
      return {
        text,
        newest: timestampOf(newest, timeZoneOf(timeZone)),
        readAt: Number(readAt),
        overlapMs: Number(overlap) * 1_000,
        count: { min: Number(min), max: Number(max), at: Number(countedAt) * 1_000 },
        overflow: overflow === '' ? null : overflow,
        isVoid: readIn !== zoneHash || clock.now() - Number(sealedAt) * 1_000 > MAX_AGE_MS,
        known: new Set(piecesOf(known, FINGERPRINT_CHARACTERS)),
        recent: recentHashes === OMITTED ? null : new Set(piecesOf(recentHashes, SHORT_HASH_CHARACTERS)),
        notifiedUpTo: readPosition(parts[NOTIFIED_AT]),
      };
    },
  };
}

/** The state that the cursor seals, for a window that was read since. */
export function restoreState({ newest, readAt, overlapMs, count, known, recent }: OpenedCursor): TrackerState {
  return { newest, readAt, overlapMs, known, recent, count, overflow: null };
}

/** The state of a cursor whose window was too large to be read; null if there is none. */
export function overflowStateOf(cursors: readonly OpenedCursor[]): TrackerState | null {
  const overflowing = cursors.find(({ overflow }) => overflow !== null);
  if (overflowing === undefined) return null;
  const { newest, count, overflow } = overflowing;
  return { ...emptyState, newest, recent: null, count, overflow };
}

function printPosition(notifiedUpTo: LogPosition | null): string {
  return notifiedUpTo === null ? '' : `${notifiedUpTo.log} ${notifiedUpTo.change}`;
}

function readPosition(text = ''): LogPosition | null {
  const [log = '', change] = text.split(' ');
  return log === '' ? null : { log, change: Number(change) };
}

/** Splits a text into pieces of equal length. */
function piecesOf(text: string, length: number): string[] {
  return Array.from({ length: text.length / length }, (_, at) => text.slice(at * length, (at + 1) * length));
}

/** A service's cursors open for services only, an agent's for the same agent only. */
function ownerOf({ holder, nrdsId }: Pick<AgentGrant, 'holder' | 'nrdsId'>): string {
  return hash('sha256', JSON.stringify(['changes', holder, nrdsId]), 'base64url').slice(0, 16);
}
