/**
 * Cursors of changes: a sealed memory, so that any process can continue after one with a single read, and none has to keep it.
 * Of a window with more than 50 known records, 50 are named; the others are remembered together, by a hash of all, and are known
 * again as long as the window stays the same. If it does not, some are shown once more, with the version that they had.
 */
import { hash } from 'node:crypto';
import type { KindOptions } from '@realty-forms/contract/columns/kinds.ts';
import { timeZoneOf } from '@realty-forms/contract/times/time-zone.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { AgentGrant } from '../../callers/access.ts';
import { faultOf } from '../../fault.ts';
import type { Sealer } from '../../ids/seal.ts';
import { readParts, writeParts } from '../../ids/token.ts';
import { type Count, MARK_CHARACTERS, type Memory } from './memory.ts';
import { type Moment, momentOf } from './moments.ts';
import { FINGERPRINT_CHARACTERS, fingerprintOf, type Window } from './window.ts';

/** A cursor that was opened; `recall` makes it a memory again. */
export interface OpenedCursor {
  /** The cursor itself. */
  readonly text: string;
  readonly newest: Moment | null;
  /** That of the process which issued it; null in cursors of version 0.3. */
  readonly overlapMs: number | null;
  readonly count: Count;
  readonly crowd: string | null;
  /** The list has to be loaded again: the cursor is too old, or its times were read in another way, so that nothing can be asked since. */
  readonly isVoid: boolean;
  readonly named: readonly string[];
  readonly others: Others | null;
  readonly recent: ReadonlySet<string> | null;
}

/** The records of a window that are not named, in the order of their fingerprints. */
interface Others {
  readonly hash: string;
  /** One bit each: whether the record is known. */
  readonly bits: Buffer;
}

export interface ChangeCursors {
  readonly seal: (grant: AgentGrant, memory: Memory) => string;
  /** A cursor after which the list has to be loaded. */
  readonly sealNothing: (grant: Pick<AgentGrant, 'holder' | 'nrdsId'>) => string;
  /** Throws INVALID_CURSOR for anything but a cursor of this agent's changes that was issued under the same kind of grant. */
  readonly open: (grant: AgentGrant, text: string) => OpenedCursor;
}

const MAX_NAMED = 50;
/** In place of the recent records, of which there are too many. */
const FORGOTTEN = '-';
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;

/** Times are read in this zone, and as this if they are numbers: a cursor of times that were read otherwise is void. */
export function createChangeCursors(
  sealer: Pick<Sealer, 'sealCursor' | 'openCursor' | 'openFormerCursor'>,
  clock: Clock,
  { timeZone, epoch = null }: KindOptions,
): ChangeCursors {
  const readingMark = fingerprintOf(`${timeZone} ${epoch}`).slice(0, MARK_CHARACTERS);
  const sealParts = (
    grant: Pick<AgentGrant, 'holder' | 'nrdsId'>,
    { newest, overlapMs, count, recent, crowd, ...memory }: Memory,
    sealedAt: number,
  ): string => {
    const { named, others } = split(memory);
    // The list may never be counted, so how old a cursor is does not depend on that.
    const times = [count.at, sealedAt].map((ms) => Math.floor(ms / 1_000));
    const counted = [count.min, count.max, ...times, readingMark, overlapMs / 1_000].join(' ');
    const ofOthers = others === null ? '' : others.hash + others.bits.toString('base64url');
    const marks = recent === null || recent.size > MAX_NAMED ? FORGOTTEN : [...recent].join('');
    const parts = [newest?.text ?? '', counted, named.join(''), ofOthers, marks, crowd ?? ''];
    return sealer.sealCursor('changes', ownerOf(grant), writeParts(parts));
  };
  const openParts = (grant: AgentGrant, text: string): readonly string[] => {
    const owner = ownerOf(grant);
    const bytes = sealer.openCursor('changes', owner, text);
    if (bytes !== null) return readParts(bytes) ?? [];
    const [formerOwner, ...parts] = sealer.openFormerCursor('changes', text) ?? [];
    if (formerOwner === owner) return parts;
    throw faultOf('INVALID_CURSOR', 'after', "not a cursor of this agent's changes");
  };
  return {
    seal: (grant, memory) => sealParts(grant, memory, clock.now()),
    sealNothing: (grant) => sealParts(grant, nothing, 0),
    open(grant, text) {
      const [newest = '', counted = '', named = '', others = '', marks = '', crowd = ''] = openParts(grant, text);
      // Cursors of version 0.3 say neither when they were sealed, nor how times were read, nor where the window began.
      const [min = 0, max = 0, countedAt = 0, sealedAt = countedAt] = counted.split(' ', 4).map(Number);
      const [, , , , mark = readingMark, overlap = null] = counted.split(' ');
      return {
        text,
        newest: momentOf(newest, timeZoneOf(timeZone)),
        overlapMs: overlap === null ? null : Number(overlap) * 1_000,
        count: { min, max, at: countedAt * 1_000 },
        crowd: crowd === '' ? null : crowd,
        isVoid: mark !== readingMark || clock.now() - sealedAt * 1_000 > MAX_AGE_MS,
        named: piecesOf(named, FINGERPRINT_CHARACTERS),
        others: others === '' ? null : openOthers(others),
        recent: marks === FORGOTTEN ? null : new Set(piecesOf(marks, MARK_CHARACTERS)),
      };
    },
  };
}

