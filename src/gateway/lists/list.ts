/**
 * The only reader of lists. A list ends where its batches show the end, not where the meta says so. A full batch is the last one only if
 * another call confirms it. A short batch is the last one only if the service is known to return larger batches and its meta agrees. The
 * reader examines an answer that contradicts itself with further calls, and keeps what it learns (`batch-behavior`); from then on, it
 * composes batches from those that the service does return.
 */
import { limits } from '@realty-forms/contract/calls/endpoints.ts';
import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import { type Answer, type BatchBehavior, namesNext, statedLength } from './batch-behavior.ts';
import { startOf } from './batches.ts';
import { type AskBatch, ListAnswers } from './list-answers.ts';
import { type Batched, type Snapshot, snapshot } from './snapshot.ts';

/** The most calls for one batch: enough for a hundred records one by one, or 2,000 of a list that can only be read from its start. */
const MAX_CALLS = 110;

/** The most consecutive empty batches if the service leaves out records. */
const MAX_EMPTY = 3;

export class List<T> implements Batched<T> {
  readonly #behavior: BatchBehavior;
  readonly #answers: ListAnswers<T>;

  /** `mayBeEmpty`: an answer with neither a record nor a meta is an empty list. Beyond the first batch, it always is. */
  constructor(request: AskBatch<T>, behavior: BatchBehavior, mayBeEmpty = false) {
    this.#behavior = behavior;
    this.#answers = new ListAnswers(request, behavior, mayBeEmpty);
    behavior.resetIfOld();
  }

  async read(batch: Batch, isEndNeeded = true): Promise<Snapshot<T>> {
    const { size } = this.#behavior;
    if (size !== null) return await this.#answers.checkCount(await this.#readPieces(batch, size, isEndNeeded));
    const answer = await this.#answers.ask(batch);
    const trusted = this.#trust(batch, answer, isEndNeeded);
    return trusted ?? (await this.#answers.checkCount(await this.#examine(batch, answer)));
  }

  /** What the answer shows by itself; null if another call is needed. */
  #trust(batch: Batch, answer: Answer<T>, isEndNeeded: boolean): Snapshot<T> | null {
    const [start, count, length] = [startOf(batch), answer.data.length, statedLength(answer)];
    const end = start + count;
    const isDoubtful = count < batch.size && this.#behavior.isEndDoubtful(answer, batch.number);
    if (count > batch.size) return null;
    if (count === batch.size && length > end)
      return snapshot({ start, records: answer.data, max: length, isLast: false });
    if (count === 0) return length > start && isEndNeeded ? null : this.#nothing(start, length);
    const { isCounting, isMetaWrong } = this.#behavior;
    // Only a meta that has announced records before is trusted about the end.
    const isLookNeeded = isEndNeeded || !isCounting;
    if (length !== end || (isLookNeeded && (count === batch.size || isDoubtful))) return null;
    return snapshot({ start, records: answer.data, max: end, isLast: true, isCounted: isEndNeeded || !isMetaWrong });
  }

