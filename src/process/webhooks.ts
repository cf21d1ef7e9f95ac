/** Creates the webhooks of a serving process, and checks the file's selections against the schema. Loaded only if there is a file. */

import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observability/log.ts';
import type { Metrics } from '@realty-forms/platform/observability/metrics.ts';
import type { Config } from '../config/config.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { SharedDatabase } from '../gateway/ledger/stores/store.ts';
import { intervalSeconds } from '../gateway/live/poll-schedule.ts';
import type { GraphQL } from '../graphql/server.ts';
import { readSubscriptions, type Subscription } from '../webhooks/config.ts';
import { createDestinations } from '../webhooks/destinations.ts';
import { Dispatcher } from '../webhooks/dispatcher.ts';
import { principalOf } from '../webhooks/following.ts';
import { createSender } from '../webhooks/sender.ts';
import { gatewayOptions } from './serve-options.ts';
import type { Close } from './shared-setup.ts';

interface Parts extends Pick<GraphQL, 'prepareSelection'> {
  readonly gateway: Gateway;
  readonly database: SharedDatabase;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Throws a fault that says what is wrong with the file. */
export function startWebhooks(config: Config, file: string, { prepareSelection, ...parts }: Parts): Close {
  const destinations = createDestinations({ networks: config.webhookNetworks });
  const subscriptions = readSubscriptions(file, destinations, prepareSelection);
  warnIfSlow(subscriptions, gatewayOptions(config).live, parts.log);
  const selections = new Map(subscriptions.map(({ name, selection }) => [name, selection]));
  const dispatcher = new Dispatcher({
    ...parts,
    subscriptions,
    sender: createSender(destinations),
    readContent: async (name, ...change) =>
      (await selections.get(name)?.(principalOf(name), ...change)) ?? { content: null },
  });
  dispatcher.start();
  return () => dispatcher.close();
}

function warnIfSlow(
  subscriptions: readonly Subscription[],
  live: Parameters<typeof intervalSeconds>[0],
  log: Log,
): void {
  const agents = new Set(subscriptions.flatMap(({ agentNrdsIds }) => agentNrdsIds)).size;
  const seconds = Math.round(intervalSeconds(live, agents));
  if (seconds > live.pollSeconds)
    log.warn(
      { agents, seconds },
      'the agents of webhooks cannot be polled more often than this; a higher LIVE_POLLS_PER_MINUTE shortens the interval',
    );
}
