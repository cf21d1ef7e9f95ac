/**
 * The page planner: which batches of at most 100 records (8) cover a window of a list, and the reading of them. A window is
 * covered by one batch where one exists, else by two; the second is only sent when the first shows that it exists. Offsets
 * count from 0, windows are half-open.
 */

import { limits } from '../contract/endpoints.ts';
import type { Batch } from '../contract/requests.ts';

export interface Window {
  readonly start: number;
  readonly end: number;
}

/** What is asked for: `take` records from the near end of what lies between the two bounds. */
export interface PageRequest {
  readonly from: 'start' | 'end';
  /** 1 to 100. */
  readonly take: number;
  /** The first offset that may be read. */
  readonly lower: number;
  /** The offset to stop before; null: the end of the list. */
  readonly upper: number | null;
  /** How many records the list had when it was last seen; null when it never was. */
  readonly knownMax: number | null;
}

/** One batch as it was read: its records and how many the list has in all. */
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

/** The batches that cover a window of 1 to 100 records: the smallest one, else the smallest two. */
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

/** Reads the page that is asked for. A list that changes its length while it is read is read once more. */
export function readPage<T>(read: ReadBatch<T>, request: PageRequest): Promise<PageSlice<T>> {
  return isFirstPage(request) ? readFirst(read, request.take) : readInTurn(read, request);
}

/** From the start of a list that nothing is known of, which is what most ask for: one batch, whatever it says. */
function isFirstPage({ from, lower, upper, knownMax }: PageRequest): boolean {
  return from === 'start' && lower === 0 && upper === null && knownMax === null;
}

function readFirst<T>(read: ReadBatch<T>, take: number): Promise<PageSlice<T>> {
  return read({ size: take, number: 1 }).then(({ data, max }) => {
    const rows = data.length > take ? data.slice(0, take) : data;
    return { start: 0, rows, max: Math.max(max, rows.length) };
  });
}

async function readInTurn<T>(readAny: ReadBatch<T>, request: PageRequest): Promise<PageSlice<T>> {
  const read: ReadBatch<T> = async (batch) => withAllSeen(batch, await readAny(batch));
  const first = await attempt(read, request);
  if (first.complete) return first.slice;
  return (await attempt(read, { ...request, knownMax: first.slice.max }, true)).slice;
}

/** A list is no shorter than what is seen of it: a number that says so would have records beyond its own end. */
function withAllSeen<T>({ size, number }: Batch, { data, max }: BatchPage<T>): BatchPage<T> {
  const seen = data.length === 0 ? 0 : (number - 1) * size + Math.min(data.length, size);
  return { data, max: Math.max(max, seen) };
}

interface Attempt<T> {
  readonly slice: PageSlice<T>;
  /** False when the list turned out longer or shorter than the plan took it for, in a way that changes the page. */
  readonly complete: boolean;
}

/** The last attempt reads its window to the end even if the list goes on changing: a page never has a gap. */
async function attempt<T>(read: ReadBatch<T>, request: PageRequest, isLast = false): Promise<Attempt<T>> {
  const probed = request.knownMax === null && needsMax(request) ? await probe(read, request) : null;
  const max = probed?.page.max ?? request.knownMax;
  const window = windowOf(request, max);
  if (window.start >= window.end)
    return max === null || window.start < max || max === 0 ? nothing(window, max) : lookBehind(read, window, max);

  const [batch, next] = probed !== null && covers(probed.batch, window) ? [probed.batch] : planBatches(window);
  const page = batch === probed?.batch ? probed.page : await read(batch);
  const rows = rowsWithin(window, batch, page.data);
  if (!isLast && max !== null && changesPage(request, max, page.max))
    return { slice: { start: window.start, rows, max: page.max }, complete: false };
  if (next === undefined || page.max <= batch.number * batch.size) {
    return { slice: { start: window.start, rows, max: page.max }, complete: true };
  }
  const second = await read(next);
  return {
    slice: { start: window.start, rows: [...rows, ...rowsWithin(window, next, second.data)], max: second.max },
    complete: second.max === page.max,
  };
}

/** Only from the end of a list whose length is unknown can the window not be told. */
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

function nothing<T>({ start }: Window, max: number | null): Attempt<T> {
  return { slice: { start, rows: [], max: max ?? 0 }, complete: true };
}

/**
 * The window lies behind the last record known. A batch past the end is never sent, so the last record known is read again:
 * its answer tells whether the list has grown since.
 */
async function lookBehind<T>(read: ReadBatch<T>, window: Window, max: number): Promise<Attempt<T>> {
  const [batch] = planBatches({ start: Math.max(0, max - 1), end: Math.max(1, max) });
  const page = await read(batch);
  return { slice: { start: window.start, rows: [], max: page.max }, complete: page.max <= window.start };
}

/** Whether another length of the list would have made another window. */
function changesPage(request: PageRequest, before: number, now: number): boolean {
  const planned = windowOf(request, before);
  const actual = windowOf(request, now);
  return planned.start !== actual.start || planned.end !== actual.end;
}

function rowsWithin<T>({ start, end }: Window, { size, number }: Batch, data: readonly T[]): readonly T[] {
  const offset = (number - 1) * size;
  return data.slice(Math.max(0, start - offset), Math.max(0, end - offset));
}
