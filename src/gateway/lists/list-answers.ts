/**
 * The answers of one list, each checked against the others: whether its batches differ, what follows a batch, how long the list is if an
 * answer does not say so, and whether batch 1 is the first.
 */
import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import { invalidAnswer, nullIfFailed, UpstreamFault } from '../../upstream/faults.ts';
import { type Answer, type BatchBehavior, beginAlike, statedLength } from './batch-behavior.ts';
import { startOf } from './batches.ts';
import type { Snapshot } from './snapshot.ts';

export type AskBatch<T> = (batch: Batch) => Promise<Answer<T>>;

/** A record that has only moved is not found again this many batches later. */
const FAR = 50;

export class ListAnswers<T> {
  readonly #request: AskBatch<T>;
  readonly #behavior: BatchBehavior;
  readonly #mayBeEmpty: boolean;
  #first: { readonly batch: Batch; readonly answer: Answer<T> } | null = null;

  constructor(request: AskBatch<T>, behavior: BatchBehavior, mayBeEmpty: boolean) {
    this.#request = request;
    this.#behavior = behavior;
    this.#mayBeEmpty = mayBeEmpty;
  }

  /** Throws UPSTREAM_INVALID for a batch with the same records as another one. */
  async ask(batch: Batch): Promise<Answer<T>> {
    const answer = await this.#send(batch);
    this.#first ??= { batch, answer };
    const { size, number } = batch;
    const isElsewhere = number !== this.#first.batch.number && startOf(this.#first.batch) !== startOf(batch);
    const isConclusive = Math.min(this.#first.answer.data.length, answer.data.length) > 1;
    if (!isElsewhere || !isConclusive || !beginAlike(this.#first.answer, answer)) return answer;
    // If the list is changing, some of its records appear again a little further on.
    if (!beginAlike(answer, await this.#send({ size, number: number + FAR }))) return answer;
    throw this.invalid('batches with different numbers have the same records');
  }

  /** The answer that follows a batch. */
  async following(batch: Batch, before: Answer<T>): Promise<Answer<T>> {
    const next = await this.#send(batch);
    const count = before.data.length;
    if (count === 0 || next.data.length !== count || !beginAlike(before, next)) return next;
    // Past the end, a service may repeat its last batch; one that ignores batch numbers repeats its first.
    if (count === 1 && batch.number === 2) {
      const two = await this.#send({ size: 2, number: 1 });
      return two.data.length > 1 ? next : { ...next, data: [] };
    }
    const size = Math.ceil(count / 2);
    // A batch that begins elsewhere.
    const number = startOf(batch) - batch.size === 2 * size ? 2 : 3;
    const other = await this.#send(count === 1 ? { size: 1, number: 1 } : { size, number });
    // A service that always returns everything it counts has no batches.
    const isWhole = count > 1 && other.data.length === count && statedLength(before) === count;
    if (!isWhole && beginAlike(before, other))
      throw this.invalid('batches with different numbers have the same records');
    return { ...next, data: [] };
  }

  /** Records that a list counts but does not return may be in a batch before its first one. */
  async checkCount(read: Snapshot<T>): Promise<Snapshot<T>> {
    const behavior = this.#behavior;
    if (!read.isLast || read.isCounted || behavior.isNumberedFromOne) return read;
    const zeroth = await this.#request({ size: 1, number: 0 }).catch(nullIfFailed);
    if (zeroth !== null && zeroth.data.length > 0) {
      const first = await this.#send({ size: 1, number: 1 });
      // As batch 0, a service may return its first batch, or count back from the end of the list.
      const last = { data: read.records.slice(-1), max: read.max };
      if (!beginAlike(zeroth, first) && !beginAlike(zeroth, last)) throw this.invalid('batches are numbered from 0');
    }
    behavior.isNumberedFromOne = true;
    return read;
  }

  async #send(batch: Batch): Promise<Answer<T>> {
    const { size, number } = batch;
    const stated = await this.#request(batch).catch((error: unknown): Answer<T> => {
      const isAbsent = error instanceof UpstreamFault && error.means === 'nothing';
      if (number > 1 && isAbsent) return { data: [], max: 0 };
      throw error;
    });
    const isNothing = stated.data.length === 0 && (this.#mayBeEmpty || number > 1);
    const answer = isNothing && stated.max === null ? { ...stated, max: 0 } : stated;
    if (answer.max === null) throw this.invalid('the response does not state the total number of records');
    this.#behavior.observe(batch, answer);
    if (number === 1 || answer.data.length > 0 || statedLength(answer) > 0) return answer;
    // The service may report only this batch as absent. Another batch either counts the list, or shows that the list itself is absent.
    const first = { size, number: 1 };
    const { batch: counted, answer: other } = this.#first ?? { batch: first, answer: await this.#send(first) };
    const shown = other.data.length > 0 ? startOf(counted) + other.data.length : 0;
    return { ...answer, max: Math.max(statedLength(other), shown) };
  }

  invalid(problem: string): UpstreamFault {
    this.#behavior.reset();
    return invalidAnswer(this.#behavior.endpoint, problem);
  }
}
