/**
 * Gateway processes that share a ledger, without the gateways: each has a ledger of its own over one store, and writes that a
 * test answers. Time stands still but for the waits of a ledger, which move it.
 */
import { type Author, authorOf } from '../../../src/gateway/author.ts';
import type { Candidate, Find, Intent, Recorded } from '../../../src/gateway/ledger/intent.ts';
import { createLedger, type Ledger } from '../../../src/gateway/ledger/ledger.ts';
import type { LedgerStore } from '../../../src/gateway/ledger/store.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { Cutter } from '../../../src/upstream/cut.ts';
import { UpstreamFault } from '../../../src/upstream/faults.ts';
import { catchLog } from '../../support/caught-log.ts';
import type { HeldClock } from '../../support/held-clock.ts';
import { sealKey } from '../../support/id-keys.ts';

export interface Process {
  readonly ledger: Ledger;
  readonly write: (given?: Partial<Intent<string>>) => Promise<Recorded<string>>;
  readonly lines: Record<string, unknown>[];
  /** How many writes were counted, by their outcome. */
  readonly counted: () => Promise<Record<string, number>>;
}

export const author = (key: string | null, subject = 'ann'): Author => authorOf({ subject }, key);
export const request = { name: 'Elm Street', streetAddress: '1 Elm Street', agentNRDSID: '111' };

export function startProcess(store: LedgerStore, clock: HeldClock, issuer = 'issuer', keyId = 1): Process {
  const { log, lines } = catchLog();
  const metrics = createMetrics();
  const counted = async () =>
    Object.fromEntries((await metrics.writes.get()).values.map(({ labels, value }) => [labels.outcome, value]));
  const pause = async (milliseconds: number): Promise<void> => {
    await new Promise(setImmediate);
    clock.advance(milliseconds);
  };
  const ledger = createLedger({ store, issuer, idKeys: [sealKey(keyId)], waitMs: 2_000, pause, clock, log, metrics });
  return { ledger, lines, counted, write: (given) => ledger.once({ ...plain, ...given }) };
}

const plain: Intent<string> = {
  operation: 'createTicket',
  author: author('key-1'),
  agent: '111',
  request,
  sent: [{ field: 'name', wire: 'name', value: 'Elm Street' }],
  ifUnknown: 'Look for it',
  send: async () => 'T-1',
  keep: (answer) => ({ ids: { number: answer } }),
  recall: ({ ids }) => `again ${ids?.number}`,
};

/** A creation, as far as it is looked for: what `find` gives is looked through in full. */
export function creation(find: () => readonly Candidate<string>[] | Error): Partial<Intent<string>> {
  const looking: Find<string> = async () => {
    const found = find();
    if (found instanceof Error) throw found;
    return { candidates: found, isWhole: true };
  };
  return {
    operation: 'createTransaction',
    trace: { place: { agentNrdsId: '111' }, match: ['111', 'elm street'], find: looking },
    keep: (answer) => ({ ids: { number: answer }, claim: `transaction:${answer}` }),
  };
}

export const candidate = (number: string, isDecisive = true): Candidate<string> => ({
  claim: `transaction:${number}`,
  isDecisive,
  ids: { number },
  answer: number,
});

export const noAnswer = () =>
  new UpstreamFault('UPSTREAM_TIMEOUT', 'told by the test', { endpoint: 'addTrans', sent: 'unknown' });
export const notSent = () =>
  new UpstreamFault('UPSTREAM_UNAVAILABLE', 'told by the test', { endpoint: 'addTrans', sent: false });
export const refused = (upstreamMessage: string, upstreamType = 'Bad Request') =>
  new UpstreamFault('UPSTREAM_REJECTED', 'told by the test', {
    endpoint: 'addTrans',
    sent: true,
    status: 402,
    upstreamType,
    upstreamMessage,
  });

/** Something that happens when the test says so. */
export function held<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Nobody ends what is looked into. */
export const noCut = new Cutter();

/** A process that is gone in the middle of a write: what it had under way never ends. */
export async function dieWhileSending(process: Process, given: Partial<Intent<string>> = {}): Promise<void> {
  const sending = held<void>();
  void process.write({
    ...given,
    send: () => {
      sending.resolve();
      return new Promise(() => undefined);
    },
  });
  await sending.promise;
}
