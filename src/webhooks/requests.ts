/** What `npm run webhooks` asks of the process that sends: to send a dead letter again, or to enable a hook that is gone. */
import type { Shelves } from '../gateway/ledger/stores/shelves.ts';
import type { Outbox } from './outbox.ts';
import { REQUESTS_SHELF } from './shelf-texts.ts';

type Verb = 'retry' | 'enable';

/** Left for the process that sends, now or once there is one. */
export async function ask(store: Shelves, verb: Verb, subject: string): Promise<void> {
  await store.changeShelf(REQUESTS_SHELF, null, new Map([[`${verb} ${subject}`, '']]));
}

/** Whether nobody has taken the request yet. */
export async function isPending(store: Shelves, verb: Verb, subject: string): Promise<boolean> {
  return (await store.readShelf(REQUESTS_SHELF)).has(`${verb} ${subject}`);
}

/** Does what is asked for, and returns the hooks that have been enabled. */
export async function answerRequests(store: Shelves, outbox: Outbox, now: number): Promise<readonly string[]> {
  const requests = [...(await store.readShelf(REQUESTS_SHELF)).keys()];
  if (requests.length === 0) return [];
  const enabled: string[] = [];
  for (const request of requests) {
    const [verb, subject] = request.split(' ', 2) as [Verb, string];
    if (verb === 'enable' && outbox.gone(subject) !== null) {
      outbox.setGone(subject, null);
      enabled.push(subject);
    }
    if (verb === 'retry') revive(outbox, subject, now);
  }
  await outbox.stored();
  await store.changeShelf(REQUESTS_SHELF, null, new Map(requests.map((request) => [request, null])));
  return enabled;
}

function revive(outbox: Outbox, id: string, now: number): void {
  for (const letter of outbox.letters()) {
    if (letter.id !== id || !letter.isDead) continue;
    outbox.put({ ...letter, isDead: false, attempts: 0, failures: 0, dueAt: now });
    return;
  }
}
