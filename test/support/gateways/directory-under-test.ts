/** A directory of active users over a fake upstream, and users to fill it with. */

import type { Requests } from '@realty-forms/contract/calls/messages.ts';
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { createDirectory, type Directory, type DirectoryOptions } from '../../../src/gateway/callers/directory.ts';
import { createDecode } from '../../../src/gateway/reading/decode.ts';
import { UpstreamFault } from '../../../src/upstream/faults.ts';
import { captureLog } from '../caught-log.ts';
import { createManualClock, type ManualClock } from '../held-clock.ts';
import { type FakeUpstream, fakeUpstream, type Handlers } from '../upstreams/fake-upstream.ts';
import { gatewayDefaults } from './default-options.ts';
import { knownBatchBehaviors } from './known-batch-behaviors.ts';

export const MINUTE = 60_000;
/** Resolves when loads in the background have finished. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
const metrics = createMetrics();
const decode = createDecode({ timeZone: 'UTC', log: captureLog().log, metrics });

export const user = (index: number, more: FlatRecord = {}): FlatRecord => ({
  agentNRDSID: `${index}`,
  firstName: `First ${index}`,
  email: `User${index}@Example.com`,
  officeNRDSID: 'O1',
  officeName: 'Office',
  ...more,
});
export const users = (count: number): FlatRecord[] => Array.from({ length: count }, (_, index) => user(index));

export interface DirectoryUnderTest {
  readonly directory: Directory;
  readonly upstream: FakeUpstream;
  readonly clock: ManualClock;
  /** The lines that say that a load failed. */
  readonly failures: () => readonly Record<string, unknown>[];
  readonly requests: () => Requests['activeUsers'][];
}

export function directoryOver(
  activeUsers: NonNullable<Handlers['activeUsers']>,
  options: Partial<DirectoryOptions> = {},
): DirectoryUnderTest {
  const upstream = fakeUpstream({ activeUsers });
  const clock = createManualClock();
  const { log, lines } = captureLog();
  const directory = createDirectory({
    ...gatewayDefaults.directory,
    upstream,
    decode,
    batchBehaviors: knownBatchBehaviors(),
    clock,
    log,
    metrics,
    ...options,
  });
  const failures = () => lines.filter(({ msg }) => String(msg).includes('directory of active users cannot be read'));
  return { directory, upstream, clock, failures, requests: () => upstream.requestsTo('activeUsers') };
}

export const unavailable = () =>
  new UpstreamFault('UPSTREAM_UNAVAILABLE', 'down', { endpoint: 'activeUsers', sent: true });