const none: ReadonlySet<string> = new Set();
const nothing: Memory = {
  newest: null,
  overlapMs: 0,
  known: none,
  due: none,
  recent: null,
  count: { min: 0, max: 0, at: 0 },
  crowd: null,
};

/** What the cursor's holder knows of a window that was read since, with the overlap of this process. */
export function recall(
  { newest, overlapMs, count, named, others, recent }: OpenedCursor,
  window: Window,
  ownOverlapMs: number,
): Memory {
  const known = new Set(named);
  if (others !== null) {
    const rest = restOf(
      window.records.map(({ fingerprint }) => fingerprint),
      known,
    );
    if (fingerprintOf(rest.join('')) === others.hash) {
      for (const [at, fingerprint] of rest.entries()) if (hasBit(others.bits, at)) known.add(fingerprint);
    }
  }
  return { newest, overlapMs: overlapMs ?? ownOverlapMs, known, due: none, recent, count, crowd: null };
}

/** Names the records that changed last: they are the most likely ones to be in the next window. */
function split({ known, due }: Pick<Memory, 'known' | 'due'>): { named: readonly string[]; others: Others | null } {
  const named = [...known].slice(-MAX_NAMED);
  if (known.size <= MAX_NAMED) return { named, others: null };
  const rest = restOf([...known, ...due], new Set(named));
  const bits = Buffer.alloc(Math.ceil(rest.length / 8));
  for (const [at, fingerprint] of rest.entries()) if (known.has(fingerprint)) setBit(bits, at);
  return { named, others: { hash: fingerprintOf(rest.join('')), bits } };
}

function restOf(all: readonly string[], named: ReadonlySet<string>): string[] {
  return all.filter((fingerprint) => !named.has(fingerprint)).sort();
}

/** A text in pieces of equal length. */
function piecesOf(text: string, length: number): string[] {
  return Array.from({ length: text.length / length }, (_, at) => text.slice(at * length, (at + 1) * length));
}

function openOthers(text: string): Others {
  const [hashed, bits] = [text.slice(0, FINGERPRINT_CHARACTERS), text.slice(FINGERPRINT_CHARACTERS)];
  return { hash: hashed, bits: Buffer.from(bits, 'base64url') };
}

function setBit(bits: Buffer, at: number): void {
  bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
}

function hasBit(bits: Buffer, at: number): boolean {
  return ((bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
}

/** Services' cursors open for services only, an agent's for the same agent only. */
function ownerOf({ holder, nrdsId }: Pick<AgentGrant, 'holder' | 'nrdsId'>): string {
  return hash('sha256', JSON.stringify(['changes', holder, nrdsId]), 'base64url').slice(0, 16);
}
