/** A list of numbers, as an unusual service returns it: its batch sizes, gaps and counts. */
import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import type { Answer } from '../../../src/gateway/lists/batch-behavior.ts';

export const metas = ['exact', 'swapped', 'zero', 'oneLow', 'soFar', 'batch', 'batches', 'tooMany'] as const;
export const nexts = ['null', 'absent', 'zero', 'same', 'more', 'always'] as const;

export interface Oddities {
  readonly length: number;
  /** The most records that it returns at once; where the next batch begins then depends on what was asked for, or on this. */
  readonly limit: number;
  readonly isOffsetByLimit: boolean;
  /** Whether it always returns `limit` records (size), or the first batch (number). */
  readonly ignores: 'nothing' | 'size' | 'number';
  /** Records that it leaves out: of every so many, one. 0: none. */
  readonly hidesEach: number;
  /** Records that it does not leave out: of every so many, one. 0: all. */
  readonly keepsEach: number;
  readonly meta: (typeof metas)[number];
  readonly next: (typeof nexts)[number];
}

const plain: Oddities = {
  length: 0,
  limit: 100,
  isOffsetByLimit: false,
  ignores: 'nothing',
  hidesEach: 0,
  keepsEach: 0,
  meta: 'exact',
  next: 'null',
};

export class OddService {
  readonly oddities: Oddities;
  calls: Batch[] = [];

  constructor(oddities: Partial<Oddities>) {
    this.oddities = { ...plain, ...oddities };
  }

  get visible(): number[] {
    return Array.from({ length: this.oddities.length }, (_, at) => at).filter((at) => !this.#isHidden(at));
  }

  read = async (batch: Batch): Promise<Answer<number>> => {
    this.calls.push(batch);
    const { length, limit, isOffsetByLimit, ignores, meta, next } = this.oddities;
    const size = ignores === 'size' ? limit : batch.size;
    const number = ignores === 'number' ? 1 : batch.number;
    const returned = Math.min(size, limit);
    const start = (number - 1) * (isOffsetByLimit ? returned : size);
    const end = Math.min(length, start + returned);
    const data = this.visible.filter((at) => at >= start && at < end);
    const seen = Math.min(start, length) + data.length;
    const counts = {
      exact: length,
      swapped: data.length,
      zero: 0,
      oneLow: Math.max(0, length - 1),
      soFar: seen,
      batch: data.length,
      batches: Math.ceil(length / Math.max(1, returned)),
      tooMany: length + 7,
    };
    const nextBatchNo = {
      null: null,
      absent: undefined,
      zero: 0,
      same: batch.number,
      more: end < length ? batch.number + 1 : null,
      always: batch.number + 1,
    }[next];
    const total = meta === 'swapped' ? length : data.length;
    return { data, total, max: counts[meta], ...(nextBatchNo !== undefined && { nextBatchNo }) };
  };

  #isHidden(at: number): boolean {
    const { hidesEach, keepsEach } = this.oddities;
    const isKept = keepsEach === 0 || at % keepsEach === 0;
    return !isKept || (hidesEach > 0 && at % hidesEach === hidesEach - 1);
  }
}