  /** An empty batch at the end of the list, or beyond it. */
  #nothing(start: number, length: number): Snapshot<T> {
    const max = this.#behavior.isMetaWrong ? start : Math.min(length, start);
    return snapshot({
      start,
      records: [],
      max,
      isLast: true,
      isCounted: length <= start && !this.#behavior.isMetaWrong,
    });
  }

  async #examine(batch: Batch, answer: Answer<T>): Promise<Snapshot<T>> {
    const { size, number } = batch;
    const count = answer.data.length;
    if (count > size) return this.#compose(batch, count);
    if (this.#behavior.isCounting === null && count < size && number === 1 && count > 1) {
      // A service that counts the list would have announced the rest.
      this.#behavior.isCounting = false;
      await this.#answers.ask({ size: 1, number: 1 });
      const trusted = this.#trust(batch, answer, true);
      if (trusted !== null) return trusted;
    }
    if (count < size && number === 1) return await this.#examineShort(batch, answer);
    const start = startOf(batch);
    const end = start + count;
    if (count < size) {
      const moved = await this.#examineShortLater(batch, count);
      if (moved !== null) return moved;
    }
    const next = await this.#answers.following({ size, number: number + 1 }, answer);
    if (next.data.length > size) return this.#compose(batch, next.data.length);
    if (next.data.length === 0) return this.#end(batch, start, answer, number);
    const max = Math.max(statedLength(next), end + next.data.length);
    // If the next records may have been added since, these records may be further on by now, unless they are read again.
    const mayHaveGrown = statedLength(next) === max && max > statedLength(answer) && !this.#behavior.isMetaWrong;
    const again = mayHaveGrown ? await this.#answers.ask(batch) : answer;
    const trusted = mayHaveGrown ? this.#trust(batch, again, true) : null;
    if (trusted !== null) return trusted;
    if (again.data.length !== size) return this.#composeSparse(batch);
    this.#behavior.isMetaWrong = true;
    return snapshot({ start, records: again.data, max, isLast: false, isCounted: false });
  }

  /** Where a short batch begins is known only if the first batch has as many records as requested; null if it has. */
  async #examineShortLater(batch: Batch, count: number): Promise<Snapshot<T> | null> {
    const { size } = batch;
    const first = await this.#answers.ask({ size, number: 1 });
    const most = first.data.length;
    if (most > size) return this.#compose(batch, most);
    if (most === size) return null;
    if (count === 0) return await this.#examineShort(batch, first);
    return most === 0 ? this.#composeSparse(batch) : this.#compose(batch, most);
  }

  /** The first batch has fewer records than requested: either that is the whole list, or it is all that the service returns at once. */
  async #examineShort(batch: Batch, first: Answer<T>): Promise<Snapshot<T>> {
    const count = first.data.length;
    const next = await this.#answers.following({ size: count || batch.size, number: 2 }, first);
    if (next.data.length === 0) return this.#end(batch, 0, first, 1);
    if (count === 0) return this.#composeSparse(batch);
    if (next.data.length > count) throw this.#answers.invalid('a batch has more records than were requested');
    const isSparse = next.data.length < count && statedLength(first) > count + next.data.length;
    // If another size gives the same number of records, that is the service's limit. If it gives more, records have been added meanwhile.
    const size = batch.size === limits.batchSize.max ? batch.size - 1 : limits.batchSize.max;
    const again = size > count ? await this.#answers.ask({ size, number: 1 }) : first;
    if (again.data.length <= count) return this.#compose(batch, count, isSparse);
    // Two sizes give different numbers of records, and neither gives as many as there are.
    if (again.data.length < Math.min(size, statedLength(again))) return this.#composeSparse(batch);
    const start = startOf(batch);
    const records = again.data.slice(start, start + batch.size);
    const max = Math.max(statedLength(again), again.data.length);
    return snapshot({ start, records, max, isLast: start + records.length >= max, isCounted: false });
  }

  /** Nothing follows the records of `answer`, which begin at `from`. */
  #end(batch: Batch, from: number, answer: Answer<T>, number: number): Snapshot<T> {
    if (namesNext(answer, number)) this.#behavior.isNextWrong = true;
    const end = from + answer.data.length;
    const start = startOf(batch);
    const records = from === start ? answer.data.slice(0, batch.size) : answer.data.slice(start - from);
    return snapshot({ start, records, max: end, isLast: true, isCounted: statedLength(answer) <= end });
  }

  /** From now on, all batches are requested in this size, and the requested batch is put together from them. */
  #compose(batch: Batch, size: number, isSparse = this.#behavior.isSparse): Promise<Snapshot<T>> {
    if (size > limits.batchSize.max) throw this.#answers.invalid('a batch has more records than were requested');
    this.#behavior.setSize(size, isSparse);
    return this.#readPieces(batch, size);
  }

  /** Each batch may lack records, so batches are only as large as they are known to be. */
  #composeSparse(batch: Batch): Promise<Snapshot<T>> {
    return this.#compose(batch, Math.max(batch.size, this.#behavior.largest, limits.batchSize.default), true);
  }

  async #readPieces(batch: Batch, size: number, isEndNeeded = true): Promise<Snapshot<T>> {
    const behavior = this.#behavior;
    // Only what was known about the meta before this read can show that the list has not changed.
    const { isSparse, isMetaWrong: wasMetaWrong } = behavior;
    const start = startOf(batch);
    const end = start + batch.size;
    const begin = isSparse ? 1 : Math.floor(start / size) + 1;
    const records: T[] = [];
    const lengths = new Set<number>();
    let at = (begin - 1) * size;
    let isShort = false;
    let empty = 0;
    let last: Answer<T> | null = null;
    for (let number = begin; number < begin + MAX_CALLS; number += 1) {
      const answer: Answer<T> = await (last === null
        ? this.#answers.ask({ size, number })
        : this.#answers.following({ size, number }, last));
      last = answer;
      const count = answer.data.length;
      if (count > size) throw this.#answers.invalid('a batch has more records than were requested');
      if (isShort && count > 0 && !isSparse) return this.#compose(batch, size, true);
      records.push(...answer.data.slice(Math.max(0, start - at), Math.max(0, end - at)));
      // The previous batch was full and claimed to be the last.
      if (count > 0 && lengths.size > 0 && Math.max(...lengths) <= at) behavior.isMetaWrong = true;
      at += count;
      const length = statedLength(answer);
      if (length > 0) lengths.add(length);
      const stated = lengths.size === 0 ? length : Math.max(...lengths);
      const isTorn = lengths.size > 1 && !(wasMetaWrong && behavior.isMetaWrong) && !isSparse;
      const found = { start, records, isOneAnswer: number === begin, isTorn };
      if (at > end || (at === end && count > 0 && length > at)) {
        const isCounted = stated >= at && !behavior.isMetaWrong && !isSparse;
        return snapshot({ ...found, max: Math.max(stated, at), isLast: false, isCounted });
      }
      if (count === 0 && isSparse && stated > number * size && empty < MAX_EMPTY) {
        empty += 1;
        continue;
      }
      if (count === 0 && number === begin && begin > 1) {
        // A page that is read backward needs the records before this batch, however many of its own the service leaves out.
        const areLeftOut = !isEndNeeded && length > number * size;
        return areLeftOut ? this.#composeSparse(batch) : this.#nothing(start, length);
      }
      const isSure = count < size && length === at && !isSparse && !behavior.isEndDoubtful(answer, number);
      if (count === 0 || isSure) return snapshot({ ...found, max: at, isLast: true, isCounted: stated <= at });
      empty = 0;
      isShort = count < size;
    }
    throw this.#answers.invalid(`a batch of ${batch.size} takes more than ${MAX_CALLS} calls`);
  }
}
