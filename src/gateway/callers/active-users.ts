/**
 * Reads the whole list of active users (4.2) in batches of 100, several at a time. A list that changes while it is read is
 * read again. The result is complete or an error, because an agent missing from it would be treated as having left.
 */

import { limits } from '../../contract/calls/endpoints.ts';
import type { Responses } from '../../contract/calls/messages.ts';
import { type EnabledWithin, listActiveUsers } from '../../contract/calls/requests.ts';
import type { FlatRecord } from '../../contract/columns/codec.ts';
import type { SelectedRecord } from '../../contract/columns/selection.ts';
import type { Upstream } from '../../upstream/call.ts';
import { UpstreamFault } from '../../upstream/faults.ts';

/** Batches that a load reads at the same time; few enough to leave connections for requests. */
const PARALLEL_BATCHES = 8;
/** How many times a list that keeps changing is read before the load fails. */
const MAX_ATTEMPTS = 3;

/** All active users, or only those who enabled access within the given time. */
export async function readActiveUsers(
  upstream: Upstream,
  enabledWithin: EnabledWithin | null,
): Promise<readonly (FlatRecord | SelectedRecord)[]> {
  const read = (number: number) =>
    upstream.call('activeUsers', listActiveUsers(enabledWithin, { size: limits.batchSize.max, number }));
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const users = await readAll(read, enabledWithin === null).catch((error: unknown) => {
      if (error instanceof ListChanged) return null;
      throw error;
    });
    if (users !== null) return users;
  }
  throw invalid(`the list changed during each read, ${MAX_ATTEMPTS} times in a row`);
}

/** The list changed between two batches. Batches are numbered, so a user who leaves can move another into one already read. */
class ListChanged extends Error {}

async function readAll(
  read: (number: number) => Promise<Responses['activeUsers']>,
  isFullList: boolean,
): Promise<readonly (FlatRecord | SelectedRecord)[]> {
  const size = limits.batchSize.max;
  const first = await read(1);
  const { max } = first;
  if (max === null) {
    // Without a count, an empty response is believed only for newcomers, and a full batch may not be the last one.
    if (first.data.length >= size || (isFullList && first.data.length === 0)) {
      throw invalid('the response does not state the total number of records');
    }
    return first.data;
  }
  const others = await readConcurrently(Math.max(0, Math.ceil(max / size) - 1), async (index) => {
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

/** Runs `count` reads, several at a time, and returns the results in order; the first failure stops further reads. */
async function readConcurrently<T>(count: number, read: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      results[index] = await read(index).catch((error: unknown) => {
        next = count;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_BATCHES, count) }, worker));
  return results;
}
