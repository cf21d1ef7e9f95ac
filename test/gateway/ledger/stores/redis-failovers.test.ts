/** Whether a failover lost writes is found out, also when its first connection is lost again, as when a sentinel announces the new master. */

import { createMetrics } from '@realty-forms/platform/observing/metrics.ts';
import { expect, test } from 'vitest';
import { createFailovers } from '../../../../src/gateway/ledger/stores/redis/redis-failovers.ts';
import { captureLog } from '../../../support/caught-log.ts';

/** A process that has come to a server and recorded two writes as sent there; `there` has what the present server knows of them. */
async function startProcess() {
  const metrics = createMetrics();
  const there = new Set(['write-1 first', 'write-2 first']);
  let isLost = false;
  const countMissing = async (idsAndAttempts: readonly string[]) => {
    if (isLost) throw new Error('the connection was lost');
    const writes = idsAndAttempts.flatMap((id, at) => (at % 2 === 0 ? [`${id} ${idsAndAttempts[at + 1]}`] : []));
    return writes.filter((write) => !there.has(write)).length;
  };
  const failovers = createFailovers({ countMissing, metrics, log: captureLog().log });
  await failovers.cameTo('server-1');
  failovers.remember('write-1', 'first');
  failovers.remember('write-2', 'first');
  return {
    there,
    failovers,
    async comeTo(server: string, { losing = false } = {}) {
      isLost = losing;
      await failovers.cameTo(server);
    },
    async counted() {
      const { values } = await metrics.ledgerFailovers.get();
      return Object.fromEntries(values.flatMap(({ labels, value }) => (value === 0 ? [] : [[labels['loss'], value]])));
    },
  };
}

test('another connection to the same server is no failover', async () => {
  const { comeTo, counted } = await startProcess();
  await comeTo('server-1');
  expect(await counted()).toEqual({});
});

test('writes that are missing on another server are counted, once', async () => {
  const { there, comeTo, counted } = await startProcess();
  there.delete('write-2 first');
  await comeTo('server-2');
  await comeTo('server-2');
  expect(await counted()).toEqual({ some: 1 });
});

test('what a lost connection leaves unknown, the next one finds out, also after the retries', async () => {
  const { there, failovers, comeTo, counted } = await startProcess();
  there.delete('write-2 first');
  await comeTo('server-2', { losing: true });
  expect(await counted()).toEqual({ unknown: 1 });
  there.add('write-2 second');
  failovers.remember('write-2', 'second');
  await comeTo('server-2');
  await comeTo('server-2');
  expect(await counted()).toEqual({ unknown: 1, some: 1 });
});

test('what was released meanwhile is not missing', async () => {
  const { there, failovers, comeTo, counted } = await startProcess();
  there.delete('write-2 first');
  await comeTo('server-2', { losing: true });
  failovers.forget('write-2');
  await comeTo('server-2');
  expect(await counted()).toEqual({ unknown: 1, none: 1 });
});
