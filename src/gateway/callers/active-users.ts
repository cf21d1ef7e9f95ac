/**
 * Reads the whole list of active users (4.2), several batches at a time. The result is complete or an error, because an agent
 * missing from it would be treated as having left.
 */

import { type EnabledWithin, listActiveUsers } from '@realty-forms/contract/calls/requests.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import type { SelectedRecord } from '@realty-forms/contract/columns/selection.ts';
import type { Upstream } from '../../upstream/call.ts';
import { UpstreamFault } from '../../upstream/faults.ts';
import type { Answer, BatchBehavior } from '../lists/batch-behavior.ts';
import { List } from '../lists/list.ts';
import { readWholeList } from '../lists/whole-list.ts';

/** Batches that a load reads at the same time; few enough to leave connections for requests. */
const PARALLEL_BATCHES = 8;

/** All active users, or only those who enabled access within the given time. */
export async function readActiveUsers(
  upstream: Upstream,
  batchBehavior: BatchBehavior,
  enabledWithin: EnabledWithin | null,
): Promise<readonly (FlatRecord | SelectedRecord)[]> {
  const list = await readWholeList<FlatRecord | SelectedRecord>({
    open: () =>
      new List(async (batch) => {
        const answer = await upstream.call('activeUsers', listActiveUsers(enabledWithin, batch));
        // There may be no newcomers, and no users behind the end; but an empty response is no directory.
        const isNothing = answer.data.length === 0 && (enabledWithin !== null || batch.number > 1);
        return isNothing ? ({ ...answer, max: answer.max ?? 0 } satisfies Answer<unknown>) : answer;
      }, batchBehavior),
    keyOf: (user) => JSON.stringify(user),
    parallel: PARALLEL_BATCHES,
  });
  if (list !== null) return list.records;
  const problem = 'the list changed during each read, 3 times in a row';
  throw new UpstreamFault('UPSTREAM_INVALID', problem, { endpoint: 'activeUsers', sent: true });
}
