/**
 * The values that callers know: ids, cursors, links and keys that they were given, or that others were given and they obtained.
 * Values are looked up by the name of the argument that takes them.
 */
import type { Random } from './random.ts';

const MAX_PER_FIELD = 150;
const cursors = ['cursor', 'startCursor', 'endCursor'];

/** The response fields from which an argument takes its values; an argument without a row uses the field of its own name. */
const sources: Readonly<Record<string, readonly string[]>> = {
  ids: ['id'],
  transactionId: ['id'],
  after: cursors,
  before: cursors,
  agentNrdsId: ['nrdsId'],
  agentNrdsIds: ['nrdsId'],
  officeNrdsIds: ['nrdsId'],
  token: ['passcode'],
};

export interface KnownValues {
  readonly add: (field: string, value: string) => void;
  readonly valuesFor: (argument: string) => readonly string[];
}

export function createKnownValues(random: Random): KnownValues {
  const values = new Map<string, string[]>();
  return {
    add(field, value) {
      const stored = values.get(field) ?? [];
      values.set(field, stored);
      if (stored.includes(value)) return;
      if (stored.length < MAX_PER_FIELD) stored.push(value);
      else stored[random.integer(MAX_PER_FIELD)] = value;
    },
    valuesFor: (argument) => (sources[argument] ?? [argument]).flatMap((field) => values.get(field) ?? []),
  };
}

/** Stores the strings of a response under their field names, without aliases; except marks, which no caller may know. */
export function learnFrom(response: unknown, known: readonly KnownValues[]): void {
  if (Array.isArray(response)) {
    for (const each of response) learnFrom(each, known);
  } else if (typeof response === 'object' && response !== null) {
    for (const [key, value] of Object.entries(response)) {
      if (typeof value !== 'string') learnFrom(value, known);
      else if (!/cnry/i.test(value)) for (const each of known) each.add(key.replace(/^a\d+_/, ''), value);
    }
  }
}
