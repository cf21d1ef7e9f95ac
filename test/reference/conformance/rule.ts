/**
 * A rule of the POST API: a stable id, the sentence it stands for, and the check that judges a target by it. The id never
 * changes once it is given; a rule whose sentence is ours and not the specification's says so in its basis.
 */
import type { Target } from './target.ts';

/**
 * What a target has to offer before a rule can judge it: writes allowed, a second client, enough records of its own, faults
 * that a request can ask for by name, which only our own service has.
 */
export type Need = 'write' | 'second-client' | 'seed' | 'fault-switch';

export interface Rule {
  /** Section, subject, check: `4.4.sort.closing-date`. */
  readonly id: string;
  readonly section: string;
  readonly sentence: string;
  /** `assumption` where the specification is silent and the check holds our default. */
  readonly basis: 'spec' | 'assumption';
  readonly needs?: readonly Need[];
  readonly check: (target: Target) => Promise<void>;
}

/** Thrown by a rule with the need `seed` when the target's records cannot answer the question: neither passed nor failed. */
export class Unanswerable extends Error {
  override readonly name = 'Unanswerable';
}

/** Throws Unanswerable unless the target's records allow the question. */
export function requireRecords(enough: boolean, reason: string): asserts enough {
  if (!enough) throw new Unanswerable(reason);
}

/** A name as a part of an id: transactionType → transaction-type, closingDate_range → closing-date-range, NRDSID → nrdsid, userId → user-id. */
export function idPart(name: string): string {
  return name
    .replaceAll('_', '-')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();
}
