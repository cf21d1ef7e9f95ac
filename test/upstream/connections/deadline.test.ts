// What ends a wait, and what is left of it then.
import { getEventListeners } from 'node:events';
import type { AbortSignalLike } from '@realty-forms/platform/v8/abort-signal.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isCallerAbort, withDeadline } from '../../../src/upstream/connections/deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Resolves when the signal aborts, to whether the caller did it. */
const untilAborted = (signal: AbortSignalLike): Promise<boolean> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(isCallerAbort(signal)), { once: true });
  });

test('work is aborted at its deadline, or when its caller aborts', async () => {
  const caller = new AbortController();
  const late = withDeadline(1_000, caller.signal, untilAborted);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await late).toBe(false);
  const left = withDeadline(1_000, caller.signal, untilAborted);
  await vi.advanceTimersByTimeAsync(999);
  caller.abort();
  expect(await left).toBe(true);
});

test('work that has ended leaves neither a timer nor a listener', async () => {
  const { signal } = new AbortController();
  for (const run of [() => Promise.resolve(), () => Promise.reject(new Error('failed'))]) {
    await withDeadline(1_000, signal, run).catch(() => undefined);
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort')]).toEqual([0, []]);
  }
});
