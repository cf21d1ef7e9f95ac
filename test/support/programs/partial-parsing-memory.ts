/**
 * Parses many responses partially, keeping each until a few more have come, in a separate process so that no other work triggers
 * the collector. Prints the peak of body memory after minor collections in MB.
 */
import { selectPaths } from '@realty-forms/contract/columns/selection.ts';
import '@realty-forms/platform/v8/flags.ts';
import { systemClock } from '@realty-forms/platform/clock.ts';
import { collect } from '@realty-forms/platform/v8/garbage-collection.ts';
import { createColumnReader } from '../../../src/upstream/answers/columns.ts';
import { readResponse } from '../../../src/upstream/answers/response.ts';

const RESPONSES = 4_000;
const IN_FLIGHT = 32;

const selection = selectPaths(new Set(['name']));
const context = { clock: systemClock, secrets: () => [], columns: createColumnReader(['transName']), selection };
const text = JSON.stringify([{ transName: 'Elm', realtorName: 'Ann', comments: 'x'.repeat(7_000) }]);
const inFlight: unknown[] = [];
let peak = 0;
for (let index = 0; index < RESPONSES; index += 1) {
  const response = { status: 200, headers: {}, body: Buffer.from(text) };
  inFlight[index % IN_FLIGHT] = readResponse('getTransById', response, context);
  if (index % 100 !== 0) continue;
  collect({ type: 'minor' });
  // External memory is released between event-loop turns, and at the latest by the next collection.
  await new Promise(setImmediate);
  peak = Math.max(peak, process.memoryUsage().arrayBuffers);
}
console.log(peak / 2 ** 20);
