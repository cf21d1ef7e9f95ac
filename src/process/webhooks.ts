/** Assembles the webhooks of a serving process, and checks what the file selects against the schema. Loaded only if there is a file. */

import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Log } from '@realty-forms/platform/observing/log.ts';
import type { Metrics } from '@realty-forms/platform/observing/metrics.ts';
import type { Config } from '../config/config.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { LedgerStore } from '../gateway/ledger/stores/store.ts';
import type { GraphQL } from '../graphql/server.ts';
import { principalOf } from '../webhooks/following.ts';
import { type Hook, readHooks, unusable } from '../webhooks/hooks.ts';
import { createDestinations } from '../webhooks/sending/destinations.ts';
import { createSender } from '../webhooks/sending/sender.ts';
import { Webhooks } from '../webhooks/webhooks.ts';
import type { Close } from './shared-setup.ts';

interface Parts extends Pick<GraphQL, 'prepareSelection'> {
  readonly gateway: Gateway;
  readonly store: LedgerStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Throws a fault that says what is wrong with the file. */
export function startWebhooks(config: Config, file: string, { prepareSelection, ...parts }: Parts): Close {
  const destinations = createDestinations({ hosts: config.webhookHosts, networks: config.webhookNetworks });
  const hooks = readHooks(file, destinations);
  const selections = new Map(hooks.map((hook, at) => [hook.name, prepare(hook, at, prepareSelection)]));
  const webhooks = new Webhooks({
    ...parts,
    hooks,
    sender: createSender(destinations),
    readContent: async (name, id) => (await selections.get(name)?.(principalOf(name), id)) ?? { content: null },
  });
  webhooks.start();
  return () => webhooks.close();
}

function prepare({ select }: Hook, at: number, prepareSelection: GraphQL['prepareSelection']) {
  if (select === undefined) return null;
  try {
    return prepareSelection(select);
  } catch (error) {
    throw unusable([`webhooks[${at}].select: ${(error as Error).message}`]);
  }
}
