/**
 * Chooses the batch to request (2.1): the smallest one that covers a range, the one that reaches farthest from a record, or one around a
 * record that is searched for. A batch has 1 to `MAX_SIZE` records and begins at a multiple of its size. Offsets count from 0, and ranges
 * are half-open.
 */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import type { Batch } from '@realty-forms/contract/calls/requests.ts';

interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

const MAX_SIZE = limits.batchSize.max;
/** How many records on each side of a record's expected offset a search covers, if one batch can contain that many. */
const SEARCH_REACH = 40;
/** One batch can cover this many records at any offset in a list of up to 100,000. */
export const SURE_END_SIZE = 60;
/** How many records may be added during the search for the end. */
const END_SLACK = 8;

/** The smallest batch that covers a range of at least one record; null if none does. */
export function coveringBatch({ start, end }: OffsetRange): Batch | null {
  for (let size = end - start; size <= MAX_SIZE; size += 1) {
    if (Math.floor(start / size) === Math.floor((end - 1) / size)) return batchWith(start, size);
  }
  return null;
}

/** The batch that contains the record at `offset` and reaches farthest from it in one direction. */
export function farthestBatch(offset: number, isForward: boolean): Batch {
  let best = batchWith(offset, 1);
  for (let size = 2; size <= MAX_SIZE; size += 1) {
    const batch = batchWith(offset, size);
    const isFarther = isForward ? endOf(batch) > endOf(best) : startOf(batch) < startOf(best);
    if (isFarther) best = batch;
  }
  return best;
}

/**
 * The batch to read after the record at `offset`, or before it, in a list of `max` records. It contains that record, which shows whether it
 * is still there, and if possible all `count` records; otherwise a second batch contains the rest. The exception: if `MAX_SIZE` records are
 * requested that form exactly one batch, it is that batch.
 */
export function batchFrom(offset: number, count: number, isForward: boolean, max: number): Batch {
  const start = isForward ? offset : Math.max(0, offset - count);
  const end = isForward ? offset + count + 1 : offset + 1;
  const whole = coveringBatch({ start, end });
  if (whole !== null) return whole;
  const known = Math.min(end, max);
  if (isForward && known > offset + 1 && known < end) {
    const rest = coveringBatch({ start, end: known });
    if (rest !== null) return rest;
  }
  if (count === MAX_SIZE && (isForward ? known > offset + 1 : offset > 0)) {
    const exact = coveringBatch(isForward ? { start: offset + 1, end: known } : { start, end: offset });
    if (exact !== null) return exact;
  }
  return farthestBatch(offset, isForward);
}

/** The batch that contains the end of a list of about `max` records. */
export function endBatch(max: number): Batch {
  const around = { start: Math.max(0, max + END_SLACK - SURE_END_SIZE), end: max + END_SLACK };
  return coveringBatch(around) ?? farthestBatch(max - 1, false);
}

/**
 * The batch that shows most of the records around `offset`, apart from those in `known`; null if no batch shows more of a list of `max`
 * records.
 */
export function searchBatch(offset: number, known: OffsetRange, max: number): Batch | null {
  const center = Math.min(Math.max(0, offset), max - 1);
  const near = { start: Math.max(0, center - SEARCH_REACH), end: Math.min(max, center + SEARCH_REACH + 1) };
  let best: Batch | null = null;
  let most = 0;
  for (let size = MAX_SIZE; size >= 1; size -= 1) {
    const batch = batchWith(center, size);
    const shown = { start: Math.max(near.start, startOf(batch)), end: Math.min(near.end, endOf(batch)) };
    const more =
      lengthOf(shown) - lengthOf({ start: Math.max(shown.start, known.start), end: Math.min(shown.end, known.end) });
    if (more > most) [best, most] = [batch, more];
  }
  return best;
}

/** The offset of a batch's first record. */
export function startOf({ size, number }: Batch): number {
  return (number - 1) * size;
}

function endOf({ size, number }: Batch): number {
  return number * size;
}

function batchWith(offset: number, size: number): Batch {
  return { size, number: Math.floor(offset / size) + 1 };
}

function lengthOf({ start, end }: OffsetRange): number {
  return Math.max(0, end - start);
}
