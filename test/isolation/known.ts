/**
 * What callers know: ids, cursors, links and keys that they were given, or that others were given and they got hold of. A
 * value is asked for by the name of the argument that takes it.
 */
import type { Random } from './random.ts';

const MOST_KEPT = 150;
const cursors = ['cursor', 'startCursor', 'endCursor'];

/** The fields of answers that an argument takes its values from; an argument without a row takes those of its own name. */
const sources: Readonly<Record<string, readonly string[]>> = {
  ids: ['id'],
  transactionId: ['id'],
  after: cursors,
  before: cursors,
  agentNrdsId: ['nrdsId'],
  token: ['passcode'],
};

export interface Known {
  readonly add: (field: string, value: string) => void;
  readonly of: (argument: string) => readonly string[];
}

export function createKnown(random: Random): Known {
  const values = new Map<string, string[]>();
  return {
    add(field, value) {
      const kept = values.get(field) ?? [];
      values.set(field, kept);
      if (kept.includes(value)) return;
      if (kept.length < MOST_KEPT) kept.push(value);
      else kept[random.whole(MOST_KEPT)] = value;
    },
    of: (argument) => (sources[argument] ?? [argument]).flatMap((field) => values.get(field) ?? []),
  };
}

/** Keeps the texts of an answer under the names of their fields, whatever alias they came by; but for marks, which nobody knows. */
export function learn(answer: unknown, known: readonly Known[]): void {
  if (Array.isArray(answer)) {
    for (const each of answer) learn(each, known);
  } else if (typeof answer === 'object' && answer !== null) {
    for (const [key, value] of Object.entries(answer)) {
      if (typeof value !== 'string') learn(value, known);
      else if (!/cnry/i.test(value)) for (const each of known) each.add(key.replace(/^a\d+_/, ''), value);
    }
  }
}
