import { expect, test } from 'vitest';
import { type Cut, Cutter } from '../../src/upstream/cut.ts';

const once = { once: true } as const;

/** The same for a signal of the platform's own, which callers hand in. */
const kinds: readonly [string, () => { cut: Cut; fall: (reason?: unknown) => void }][] = [
  [
    'a cut',
    () => {
      const cut = new Cutter();
      return { cut, fall: (reason) => cut.abort(reason) };
    },
  ],
  [
    'an AbortSignal',
    () => {
      const controller = new AbortController();
      return { cut: controller.signal, fall: (reason) => controller.abort(reason) };
    },
  ],
];

test.each(kinds)('%s falls once, and tells those who listen then in the order of coming', (_, make) => {
  const { cut, fall } = make();
  const told: string[] = [];
  cut.addEventListener('abort', () => told.push('first'), once);
  cut.addEventListener('abort', () => told.push('second'), once);
  expect(cut.aborted).toBe(false);
  fall('why');
  fall('again');
  cut.addEventListener('abort', () => told.push('late'), once);
  expect(told).toEqual(['first', 'second']);
  expect(cut).toMatchObject({ aborted: true, reason: 'why' });
});

test.each(kinds)('%s tells nobody who has left, not even one whom another takes off as it falls', (_, make) => {
  const { cut, fall } = make();
  const told: string[] = [];
  const left = (): unknown => told.push('left');
  const takenOff = (): unknown => told.push('taken off');
  cut.addEventListener('abort', left, once);
  cut.addEventListener('abort', () => cut.removeEventListener('abort', takenOff), once);
  cut.addEventListener('abort', takenOff, once);
  cut.removeEventListener('abort', left);
  fall();
  expect(told).toEqual([]);
});
