/** Random choices that are the same on every machine for the same numbers: mulberry32, seeded by a hash of them. */
export interface Random {
  /** An integer, both ends included. */
  readonly integer: (from: number, to: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  /** A choice by weight. */
  readonly weighted: <T>(choices: readonly (readonly [choice: T, weight: number])[]) => T;
  /** The list in random order. */
  readonly shuffle: <T>(list: readonly T[]) => T[];
}

export function createRandom(...numbers: readonly number[]): Random {
  let state = numbers.reduce((hash, number) => Math.imul(hash ^ number, 0x9e3779b1) ^ (hash >>> 15), 0x811c9dc5);

  /** At least 0, below 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  const random: Random = {
    integer: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick(list) {
      const choice = list[Math.floor(next() * list.length)];
      if (choice === undefined) throw new RangeError('nothing to pick from');
      return choice;
    },
    weighted(choices) {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [choice, weight] of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      throw new RangeError('nothing to choose from');
    },
    shuffle(list) {
      return list
        .map((item) => ({ item, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item);
    },
  };
  return random;
}
