// Turns of large responses: how many of them fit between two turns of everything else, and whose they are.
import { expect, test } from 'vitest';
import { Pacer } from '../../../src/graphql/responses/pacer.ts';

/** A pacer whose time passes only while its turns are at work. */
function createPaced(millisecondsPerTurn: number) {
  let time = 0;
  let slices = 0;
  const work: string[] = [];
  const pacer = new Pacer({
    now: () => time,
    yieldToOthers: async () => {
      slices += 1;
      work.push('others');
    },
  });
  return {
    pacer,
    work,
    slices: () => slices,
    /** Does some work for each item of a list at its turn. */
    run: (name: string, count: number, isAbandoned: () => boolean = () => false) => {
      const items = pacer.pace(isAbandoned).items(Array.from({ length: count }, (_, at) => `${name}${at}`));
      return items.map((item) =>
        Promise.resolve(item).then((text) => {
          work.push(text);
          time += millisecondsPerTurn;
        }),
      );
    },
  };
}

test('after ten milliseconds of work everything else gets its turn', async () => {
  const { run, work, slices } = createPaced(3);
  await Promise.all(run('a', 20));
  // Four turns of 3 ms reach the end of a slice.
  expect(slices()).toBe(5);
  expect(work.slice(0, 6)).toEqual(['others', 'a0', 'a1', 'a2', 'a3', 'others']);
});

test('a single turn may take longer than a slice, and is then the only one in it', async () => {
  const { run, slices } = createPaced(40);
  await Promise.all(run('a', 12));
  expect(slices()).toBe(12);
});

test('turns go round the responses: a small one is not behind a large one', async () => {
  const { run, work } = createPaced(3);
  const large = run('large', 100);
  await Promise.all(run('small', 10));
  expect(work.filter((each) => each.startsWith('large')).length).toBeLessThanOrEqual(11);
  await Promise.all(large);
});

test('the items of a short list have no turns', () => {
  const list = Array.from({ length: 9 }, (_, at) => at);
  expect(new Pacer().pace(() => false).items(list)).toBe(list);
});

test('items that are promises have their turns once they are there, and may fail', async () => {
  const { pacer } = createPaced(1);
  const later = Promise.withResolvers<string>();
  const failed = Promise.reject(new Error('no item'));
  const list = [later.promise, failed, ...Array.from({ length: 10 }, (_, at) => Promise.resolve(`${at}`))];
  const items = pacer.pace(() => false).items(list) as Promise<unknown>[];
  await expect(items[1]).rejects.toThrow('no item');
  expect(await items[2]).toBe('0');
  later.resolve('late');
  expect(await items[0]).toBe('late');
});

test('nothing more is done for a response that nobody waits for, and others go on', async () => {
  const { run, work } = createPaced(3);
  let isGone = false;
  run('gone', 1_000, () => isGone);
  const others = run('here', 30);
  await others[5];
  isGone = true;
  const done = work.filter((each) => each.startsWith('gone')).length;
  await Promise.all(others);
  expect(work.filter((each) => each.startsWith('gone')).length).toBeLessThanOrEqual(done + 1);
});

test('work in one piece pauses when its slice is over', async () => {
  let time = 0;
  let slices = 0;
  const pacer = new Pacer({
    now: () => time,
    yieldToOthers: async () => {
      slices += 1;
    },
  });
  const pace = pacer.pace(() => false);
  for (let piece = 0; piece < 100; piece += 1) {
    await pace.pause();
    time += 1;
  }
  expect(slices).toBe(10);
});

test('what a turn leads to counts toward its slice, however many steps it takes', async () => {
  let time = 0;
  let slices = 0;
  const pacer = new Pacer({
    now: () => time,
    yieldToOthers: async () => {
      slices += 1;
    },
  });
  const work = async (): Promise<void> => {
    await pacer.pace(() => false).turn();
    for (let step = 0; step < 20; step += 1) await undefined;
    time += 6;
  };
  await Promise.all(Array.from({ length: 10 }, work));
  expect(slices).toBe(5);
});

test('between two slices the event loop passes many iterations, in each of which it accepts a connection', async () => {
  let time = 0;
  let iterations = 0;
  let isOver = false;
  const count = (): void => {
    iterations += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  const items = new Pacer({ now: () => time }).pace(() => false).items(Array.from({ length: 10 }, () => 'item'));
  await Promise.all(
    items.map((item) =>
      Promise.resolve(item).then(() => {
        seen.push(iterations);
        time += 100;
      }),
    ),
  );
  isOver = true;
  for (const [at, iteration] of seen.slice(1).entries()) expect(iteration - (seen[at] ?? 0)).toBeGreaterThanOrEqual(10);
});
