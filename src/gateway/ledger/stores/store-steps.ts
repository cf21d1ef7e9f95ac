/** The steps of a store as one function, for adapters that do the same around each of them. */
import type { LedgerStore } from './store.ts';

export type StepName = keyof LedgerStore;
export type StepArguments = { readonly [Name in StepName]: Parameters<LedgerStore[Name]> };
export type StepResults = { readonly [Name in StepName]: Awaited<ReturnType<LedgerStore[Name]>> };

/** A store in the form in which TypeScript can check a call of a step whose name is a variable. */
export type AsyncSteps = {
  readonly [Name in StepName]: (...args: StepArguments[Name]) => Promise<StepResults[Name]>;
};

type RunStep = <Name extends StepName>(name: Name, ...args: StepArguments[Name]) => Promise<StepResults[Name]>;

/** A store that hands each step to `run`. */
export function storeOf(run: RunStep): LedgerStore {
  return {
    reserve: (...args) => run('reserve', ...args),
    read: (...args) => run('read', ...args),
    markSent: (...args) => run('markSent', ...args),
    settle: (...args) => run('settle', ...args),
    release: (...args) => run('release', ...args),
    releaseUnsent: (...args) => run('releaseUnsent', ...args),
    claim: (...args) => run('claim', ...args),
    unclaimed: (...args) => run('unclaimed', ...args),
    orphans: (...args) => run('orphans', ...args),
    beat: (...args) => run('beat', ...args),
    takeLease: (...args) => run('takeLease', ...args),
    renewLease: (...args) => run('renewLease', ...args),
    releaseLease: (...args) => run('releaseLease', ...args),
    underLease: (...args) => run('underLease', ...args),
    query: (...args) => run('query', ...args),
    close: (...args) => run('close', ...args),
  };
}
