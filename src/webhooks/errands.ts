/** What `npm run webhooks` asks of the process that sends: to send a dead letter again, or to enable a hook that is gone. */
import type { Shelves } from '../gateway/ledger/stores/store.ts';
import type { Outbox } from './outbox.ts';
import { ERRANDS_SHELF } from './shelf-texts.ts';

type Verb = 'retry' | 'enable';

/** Left for the process that sends, now or once there is one. */
export async function ask(store: Shelves, verb: Verb, subject: string): Promise<void> {
  await store.changeShelf(ERRANDS_SHELF, null, new Map([[`${verb} ${subject}`, '']]));
}

/** Whether nobody has run the errand yet. */
export async function isPending(store: Shelves, verb: Verb, subject: string): Promise<boolean> {
  return (await store.readShelf(ERRANDS_SHELF)).has(`${verb} ${subject}`);
}

/** Does what is asked for, and returns the hooks that have been enabled. */
export async function runErrands(store: Shelves, outbox: Outbox, now: number): Promise<readonly string[]> {
  const errands = [...(await store.readShelf(ERRANDS_SHELF)).keys()];
  if (errands.length === 0) return [];
  const enabled: string[] = [];
  for (const errand of errands) {
    const [verb, subject] = errand.split(' ', 2) as [Verb, string];
    if (verb === 'enable' && outbox.gone(subject) !== null) {
      outbox.setGone(subject, null);
      enabled.push(subject);
    }
    if (verb === 'retry') revive(outbox, subject, now);
  }
  // Another process may own the shelf by then, and has to be asked as well.
  if (!(await outbox.stored())) return enabled;
  await store.changeShelf(ERRANDS_SHELF, null, new Map(errands.map((errand) => [errand, null])));
  return enabled;
}

function revive(outbox: Outbox, id: string, now: number): void {
  for (const letter of outbox.letters()) {
    if (letter.id !== id || !letter.isDead) continue;
    outbox.put({ ...letter, isDead: false, attempts: 0, failures: 0, dueAt: now });
    return;
  }
}
