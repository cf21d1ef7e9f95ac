/** Any mix of the choices that a dialect has, and that the doctor finds it out: used by its tests and by `npm run fuzz -- doctor`. */

import { type Dialect, defaultDialect, dialectSchema, readDialect } from '@realty-forms/reference/dialect/dialect.ts';
import { type Arbitrary, constantFrom, record } from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import {
  dialectOf,
  type Known,
  privateIn,
  uncovered,
  uncoveredIn,
  withTrueZone,
} from '../../packages/doctor/test/expected.ts';
import { runDoctor, serve } from '../../packages/doctor/test/services.ts';
import { read } from './graph.ts';

/** Any value of every choice. */
function anyOf(schema: z.ZodType): Arbitrary<unknown> {
  const inner = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
  if (inner instanceof z.ZodEnum) return constantFrom(...inner.options);
  if (!(inner instanceof z.ZodObject)) return constantFrom(undefined);
  return record(Object.fromEntries(Object.entries(inner.shape).map(([key, each]) => [key, anyOf(each as z.ZodType)])));
}

const zones = ['UTC', 'America/New_York', 'America/Denver', 'America/Phoenix', '-07:00', 'Europe/Berlin'];
/** Services that differ from our own in any of the choices at once. */
export const mixes: Arbitrary<Dialect> = record({
  dialect: anyOf(dialectSchema),
  zone: constantFrom(...zones),
  header: constantFrom('authorization', 'x-token'),
})
  .map(({ dialect, zone, header }) => {
    const made = dialect as Dialect;
    const { timestamps, token } = made;
    return readDialect({ ...made, timestamps: { ...timestamps, zone }, token: { ...token, header } });
  })
  .filter((dialect) => !('faults' in dialect))
  .map(dialectOf);

type Cleanup = () => void | Promise<void>;

/** What the graph reads from our own service. */
export const readOwn = ({ data }: Known) =>
  withCleanup(async (onCleanup) => {
    const { url } = await serve(data, defaultDialect, onCleanup);
    return await read(url, {}, onCleanup);
  });

/** Throws if the doctor says anything of the service that is not so, or if the graph reads something else with what it proposes. */
export const checkMix = (dialect: Dialect, known: Known, expected: unknown): Promise<void> =>
  withCleanup(async (onCleanup) => {
    const { url } = await serve(known.data, dialect, onCleanup);
    const found = await runDoctor(url);
    expect(found.calls).toBeLessThanOrEqual(60);
    expect(privateIn(found, known)).toEqual([]);
    expect(uncovered(found)).toEqual(uncoveredIn(dialect));
    if (!canReadLists(dialect)) return;
    const settings = withTrueZone(Object.fromEntries(found.proposals), dialect);
    expect(await read(url, settings, onCleanup)).toEqual(expected);
  });

/** Whether the graph can find the end of a list: not by a count of each batch, nor by a batch past the end that is an unreadable error. */
function canReadLists({ meta, nothing, errors }: Dialect): boolean {
  const isEndAnError = nothing.pastTheEnd === '404' && ['text', 'html'].includes(errors.body);
  return meta.max === 'matches' || (meta.max === 'more' && !isEndAnError);
}

async function withCleanup<T>(work: (onCleanup: (end: Cleanup) => void) => Promise<T>): Promise<T> {
  const cleanups: Cleanup[] = [];
  try {
    return await work((end) => cleanups.unshift(end));
  } finally {
    for (const end of cleanups) await end();
  }
}
