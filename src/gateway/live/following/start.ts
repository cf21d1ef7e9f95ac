/**
 * The beginning of a memory: the newest time of the list and its length, by a batch of one, then the first window. If that is
 * too large to be read, as after a mass update, the newest hundred records stand for it, and any difference means that the list
 * has to be loaded again, until newer changes leave the crowd behind.
 */
import { limits } from '../../../contract/calls/endpoints.ts';
import { countAfter, isUnknown, type Length, recentOf, unknownLength } from './count.ts';
import { fingerprintOf, listedRecord } from './listed-record.ts';
import { type Learning, type Memory, newestIn, windowStart } from './memory.ts';
import { type Moment, momentOf } from './moments.ts';
import { type ListSource, newestFirst, readWindow, type Window, type WindowOptions } from './window.ts';

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
  const window = await readWindow(source, since, options, { isCounted: !isUnknown(length) });
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
  return await lengthOf(source, (await readSummaries(source, 1)).max);
}

/**
 * The length by what a batch of one record says. If that is one, it may be the batch that is counted: then a batch of two has another
 * length, though the list stays as it is, and the list's own is unknown.
 */
async function lengthOf(source: ListSource, counted: number): Promise<Length> {
  if (counted !== 1) return { min: counted, max: counted };
  const { max: ofTwo } = await readSummaries(source, 2);
  if (ofTwo <= 1) return { min: ofTwo, max: ofTwo };
  source.forget();
  const { max: again } = await readSummaries(source, 1);
  return again === 1 ? unknownLength : { min: again, max: again };
}

function readSummaries(source: ListSource, size: number) {
  return source.read({ filter: {}, order: newestFirst, full: false }, { size, number: 1 });
}

/** A hash of the newest records of a crowd, and of its length. */
export async function readCrowd(source: ListSource, { decode }: WindowOptions): Promise<string> {
  const batch = { size: limits.batchSize.max, number: 1 };
  const { max, data } = await source.read({ filter: {}, order: newestFirst, full: true }, batch);
  return fingerprintOf([max, ...data.map((flat) => listedRecord(decode, flat).fingerprint).sort()].join());
}

interface Newest {
  readonly newest: Moment | null;
  readonly length: Length;
}

/** The first record tells, unless its time cannot be read or is impossible. */
async function readNewest(source: ListSource, { decode }: WindowOptions, learning: Learning): Promise<Newest> {
  const read = async (size: number) => {
    const { max, data } = await readSummaries(source, size);
    const times = data.map((flat) => ({
      updated: momentOf(decode.transaction(flat, summary).record.lastUpdateDate, decode.timeZone),
    }));
    return { newest: newestIn(times, null, learning), max };
  };
  const first = await read(1);
  const length = await lengthOf(source, first.max);
  const isTold = first.newest !== null || length.max <= 1;
  return { newest: isTold ? first.newest : (await read(limits.batchSize.max)).newest, length };
}

const summary = new Set(['summary'] as const);
