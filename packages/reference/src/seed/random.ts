/** A random generator that is deterministic on every machine: mulberry32, seeded with a hash of the given numbers. */
export interface Random {
  /** An integer between both bounds, inclusive. */
  readonly integer: (from: number, to: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  /** One of the choices, with a probability proportional to its weight. */
  readonly weighted: <T>(choices: readonly (readonly [choice: T, weight: number])[]) => T;
  /** A copy of the list in random order. */
  readonly shuffle: <T>(list: readonly T[]) => T[];
}

export function createRandom(...numbers: readonly number[]): Random {
  let state = numbers.reduce((hash, number) => Math.imul(hash ^ number, 0x9e3779b1) ^ (hash >>> 15), 0x811c9dc5);

  /** A number from 0, inclusive, to 1, exclusive. */
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
      let remaining = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [choice, weight] of choices) {
        remaining -= weight;
        if (remaining < 0) return choice;
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
