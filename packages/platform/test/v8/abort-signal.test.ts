import { expect, test } from 'vitest';
import { type AbortSignalLike, SimpleAbortSignal } from '../../src/v8/abort-signal.ts';

const once = { once: true } as const;

/** Our own signal, and the platform's AbortSignal, which callers pass in. */
const kinds: readonly [string, () => { signal: AbortSignalLike; abort: (reason?: unknown) => void }][] = [
  [
    'a SimpleAbortSignal',
    () => {
      const signal = new SimpleAbortSignal();
      return { signal, abort: (reason) => signal.abort(reason) };
    },
  ],
  [
    'an AbortSignal',
    () => {
      const controller = new AbortController();
      return { signal: controller.signal, abort: (reason) => controller.abort(reason) };
    },
  ],
];

test.each(kinds)('%s aborts once, and notifies its listeners in registration order', (_, make) => {
  const { signal, abort } = make();
  const calls: string[] = [];
  signal.addEventListener('abort', () => calls.push('first'), once);
  signal.addEventListener('abort', () => calls.push('second'), once);
  expect(signal.aborted).toBe(false);
  abort('why');
  abort('again');
  signal.addEventListener('abort', () => calls.push('late'), once);
  expect(calls).toEqual(['first', 'second']);
  expect(signal).toMatchObject({ aborted: true, reason: 'why' });
});

test.each(kinds)('%s does not notify removed listeners, even if removed during the abort', (_, make) => {
  const { signal, abort } = make();
  const calls: string[] = [];
  const left = (): unknown => calls.push('left');
  const takenOff = (): unknown => calls.push('taken off');
  signal.addEventListener('abort', left, once);
  signal.addEventListener('abort', () => signal.removeEventListener('abort', takenOff), once);
  signal.addEventListener('abort', takenOff, once);
  signal.removeEventListener('abort', left);
  abort();
  expect(calls).toEqual([]);
});
