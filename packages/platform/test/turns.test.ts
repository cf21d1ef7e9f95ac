import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createTurns } from '../src/turns.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('each piece of work begins when the one before it has ended, even by an error', async () => {
  const inTurn = createTurns();
  const begun: number[] = [];
  const first = Promise.withResolvers<void>();
  const begin = (which: number, result?: Promise<unknown>) =>
    inTurn(async () => {
      begun.push(which);
      await result;
    });
  const results = Promise.allSettled([begin(1, first.promise), begin(2)]);
  await new Promise(setImmediate);
  expect(begun).toEqual([1]);
  first.reject(new Error('failed'));
  expect(await results).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled' }]);
});

test('a result is not kept until the next turn: there are turns for each of thousands of callers', async () => {
  const inTurn = createTurns();
  const run = async () => new WeakRef(await inTurn(async () => ({ large: true })));
  const result = await run();
  await new Promise(setImmediate);
  collectGarbage();
  expect(result.deref()).toBeUndefined();
  await inTurn(async () => undefined);
});
