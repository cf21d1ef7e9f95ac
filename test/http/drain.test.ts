// The end of the server alone under load, many times over; test/e2e/drain.test.ts ends the whole program.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startHttpServer } from '../../src/http/server.ts';
import { callUntilClosed, type DrainCounts, noDrains } from '../support/drained-callers.ts';
import { appUnderTest } from './app-under-test.ts';

const CALLERS = 10;
const LONGEST_ANSWER_MS = 60;

async function drainOnce(runMs: number, counts: DrainCounts): Promise<void> {
  const admission = { most: CALLERS, lateMs: 1_000 };
  const server = await startHttpServer({ ...appUnderTest().options, port: 0, admission });
  onTestFinished(server.close);
  const signal = { at: Number.POSITIVE_INFINITY };
  const workOf = () => {
    const path = `/graphql?wait=${Math.floor(Math.random() * LONGEST_ANSWER_MS)}`;
    return { name: 'echo', path, type: 'application/json', body: '{"a":"b"}' };
  };
  const callers = Array.from({ length: CALLERS }, () => callUntilClosed({ url: server.url, workOf, signal, counts }));
  await sleep(runMs);
  signal.at = performance.now();
  await server.close();
  await Promise.all(callers);
  counts.drains += 1;
}

it('answers in full what it took in, ten ends out of ten', async () => {
  const counts = noDrains();
  await Promise.all(Array.from({ length: 10 }, (_, index) => drainOnce(30 + index * 17, counts)));
  expect(counts).toMatchObject({ drains: 10, lost: 0, losses: [] });
  expect(counts.answeredAfterSignal).toBeGreaterThan(10);
});
