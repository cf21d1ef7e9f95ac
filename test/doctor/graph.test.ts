// With what the doctor proposes, the graph reads the same from a service that made other choices as from our own.
import { loadDialect, presetNames } from '@realty-forms/reference/dialect/dialect.ts';
import { assert, asyncProperty } from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { dialectOf, type Known, prepareKnown } from '../../packages/doctor/test/expected.ts';
import { defaults } from '../../packages/doctor/test/services.ts';
import { configOf } from '../../src/config/config.ts';
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
  await checkMix(dialectOf(loadDialect(name)), known, own);
});

const MIXES = 2;
const SEED = 20_261_122;

test(`any mix of the choices (${MIXES} mixes; npm run fuzz -- doctor tries more)`, async () => {
  await assert(
    asyncProperty(mixes, (dialect) => checkMix(dialect, known, own)),
    { numRuns: MIXES, seed: SEED, endOnFailure: true },
  );
});
