/**
 * The page planner: decides which batches of at most 100 records (8) cover a window of a list, and reads them. A window is
 * covered by one batch if one exists, otherwise by two, of which the second is only requested if the first shows that it
 * exists. Offsets count from 0, windows are half-open.
 */

import { limits } from '../contract/endpoints.ts';
import type { Batch } from '../contract/requests.ts';

export interface Window {
  readonly start: number;
  readonly end: number;
}

/** The requested page: `take` records from the start or the end of the range between the two bounds. */
export interface PageRequest {
  readonly from: 'start' | 'end';
  /** 1 to 100. */
  readonly take: number;
  /** The first offset that may be read. */
  readonly lower: number;
  /** The offset to stop before; null for the end of the list. */
  readonly upper: number | null;
  /** The length of the list when it was last seen; null if it never was. */
  readonly knownMax: number | null;
}

/** One batch: its records, and the length of the whole list. */
export interface BatchPage<T> {
  readonly data: readonly T[];
  readonly max: number;
}

export interface PageSlice<T> {
  readonly start: number;
  readonly rows: readonly T[];
  readonly max: number;
}

export type ReadBatch<T> = (batch: Batch) => Promise<BatchPage<T>>;

/** The batches that cover a window of 1 to 100 records: the smallest possible one, otherwise the smallest possible two. */
export function planBatches({ start, end }: Window): readonly [Batch] | readonly [Batch, Batch] {
  const count = end - start;
  for (let size = count; size <= limits.batchSize.max; size += 1) {
    if (Math.floor(start / size) === Math.floor((end - 1) / size))
      return [{ size, number: Math.floor(start / size) + 1 }];
  }
  let size = Math.ceil(count / 2);
  while (Math.floor((end - 1) / size) - Math.floor(start / size) > 1) size += 1;
  const number = Math.floor(start / size) + 1;
  return [
    { size, number },
    { size, number: number + 1 },
  ];
}

/** Reads the requested page. If the length of the list changes meanwhile, the page is read once more. */
export function readPage<T>(readAny: ReadBatch<T>, request: PageRequest): Promise<PageSlice<T>> {
  const read: ReadBatch<T> = (batch) => readAny(batch).then((page) => withSeenLength(batch, page));
  return isFirstPage(request) ? readFirst(read, request.take) : readPlanned(read, request);
}

/** The start of a list of unknown length, which is the most frequent request: one batch suffices, whatever it returns. */
function isFirstPage({ from, lower, upper, knownMax }: PageRequest): boolean {
  return from === 'start' && lower === 0 && upper === null && knownMax === null;
}

function readFirst<T>(read: ReadBatch<T>, take: number): Promise<PageSlice<T>> {
  return read({ size: take, number: 1 }).then(({ data, max }) => {
    return { start: 0, rows: data.length > take ? data.slice(0, take) : data, max };
  });
}

async function readPlanned<T>(read: ReadBatch<T>, request: PageRequest): Promise<PageSlice<T>> {
  const first = await attempt(read, request);
  if (first.isConsistent) return first.slice;
  return (await attempt(read, { ...request, knownMax: first.slice.max }, true)).slice;
}

/**
 * Corrects a length that the records contradict: no record lies beyond the end, and none is missing before it, since a client
 * would look for it again and again.
 */
function withSeenLength<T>({ size, number }: Batch, { data, max }: BatchPage<T>): BatchPage<T> {
  const start = (number - 1) * size;
  if (data.length === 0) return { data, max: Math.min(max, start) };
  return { data, max: Math.max(max, start + Math.min(data.length, size)) };
}

interface Attempt<T> {
  readonly slice: PageSlice<T>;
  /** False if the list is longer or shorter than the plan assumed, in a way that changes the page. */
  readonly isConsistent: boolean;
}

/** The last attempt reads its window to the end even if the list keeps changing: a page never has a gap. */
async function attempt<T>(read: ReadBatch<T>, request: PageRequest, isLast = false): Promise<Attempt<T>> {
  const probed = request.knownMax === null && needsMax(request) ? await probe(read, request) : null;
  const max = probed?.page.max ?? request.knownMax;
  const window = windowOf(request, max);
  if (window.start >= window.end) return await readEmpty(read, window, max);

  const [batch, next] = probed !== null && covers(probed.batch, window) ? [probed.batch] : planBatches(window);
  const page = batch === probed?.batch ? probed.page : await read(batch);
  const { start } = window;
  const rows = rowsWithin(window, batch, page.data);
  const isBehindEnd = request.from === 'start' && page.data.length === 0;
  const isStale = !isLast && !isBehindEnd && max !== null && changesPage(request, max, page.max);
  const isWhole = next === undefined || page.max <= batch.number * batch.size;
  if (isStale || isWhole) return { slice: { start, rows, max: page.max }, isConsistent: !isStale };

  const second = await read(next);
  return {
    slice: { start, rows: [...rows, ...rowsWithin(window, next, second.data)], max: second.max },
    isConsistent: second.max === page.max,
  };
}

/** The window is unknown only when reading from the end of a list of unknown length. */
function needsMax(request: PageRequest): boolean {
  return request.from === 'end' && request.upper === null;
}

async function probe<T>(read: ReadBatch<T>, { take }: PageRequest): Promise<{ batch: Batch; page: BatchPage<T> }> {
  const batch = { size: take, number: 1 };
  return { batch, page: await read(batch) };
}

function covers({ size, number }: Batch, { start, end }: Window): boolean {
  return (number - 1) * size <= start && end <= number * size;
}

function windowOf({ from, take, lower, upper }: PageRequest, max: number | null): Window {
  const limit = Math.min(upper ?? Number.POSITIVE_INFINITY, max ?? Number.POSITIVE_INFINITY);
  if (from === 'end') return { start: Math.max(lower, limit - take), end: limit };
  return { start: lower, end: Math.min(lower + take, limit) };
}

/**
 * A window without records. If it begins after the last known record, the list may have grown since. A batch past the end is
 * never requested, so the last known record is read again: that response has the new length.
 */
async function readEmpty<T>(read: ReadBatch<T>, { start }: Window, max: number | null): Promise<Attempt<T>> {
  const isPastEnd = max !== null && max > 0 && start >= max;
  if (!isPastEnd) return { slice: { start, rows: [], max: max ?? 0 }, isConsistent: true };
  const [batch] = planBatches({ start: max - 1, end: max });
  const page = await read(batch);
  return { slice: { start, rows: [], max: page.max }, isConsistent: page.max <= start };
}

/** Whether the new length of the list results in another window. */
function changesPage(request: PageRequest, before: number, now: number): boolean {
  const planned = windowOf(request, before);
  const actual = windowOf(request, now);
  return planned.start !== actual.start || planned.end !== actual.end;
}

function rowsWithin<T>({ start, end }: Window, { size, number }: Batch, data: readonly T[]): readonly T[] {
  const offset = (number - 1) * size;
  return data.slice(Math.max(0, start - offset), Math.max(0, end - offset));
}
