/** The gateway with every notation of values that it accepts: each may cost 10 % more than the usual one. */
import { notations } from './kinds.ts';
import { measureKinds } from './measure-kinds.ts';
import { atMost } from './verdicts.ts';

const TARGET = 1.1;

export const run = (args: readonly string[]): Promise<void> =>
  measureKinds(
    {
      name: 'notations',
      kinds: notations,
      works: ['W2', 'W3', 'W4'],
      hasFloor: false,
      judge: ({ kind, work, ofUsual }) => [atMost(`${kind}, ${work}`, ofUsual, TARGET)],
    },
    args,
  );
