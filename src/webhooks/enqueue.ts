/**
 * What a hook is told of the events of an agent's change feed: letters, and the cursor after them, in one go. A list that has to be
 * loaded again, or too many letters that wait, become one letter that says so.
 */
import type { FeedEvent } from '../gateway/live/following/changes.ts';
import { type Change, writeLetter } from './letter.ts';
import type { Outbox } from './outbox.ts';

/** Of one agent for one hook. */
export const MAX_LETTERS = 1_000;

export interface Recipient {
  readonly hook: string;
  readonly agentNrdsId: string;
}

/** `isBeginning`: the hook was never told of this agent, so nothing has to be loaded again. */
export function enqueue(
  outbox: Outbox,
  recipient: Recipient,
  events: readonly FeedEvent[],
  { changeOf, now, isBeginning }: { changeOf: (event: FeedEvent) => Change | null; now: number; isBeginning: boolean },
): void {
  for (const event of events) {
    // Nobody has to act when the service cannot be read, or can be again.
    if (event.kind === 'STALE' || event.kind === 'RESUMED') continue;
    const change = changeOf(event);
    if (change !== null) enqueueChange(outbox, recipient, change, now);
    else if (!isBeginning) enqueueResync(outbox, recipient, now);
  }
  const last = events.findLast(({ kind }) => kind !== 'STALE');
  if (last !== undefined) outbox.setPlace(recipient.hook, recipient.agentNrdsId, last.cursor);
}

function enqueueChange(outbox: Outbox, recipient: Recipient, change: Change, now: number): void {
  const former = outbox.current({ ...recipient, change });
  // The same change, which a feed can show again after a long pause.
  if (former !== undefined && !former.isDead && former.change?.version === change.version) return;
  if (former === undefined && outbox.lettersOf(recipient.hook, recipient.agentNrdsId).length >= MAX_LETTERS) {
    enqueueResync(outbox, recipient, now);
    return;
  }
  outbox.put(writeLetter({ ...recipient, change }, now, former));
}

/** It says more than every other letter of the agent, waiting or dead. */
function enqueueResync(outbox: Outbox, recipient: Recipient, now: number): void {
  const letter = writeLetter({ ...recipient, change: null }, now, outbox.current({ ...recipient, change: null }));
  for (const each of outbox.lettersOf(recipient.hook, recipient.agentNrdsId)) outbox.remove(each);
  outbox.put(letter);
}
