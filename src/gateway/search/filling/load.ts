/**
 * Reads one agent's list, a batch at a time, and saves each batch before it reads the next, so that after a kill a load continues where it
 * was. Each batch contains the last record of the previous one: if it does not, something was deleted meanwhile, and the load starts again.
 * The load keeps the cursor of its beginning; the changes after that cursor show what has changed since. It is complete once the rows that
 * the list lacks have been checked with the service (`work.ts`).
 */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import type { TransactionOrder } from '@realty-forms/contract/calls/requests.ts';
import { UpstreamFault } from '../../fault.ts';
import { farthestBatch } from '../../lists/batches.ts';
import { List } from '../../lists/list.ts';
import type { Snapshot } from '../../lists/snapshot.ts';
import { ChangeTracker } from '../../live/tracking/change-tracker.ts';
import { type ListedRecord, listedRecord, readNewest } from '../../live/tracking/change-window.ts';
import { newestIn, readUntil } from '../../live/tracking/timestamps.ts';
import { emptyState } from '../../live/tracking/tracker-state.ts';
import type { AgentState, SearchIndex } from '../index.ts';
import { type AgentReads, isKept, toIndexed } from './agent-list.ts';

/** What a load needs to continue. */
interface Position {
  /** The cursor of the changes since the load began. */
  readonly cursor: string;
  readonly startedAt: number;
  /** How many records of the list have been read. */
  readonly reached: number;
  /** The number of the last record; null if there are none. */
  readonly last: string | null;
}

export interface Loaded {
  readonly load: number;
  readonly startedAt: number;
  readonly cursor: string;
  /** The length of the list. */
  readonly length: number;
  /** Rows that the list no longer has. Each has to be confirmed before it is removed. */
  readonly missing: readonly string[];
}

type Writer = Pick<SearchIndex, 'beginLoad' | 'forget' | 'saveBatch' | 'unseen'>;

const FIRST = { size: limits.batchSize.max, number: 1 };
const byInsertion: TransactionOrder = { field: 'INSERT_DATE', direction: 'ASC' };
const MAX_ATTEMPTS = 3;
/** The change window of a list with at most this many records is never too large to be read. */
const MAX_WINDOW = 500;

/** Continues the load of this state. Null if another load has begun since, or the rows were erased. */
export async function loadList(index: Writer, reads: AgentReads, state: AgentState): Promise<Loaded | null> {
  const { nrdsId } = reads.grant;
  let current = state;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const loaded = await attemptLoad(index, reads, current);
    if (loaded !== 'torn') return loaded;
    current = await index.beginLoad(nrdsId);
  }
  const problem = `the list changed during each load, ${MAX_ATTEMPTS} times in a row`;
  throw new UpstreamFault('UPSTREAM_INVALID', problem, { endpoint: 'listTrans', sent: true });
}

async function attemptLoad(
  index: Writer,
  reads: AgentReads,
  { load, position }: AgentState,
): Promise<Loaded | null | 'torn'> {
  const { grant, options, source } = reads;
  const { clock, decode } = options;
  const list = new List(
    (batch) => source.list.read({ filter: {}, order: byInsertion, full: true }, batch),
    source.list.batchBehavior,
  );
  const numbers = new Set<string>();
  let begin: number | null = null;
  let place = position === null ? null : (JSON.parse(position) as Position);
  for (;;) {
    const seenAt = clock.now();
    const snapshot = await list.read(place === null ? FIRST : farthestBatch(Math.max(0, place.reached - 1), true));
    const records = snapshot.records.map((flat) => listedRecord(decode, flat));
    const last = place?.last ?? null;
    if (snapshot.isTorn || (last !== null && !records.some(({ transId }) => transId === last))) return 'torn';
    if (place === null) {
      const cursor = await cursorAfter(snapshot, records, reads);
      place = { cursor: cursor ?? (await cursorNow(reads)), startedAt: seenAt, reached: 0, last: null };
      // The cursor may already know changes that the batch lacks.
      if (cursor === null) continue;
    }
    // The changes after the cursor must include everything that has changed since the first batch.
    if (place.reached === 0 && clock.now() - seenAt >= options.overlapMs / 2) return 'torn';
    const reached = snapshot.start + records.length;
    begin ??= snapshot.start;
    for (const { transId } of records) numbers.add(transId);
    // A record that is there twice has replaced another one: the order has changed between two batches.
    if (numbers.size < reached - begin) return 'torn';
    place = { ...place, reached: Math.max(place.reached, reached), last: records.at(-1)?.transId ?? place.last };
    const expired = records.filter((record) => !isKept(record, reads)).map(({ transId }) => transId);
    if (expired.length > 0) await index.forget(grant.nrdsId, expired);
    const rows = records.filter((record) => isKept(record, reads)).map((record) => toIndexed(record, seenAt));
    if (!(await index.saveBatch(grant.nrdsId, load, rows, JSON.stringify(place)))) return null;
    if (snapshot.isLast) break;
  }
  const missing = await index.unseen(grant.nrdsId, load);
  return { load, startedAt: place.startedAt, cursor: place.cursor, length: place.reached, missing };
}

/**
 * A cursor after which the changes contain everything that is not yet in this first batch. For a short list, it takes no call. Null if the
 * change window may be too large to be read, or has to be read to find out how.
 */
async function cursorAfter(
  { isLast, isOneAnswer, isCounted, max }: Snapshot<unknown>,
  records: readonly ListedRecord[],
  { source, grant, cursors, options }: AgentReads,
): Promise<string | null> {
  if (!isCounted || max > MAX_WINDOW || source.list.batchBehavior.isSinceMisread) return null;
  const now = options.clock.now();
  const { overlapMs } = options;
  const { newest, length } =
    isLast && isOneAnswer
      ? {
          newest: newestIn(
            records.map(({ updated }) => updated),
            null,
            { overlapMs, now },
          ),
          length: { min: records.length, max: records.length },
        }
      : await readNewest(source.list, options);
  return cursors.seal(grant, {
    ...emptyState,
    newest,
    readAt: readUntil(newest, now),
    overlapMs,
    recent: null,
    count: { ...length, at: now },
  });
}

/** A cursor after which the changes contain everything that changes from now on. */
async function cursorNow({ source, grant, cursors, options }: AgentReads): Promise<string> {
  const tracker = new ChangeTracker(source.list, grant, cursors, options);
  await tracker.poll();
  return tracker.cursor;
}
