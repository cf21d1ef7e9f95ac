/**
 * A rule of the POST API: a stable id, the sentence that it checks, and the check that runs against a target. An id never
 * changes once assigned.
 */
import type { Target } from './target.ts';

/**
 * What a target must offer before a rule can be checked: write access, a second client, enough data of its own, or faults
 * that a request can select by name, which only our own service has.
 */
export type Need = 'write' | 'second-client' | 'seed' | 'fault-switch';

export interface Rule {
  /** Section, subject, check: `4.4.sort.closing-date`. */
  readonly id: string;
  readonly sentence: string;
  /** The specification is silent, and the check verifies our default. */
  readonly isAssumed?: boolean | undefined;
  readonly needs?: readonly Need[];
  readonly check: (target: Target) => Promise<void>;
}

/** Thrown by a rule with the need `seed` if the target's data cannot answer it: the rule neither passes nor fails. */
export class InsufficientSample extends Error {
  override readonly name = 'Unanswerable';
}

/** Throws Unanswerable unless the target's data suffices. */
export function requireRecords(enough: boolean, reason: string): asserts enough {
  if (!enough) throw new InsufficientSample(reason);
}

/** A name as a part of an id: closingDate_range → closing-date-range, NRDSID → nrdsid, userId → user-id. */
export function idPart(name: string): string {
  return name
    .replaceAll('_', '-')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase();
}
