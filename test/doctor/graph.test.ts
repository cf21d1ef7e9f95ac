// With the settings of a disguise, which the doctor finds out (packages/doctor/test/doctor), or with what it proposes for a mix of
// choices, the graph reads the same as from our own service.
import { loadDialect, presetNames } from '@realty-forms/reference/dialect/dialect.ts';
import { assert, asyncProperty } from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { dialectOf, type Known, prepareKnown, settingsOf } from '../../packages/doctor/test/expected.ts';
import { defaults, serve } from '../../packages/doctor/test/services.ts';
import { configOf } from '../../src/config/config.ts';
import { read } from './graph.ts';
import { checkMix, mixes, readOwn } from './mixes.ts';

let known: Known;
/** What the graph reads from our own service. */
let own: unknown;
beforeAll(async () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  known = await prepareKnown((end) => cleanups.unshift(end));
  own = await readOwn(known);
  return async () => {
    for (const end of cleanups) await end();
  };
});

test('the doctor’s tests assume the gateway’s defaults', () => {
  const config: Readonly<Record<string, unknown>> = { ...configOf({}) };
  for (const [key, value] of Object.entries(defaults)) expect([key, config[key] ?? '']).toEqual([key, value]);
});

test.each(presetNames)('%s', async (name) => {
  const dialect = dialectOf(loadDialect(name));
  const { url } = await serve(known.data, dialect);
  expect(await read(url, settingsOf(dialect, url))).toEqual(own);
});

const MIXES = 2;
const SEED = 20_261_122;

test(`any mix of the choices (${MIXES} mixes; npm run fuzz -- doctor tries more)`, async () => {
  await assert(
    asyncProperty(mixes, (dialect) => checkMix(dialect, known, own)),
    { numRuns: MIXES, seed: SEED, endOnFailure: true },
  );
});
