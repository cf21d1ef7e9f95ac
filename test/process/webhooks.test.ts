// What the log says of webhooks at startup.
import { systemClock } from '@realty-forms/platform/clock.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { expect, test } from 'vitest';
import { type Config, readConfig } from '../../src/config/config.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import { startWebhooks } from '../../src/process/webhooks.ts';
import { captureLog } from '../support/caught-log.ts';
import { openLedgerInMemory } from '../support/gateways/memory-ledger.ts';
import { SECRET } from '../webhooks/receiver.ts';

/** What is logged for webhooks that share all of their agents but one. */
async function warningsFor(agents: number) {
  const read = readConfig({ UPSTREAM_URL: 'embedded', LIVE_POLLS_PER_MINUTE: '70' });
  const { config } = read as { readonly config: Config };
  const ids = Array.from({ length: agents }, (_, at) => String(at));
  const webhook = { name: 'crm', url: 'https://crm.example.com/', secrets: [SECRET], agentNrdsIds: ids };
  const webhooks = [webhook, { ...webhook, name: 'erp', agentNrdsIds: ids.slice(1) }];
  const { log, lines } = captureLog();
  const close = startWebhooks(config, JSON.stringify({ webhooks }), {
    gateway: { access: { agent: () => new Promise(() => undefined) } } as unknown as Gateway,
    database: openLedgerInMemory(systemClock),
    prepareSelection: () => () => Promise.reject(new Error('nothing is selected')),
    clock: systemClock,
    log,
    metrics: createMetrics(),
  });
  await close();
  return lines;
}

test('webhooks of more agents than can be polled in time are told how often they are', async () => {
  expect(await warningsFor(10)).toEqual([]);
  expect(await warningsFor(30)).toMatchObject([{ level: 40, agents: 30, seconds: 30 }]);
});
