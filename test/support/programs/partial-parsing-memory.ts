/**
 * Parses many responses partially, keeping each until a few more have come, in a separate process so that no other work triggers
 * the collector. Prints the peak of live body memory in MB.
 */
import { selectPaths } from '@realty-forms/contract/columns/selection.ts';
import '@realty-forms/platform/v8/flags.ts';
import { systemClock } from '@realty-forms/platform/clock.ts';
import { createColumnReader } from '../../../src/upstream/answers/columns.ts';
import { readResponse } from '../../../src/upstream/answers/response.ts';

const RESPONSES = 20_000;
const IN_FLIGHT = 32;

const selection = selectPaths(new Set(['name']));
const context = { clock: systemClock, secrets: () => [], columns: createColumnReader(['transName']), selection };
const text = JSON.stringify([{ transName: 'Elm', realtorName: 'Ann', comments: 'x'.repeat(7_000) }]);
const inFlight: unknown[] = [];
let peak = 0;
for (let index = 0; index < RESPONSES; index += 1) {
  const response = { status: 200, headers: {}, body: Buffer.from(text) };
  // The 40 kB stand for everything else that a request leaves behind.
  inFlight[index % IN_FLIGHT] = [readResponse('getTransById', response, context), new Array(5_000).fill(index)];
  if (index % 100 !== 0) continue;
  // External memory is released between event-loop turns.
  await new Promise(setImmediate);
  peak = Math.max(peak, process.memoryUsage().arrayBuffers);
}
console.log(peak / 2 ** 20);
