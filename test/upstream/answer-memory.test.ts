// What is left of answers that were read by their columns, once nobody holds them: nothing that waits for a full collection.
import { expect, test } from 'vitest';
import { selectPaths } from '../../src/contract/selection.ts';
import { readAnswer } from '../../src/upstream/answer.ts';
import { createColumns } from '../../src/upstream/columns.ts';
import { holdClock } from '../support/held-clock.ts';

const ANSWERS = 15_000;
const UNDER_WAY = 32;

test('no body outlives the young collections that come after its reader has let go of it', async () => {
  const context = {
    clock: holdClock(),
    secrets: () => [],
    columns: createColumns(),
    selection: selectPaths(new Set(['name'])),
  };
  const text = JSON.stringify([{ transName: 'Elm', comments: 'x'.repeat(7_000) }]);
  const read = () => readAnswer('getTransById', { status: 200, headers: {}, body: Buffer.from(text) }, context);
  const underWay: unknown[] = [];
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  for (let index = 0; index < ANSWERS; index += 1) {
    underWay[index % UNDER_WAY] = read();
    if (index % 500 !== 0) continue;
    // What is collected is given back between turns.
    await new Promise(setImmediate);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(most).toBeLessThan(30_000_000);
});
