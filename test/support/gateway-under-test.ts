/** The whole gateway over a fake upstream: held clock, caught log, keys that never change. */
import type { FilterNotation } from '../../src/contract/filter.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../src/gateway/gateway.ts';
import { createMetrics } from '../../src/platform/metrics.ts';
import { catchLog } from './caught-log.ts';
import { type FakeUpstream, fakeUpstream, type Handlers } from './fake-upstream.ts';
import { type HeldClock, holdClock } from './held-clock.ts';
import { sealKey } from './id-keys.ts';

export interface GatewayUnderTest {
  readonly gateway: Gateway;
  readonly upstream: FakeUpstream;
  readonly clock: HeldClock;
}

const metrics = createMetrics();

export function gatewayOver(
  handlers: Handlers,
  notation: FilterNotation = { brackets: true, separator: ',' },
  replaced: Pick<GatewayOptions, 'ledgerStore' | 'ledgerWaitMs'> & { readonly clock?: HeldClock } = {},
): GatewayUnderTest {
  const upstream = fakeUpstream(handlers);
  const { clock = holdClock() } = replaced;
  const { log } = catchLog();
  const gateway = createGateway({
    upstream,
    idKeys: [sealKey(1)],
    notation,
    timeZone: 'UTC',
    parallelCalls: 16,
    ...replaced,
    clock,
    log,
    metrics,
  });
  return { gateway, upstream, clock };
}
