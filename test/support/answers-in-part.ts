/**
 * Reads many answers in part, each forgotten after a few more, in a process of its own whose collector nobody else keeps
 * busy. Prints the most megabytes of bodies that were alive.
 */
import { selectPaths } from '../../src/contract/selection.ts';
import '../../src/platform/engine.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { readAnswer } from '../../src/upstream/answer.ts';
import { createColumns } from '../../src/upstream/columns.ts';

const ANSWERS = 20_000;
const UNDER_WAY = 32;

const selection = selectPaths(new Set(['name']));
const context = { clock: systemClock, secrets: () => [], columns: createColumns(), selection };
const text = JSON.stringify([{ transName: 'Elm', comments: 'x'.repeat(7_000) }]);
const underWay: unknown[] = [];
let most = 0;
for (let index = 0; index < ANSWERS; index += 1) {
  const answer = { status: 200, headers: {}, body: Buffer.from(text) };
  // The 40 kB are what else a request leaves behind.
  underWay[index % UNDER_WAY] = [readAnswer('getTransById', answer, context), new Array(5_000).fill(index)];
  if (index % 100 !== 0) continue;
  // What is collected is given back between turns.
  await new Promise(setImmediate);
  most = Math.max(most, process.memoryUsage().arrayBuffers);
}
console.log(most / 2 ** 20);
