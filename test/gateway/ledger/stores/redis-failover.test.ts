/**
 * A failover that the ledger does not survive by itself: the master records writes that no replica gets, because the network between them
 * is cut, and then ends. Without LEDGER_WAIT_REPLICAS, they are sent twice, which shows that the scenario is one.
 */

import { createMetrics } from '@realty-forms/platform/observing/metrics.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { captureLog } from '../../../support/caught-log.ts';
import { createManualClock } from '../../../support/held-clock.ts';
import { REPLICATION, startSentinels } from '../../../support/redis/sentinels.ts';
import { isInstalled, notInstalled } from '../../../support/redis/server.ts';
import { author, startProcess } from '../process.ts';
import { openStore } from './redis-opening.ts';

const KEYS = ['key-1', 'key-2', 'key-3'];

/** Writes while the replicas are cut off, ends the master, and retries with the same keys: how often each was sent, and what was seen. */
async function failOver(waitReplicas: number) {
  const sentinels = await startSentinels();
  onTestFinished(sentinels.close);
  await sentinels.agreed();
  const metrics = createMetrics();
  const { log, lines } = captureLog();
  const store = await openStore(sentinels.place, { waitReplicas, waitMs: 100, metrics, log });
  const { write, ledger } = startProcess(store, createManualClock(Date.now()));
  const sent: string[] = [];
  const writeWith = (key: string) =>
    write({
      author: author(key),
      send: async () => {
        sent.push(key);
        return 'T-1';
      },
    }).then(
      ({ outcome }) => outcome,
      ({ code }: { code: string }) => code,
    );
  expect(await writeWith('before')).toBe('COMMITTED');
  const master = await sentinels.master();
  master.proxy.cut(REPLICATION);
  const whileCut = await Promise.all(KEYS.map(writeWith));
  await master.kill();
  await expect.poll(sentinels.master).not.toBe(master);
  for (const key of KEYS) await expect.poll(() => writeWith(key)).toBe('COMMITTED');
  const counted = async (counter: 'ledgerFailovers' | 'ledgerWaitFailures') =>
    (await metrics[counter].get()).values.flatMap(({ labels, value }) => (value === 0 ? [] : [{ ...labels, value }]));
  await ledger.beat();
  await expect.poll(() => counted('ledgerFailovers')).not.toEqual([]);
  return {
    whileCut,
    sent: KEYS.map((key) => sent.filter((each) => each === key).length),
    failovers: await counted('ledgerFailovers'),
    waitFailures: await counted('ledgerWaitFailures'),
    lines: lines.map(({ msg }) => String(msg)),
  };
}

describe.skipIf(!isInstalled())(isInstalled() ? 'a failover of Redis' : notInstalled, () => {
  test('without a replica to wait for, sends again what the new master does not know, and says so', async () => {
    const { whileCut, sent, failovers, lines } = await failOver(0);
    expect(whileCut).toEqual(['COMMITTED', 'COMMITTED', 'COMMITTED']);
    expect(sent).toEqual([2, 2, 2]);
    // Sentinels may choose a second time.
    expect(failovers).toContainEqual({ loss: 'some', value: expect.any(Number) });
    expect(lines).toContainEqual(expect.stringContaining('a failover of Redis lost writes'));
  });

  test('with one to wait for, sends nothing that it does not have, and everything once', async () => {
    const { whileCut, sent, failovers, waitFailures } = await failOver(1);
    expect(whileCut).toEqual(['LEDGER_UNAVAILABLE', 'LEDGER_UNAVAILABLE', 'LEDGER_UNAVAILABLE']);
    expect(sent).toEqual([1, 1, 1]);
    expect(failovers).toEqual([{ loss: 'none', value: expect.any(Number) }]);
    expect(waitFailures[0]?.value).toBeGreaterThanOrEqual(3);
  });
});
