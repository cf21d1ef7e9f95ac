// Of many large results that are ready at once, one is written in each turn of the event loop.
import { expect, onTestFinished, test } from 'vitest';
import type { Context } from '../../src/graphql/context.ts';
import { createRun, createTurnQueue } from '../../src/graphql/run.ts';

test('large results are written one in each turn, and small ones at once', async () => {
  let turn = 0;
  const written: { size: string; turn: number }[] = [];
  const run = createRun(
    {
      begin(context, { bytes }) {
        context.reservation = bytes > 1_000 ? ({} as NonNullable<Context['reservation']>) : null;
      },
    },
    (_context, { data }) => {
      written.push({ size: String(data?.['size']), turn });
      return '{}';
    },
    createTurnQueue(),
  );
  const runOne = (size: string, bytes: number) =>
    run({ requestLog: {}, reservation: null } as unknown as Context, {
      prepared: {
        summary: { type: 'query', name: null, fields: [] },
        compiled: () => async () => ({ data: { size } }),
      },
      variables: {},
      cost: { calls: 0, bytes },
    });
  let counting: NodeJS.Immediate;
  const count = (): void => {
    turn += 1;
    counting = setImmediate(count);
  };
  count();
  onTestFinished(() => clearImmediate(counting));
  await Promise.all([runOne('large', 2_000), runOne('small', 10), runOne('large', 2_000), runOne('large', 2_000)]);
  expect(written.map(({ size }) => size)).toEqual(['small', 'large', 'large', 'large']);
  expect(new Set(written.slice(1).map((each) => each.turn)).size).toBe(3);
});
