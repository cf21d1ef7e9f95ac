/** What this process itself has just written is shown at once: the agent's feeds are polled when such a write has ended. */
import type { Once } from '../ledger/intent.ts';
import type { Feeds } from './feeds.ts';

/** Uploads change no transaction. */
const changing: ReadonlySet<string> = new Set(['createTransaction', 'addServiceProviders']);

export function pollAfterWrites(once: Once, { pollSoon }: Pick<Feeds, 'pollSoon'>): Once {
  return (intent) => {
    const recorded = once(intent);
    if (!changing.has(intent.operation)) return recorded;
    const poll = () => pollSoon(intent.agent, intent.changes);
    // A write that failed may have been carried out; one that was rejected has not.
    recorded.then(({ outcome }) => outcome !== 'REJECTED' && poll(), poll);
    return recorded;
  };
}
