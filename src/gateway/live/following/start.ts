/**
 * The beginning of a memory: the newest time of the list and its length, by a batch of one, then the first window. If that is
 * too large to be read, as after a mass update, the newest hundred records stand for it, and any difference means that the list
 * has to be loaded again, until newer changes leave the crowd behind.
 */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import type { Snapshot } from '../../lists/list.ts';
import { countAfter, type Length, recentOf, unknownLength } from './count.ts';
import { fingerprintOf, listedRecord } from './listed-record.ts';
import { type Learning, type Memory, newestIn, windowStart } from './memory.ts';
import { type Moment, momentOf } from './moments.ts';
import { type ListSource, newestFirst, openList, readWindow, type Window, type WindowOptions } from './window.ts';

export interface Start {
  readonly memory: Memory;
  /** Null for a crowd. */
  readonly window: Window | null;
}

const none: ReadonlySet<string> = new Set();

export async function start(source: ListSource, options: WindowOptions): Promise<Start> {
  const learning: Learning = { overlapMs: options.overlapMs, now: options.clock.now() };
  const { newest, length } = await readNewest(source, options, learning);
  const count = { ...length, at: learning.now };
  const { overlapMs } = options;
  const beginning: Memory = { newest, overlapMs, known: none, due: none, recent: none, count, crowd: null };
  const since = windowStart(beginning, overlapMs);
  const window = await readWindow(source, since, options);
  if (window === null) return { memory: { ...beginning, crowd: await readCrowd(source, options) }, window };
  const { records } = window;
  // Inserted after the list was counted.
  const late = records.filter(({ inserted }) =>
    newest === null ? length.max === 0 : inserted !== null && inserted.ms > newest.ms,
  );
  const latest = newestIn(records, newest, learning);
  return {
    memory: {
      ...beginning,
      newest: latest,
      known: new Set(records.map(({ fingerprint }) => fingerprint)),
      recent: recentOf(records, windowStart({ newest: latest }, overlapMs)),
      count: countAfter(beginning, since, late),
    },
    window,
  };
}

/** The length of the list. */
export async function readLength(source: ListSource): Promise<Length> {
  source.forget();
  return lengthOf(await readSummaries(source, 1));
}

/** If the service does not count the list, its length is known only if it is short. */
function lengthOf({ max, isCounted, isLast }: Snapshot<unknown>): Length {
  return isCounted || isLast ? { min: max, max } : unknownLength;
}

function readSummaries(source: ListSource, size: number) {
  return openList(source, { filter: {}, order: newestFirst, full: false }).read({ size, number: 1 });
}

/** A hash of the newest records of a crowd, and of its length. */
export async function readCrowd(source: ListSource, { decode }: WindowOptions): Promise<string> {
  const batch = { size: limits.batchSize.max, number: 1 };
  const list = openList(source, { filter: {}, order: newestFirst, full: true });
  const { max, records } = await list.read(batch);
  return fingerprintOf([max, ...records.map((flat) => listedRecord(decode, flat).fingerprint).sort()].join());
}

interface Newest {
  readonly newest: Moment | null;
  readonly length: Length;
}

/** The first record tells, unless its time cannot be read or is impossible. */
async function readNewest(source: ListSource, { decode }: WindowOptions, learning: Learning): Promise<Newest> {
  const read = async (size: number) => {
    const batch = await readSummaries(source, size);
    const times = batch.records.map((flat) => ({
      updated: momentOf(decode.transaction(flat, summary).record.lastUpdateDate, decode.timeZone),
    }));
    return { newest: newestIn(times, null, learning), length: lengthOf(batch) };
  };
  const first = await read(1);
  const { length } = first;
  const isTold = first.newest !== null || length.max <= 1;
  return { newest: isTold ? first.newest : (await read(limits.batchSize.max)).newest, length };
}

const summary = new Set(['summary'] as const);
