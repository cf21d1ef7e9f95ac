/**
 * Reads the list of active users (4.2) whole: in batches of 100, a few under way at once. A list that changes while it is read
 * is read again. Whole, or not at all: an agent who is left out would be taken for one who has left.
 */
import type { FlatRecord } from '../contract/codec.ts';
import { limits } from '../contract/endpoints.ts';
import type { Answers } from '../contract/messages.ts';
import { type EnabledWithin, listActiveUsers } from '../contract/requests.ts';
import type { Upstream } from '../upstream/call.ts';
import { UpstreamFault } from '../upstream/faults.ts';

/** Batches that a load has under way at once, so that it leaves connections to those who wait for a page. */
const PARALLEL_BATCHES = 8;
/** How often a list that changes while it is read is read in all. */
const MOST_READINGS = 3;

/** All active users, or those who enabled access within a time. */
export async function readActiveUsers(
  upstream: Upstream,
  enabledWithin: EnabledWithin | null,
): Promise<readonly FlatRecord[]> {
  const read = (number: number) =>
    upstream.call('activeUsers', listActiveUsers(enabledWithin, { size: limits.batchSize.max, number }));
  for (let readings = 1; readings <= MOST_READINGS; readings += 1) {
    const users = await readAll(read, enabledWithin === null).catch((error: unknown) => {
      if (error instanceof ListChanged) return null;
      throw error;
    });
    if (users !== null) return users;
  }
  throw invalid(`the list changed each time while it was read, ${MOST_READINGS} times in a row`);
}

/** Batches go by their number: one who leaves between two of them moves another from the later to the one already read. */
class ListChanged extends Error {}

async function readAll(
  read: (number: number) => Promise<Answers['activeUsers']>,
  isWhole: boolean,
): Promise<readonly FlatRecord[]> {
  const size = limits.batchSize.max;
  const first = await read(1);
  const { max } = first;
  if (max === null) {
    // Of no one at all, only a number says that it is so; newcomers there may be none.
    if (first.data.length >= size || (isWhole && first.data.length === 0)) {
      throw invalid('the answer does not say how many records there are');
    }
    return first.data;
  }
  const others = await inTurns(Math.max(0, Math.ceil(max / size) - 1), async (index) => {
    const batch = await read(index + 2);
    if (batch.max !== null && batch.max !== max) throw new ListChanged();
    return batch;
  });
  const all = [first, ...others].flatMap(({ data }) => data);
  if (all.length !== max) throw new ListChanged();
  return all;
}

function invalid(problem: string): UpstreamFault {
  return new UpstreamFault('UPSTREAM_INVALID', problem, { endpoint: 'activeUsers', sent: true });
}

/** Reads so many, in their order, a few under way at once; the first that fails ends the reading. */
async function inTurns<T>(count: number, read: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      results[index] = await read(index).catch((error: unknown) => {
        next = count;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_BATCHES, count) }, work));
  return results;
}
