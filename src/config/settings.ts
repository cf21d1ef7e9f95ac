/**
 * Every setting: one row per key, with its kind, default and purpose, in the files of `settings/`. The configuration reads nothing else
 * from the environment.
 */
import { table, traitsOf, type ValuesOf } from './kinds.ts';
import { callers } from './settings/callers.ts';
import { graph, index, live } from './settings/graph.ts';
import { service } from './settings/service.ts';
import { addresses, requestLimits, telemetry } from './settings/serving.ts';

/** The headings of docs/settings.md and .env.example, and the rows below each. */
const groups = {
  'Addresses, processes, storage': addresses,
  'Limits of requests and connections': requestLimits,
  'Logs, metrics, traces': telemetry,
  'The graph': graph,
  'The search index': index,
  'Live updates and webhooks': live,
  'The POST API': service,
  'Callers and ids': callers,
};

export const settings = table({
  ...addresses,
  ...requestLimits,
  ...telemetry,
  ...graph,
  ...index,
  ...live,
  ...service,
  ...callers,
});

export type Settings = ValuesOf<typeof settings>;
export type Key = keyof Settings;

export const keys = Object.keys(settings.shape) as Key[];

/** The headings, each by its first key. */
export const headings: Partial<Record<Key, string>> = Object.fromEntries(
  Object.entries(groups).map(([heading, rows]) => [Object.keys(rows)[0], heading]),
);

/** Ends the faults of a setting with its source. */
export function sourceOf(key: string): string {
  const { source } = Object.hasOwn(settings.shape, key) ? traitsOf(settings.shape[key as Key]) : {};
  return source === undefined ? '' : `; ${source}`;
}

/** The key for a file with the setting's value; null if it cannot be given as a file. */
export function fileKeyOf(key: Key): string | null {
  const { file, secret } = traitsOf(settings.shape[key]);
  if (file === true) return key;
  return secret === true ? `${key}_FILE` : null;
}
