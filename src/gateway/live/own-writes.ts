/** What this process itself has just written is shown at once: the agent's feeds are polled when such a write has ended. */
import type { Once } from '../ledger/intent.ts';
import type { Feeds } from './feeds.ts';

/** Uploads change no transaction. */
const changing: ReadonlySet<string> = new Set(['createTransaction', 'addServiceProviders']);

export function pollAfterWrites(once: Once, { pollSoon }: Pick<Feeds, 'pollSoon'>): Once {
  return (intent) => {
    const recorded = once(intent);
    // A write that failed may have been carried out.
    return changing.has(intent.operation) ? recorded.finally(() => pollSoon(intent.agent, intent.changes)) : recorded;
  };
}
