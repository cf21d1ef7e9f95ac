/** The complete gateway over a fake upstream, with a held clock, a caught log and constant keys. */

import { defaultNotation, type FilterNotation } from '@realty-forms/contract/calls/filter.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../../src/gateway/gateway.ts';
import { sealKey } from '../callers/id-keys.ts';
import { type CapturedLog, captureLog } from '../caught-log.ts';
import { createManualClock, type ManualClock } from '../held-clock.ts';
import { type FakeUpstream, fakeUpstream, type Handlers } from '../upstreams/fake-upstream.ts';
import { gatewayDefaults } from './default-options.ts';
import { knownBatchBehaviors } from './known-batch-behaviors.ts';
import { openLedgerInMemory } from './memory-ledger.ts';

export interface GatewayUnderTest {
  readonly gateway: Gateway;
  readonly upstream: FakeUpstream;
  readonly clock: ManualClock;
  readonly lines: CapturedLog['lines'];
}

const metrics = createMetrics();

export function gatewayOver(
  handlers: Handlers,
  notation: FilterNotation = defaultNotation,
  overrides: Partial<
    Pick<
      GatewayOptions,
      | 'idKeys'
      | 'indexing'
      | 'ledgerStore'
      | 'ledgerWaitMs'
      | 'linkSeconds'
      | 'live'
      | 'metrics'
      | 'othersTransactions'
      | 'replicas'
      | 'service'
    >
  > & {
    readonly clock?: ManualClock;
  } = {},
): GatewayUnderTest {
  const upstream = fakeUpstream(handlers);
  const { clock = createManualClock() } = overrides;
  const { log, lines } = captureLog();
  const gateway = createGateway({
    ...gatewayDefaults,
    upstream,
    batchBehaviors: knownBatchBehaviors(),
    idKeys: [sealKey(1)],
    notation,
    metrics,
    ledgerStore: openLedgerInMemory(clock),
    ...overrides,
    clock,
    log,
  });
  return { gateway, upstream, clock, lines };
}
