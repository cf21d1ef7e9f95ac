/** Random choices that are reproducible from a seed. */
import { createRandom as createGenerator } from '@realty-forms/reference/seed/random.ts';

export interface Random {
  /** An integer from 0 to `below` - 1. */
  readonly integer: (below: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T;
}

export function createRandom(seed: number): Random {
  const { integer, chance } = createGenerator(seed);
  const below = (bound: number): number => integer(0, bound - 1);
  return {
    integer: below,
    chance,
    pick: (from) => {
      if (from.length === 0) throw new RangeError('nothing to choose from');
      return from[below(from.length)] as (typeof from)[number];
    },
  };
}
