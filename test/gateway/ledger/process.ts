/**
 * Stand-ins for gateway processes that share a store: each has its own ledger over it, and writes whose responses the test
 * supplies. The clock stands still, except that a ledger's waits advance it.
 */
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import type { KeyRing } from '../../../src/gateway/ids/seal.ts';
import { createLedger, type Ledger } from '../../../src/gateway/ledger/ledger.ts';
import type { LedgerStore } from '../../../src/gateway/ledger/stores/store.ts';
import {
  type Author,
  authorOf,
  type Candidate,
  type Find,
  type Recorded,
  type WriteCommand,
} from '../../../src/gateway/ledger/write-command.ts';
import { UpstreamFault } from '../../../src/upstream/faults.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { captureLog } from '../../support/caught-log.ts';
import type { ManualClock } from '../../support/held-clock.ts';

export interface Process {
  readonly ledger: Ledger;
  readonly write: (overrides?: Partial<WriteCommand<string>>) => Promise<Recorded<string>>;
  readonly lines: Record<string, unknown>[];
  /** The number of writes counted in the metrics, by outcome. */
  readonly countsByOutcome: () => Promise<Record<string, number>>;
}

export const author = (key: string | null, subject = 'ann'): Author => authorOf({ subject }, key);
export const request = { name: 'Elm Street', streetAddress: '1 Elm Street', agentNRDSID: '111' };

/** `keyIds`: its ring of id keys; the first one makes new hashes. Each wait lasts until `patience` is over, too. */
export function startProcess(
  store: LedgerStore,
  clock: ManualClock,
  issuer = 'issuer',
  keyIds: readonly [number, ...number[]] = [1],
  patience: Promise<unknown> = Promise.resolve(),
): Process {
  const { log, lines } = captureLog();
  const metrics = createMetrics();
  const countsByOutcome = async () =>
    Object.fromEntries(
      (await metrics.writes.get()).values.flatMap(({ labels, value }) =>
        value === 0 ? [] : [[(labels as Record<string, string>)['outcome'], value]],
      ),
    );
  const pause = async (milliseconds: number): Promise<void> => {
    await new Promise(setImmediate);
    await patience;
    clock.advance(milliseconds);
  };
  const [first, ...others] = keyIds;
  const idKeys: KeyRing = [sealKey(first), ...others.map((id) => sealKey(id))];
  const ledger = createLedger({
    ledgerStore: store,
    issuer,
    idKeys,
    ledgerWaitMs: 2_000,
    pause,
    requestId: () => undefined,
    clock,
    log,
    metrics,
  });
  return {
    ledger,
    lines,
    countsByOutcome,
    write: (overrides) => ledger.writeOnce({ ...defaultCommand, ...overrides }),
  };
}

const defaultCommand: WriteCommand<string> = {
  operation: 'createTicket',
  ifUnknown: 'Check before you send it again',
  author: author('key-1'),
  agent: '111',
  changes: 'no transaction',
  request,
  sent: [{ field: 'name', upstreamName: 'name', value: 'Elm Street' }],
  send: async () => 'T-1',
  toStored: (result) => ({ ids: { number: result } }),
  restore: ({ ids }) => `again ${ids?.number}`,
};

/** The parts of a command that make it a searchable creation; a search returns what `find` returns, and is exhaustive. */
export function creation(find: () => readonly Candidate<string>[] | Error): Partial<WriteCommand<string>> {
  const findCandidates: Find<string> = async () => {
    const found = find();
    if (found instanceof Error) throw found;
    return { candidates: found, isExhaustive: true };
  };
  return {
    operation: 'createTransaction',
    search: { place: { agentNrdsId: '111' }, match: ['111', 'elm street'], find: findCandidates },
    toStored: (result) => ({ ids: { number: result }, claim: `transaction:${result}` }),
  };
}

export const candidate = (number: string, isDecisive = true): Candidate<string> => ({
  claim: `transaction:${number}`,
  isDecisive,
  isTimely: true,
  ids: { number },
  result: number,
});

export const noResponse = () =>
  new UpstreamFault('UPSTREAM_TIMEOUT', 'thrown by the test', { endpoint: 'addTrans', sent: 'unknown' });
export const notSent = () =>
  new UpstreamFault('UPSTREAM_UNAVAILABLE', 'thrown by the test', { endpoint: 'addTrans', sent: false });
export const rejection = (upstreamMessage: string, upstreamType = 'Bad Request') =>
  new UpstreamFault('UPSTREAM_REJECTED', 'thrown by the test', {
    endpoint: 'addTrans',
    sent: true,
    status: 402,
    upstreamType,
    upstreamMessage,
  });

/** A signal that never aborts. */
export const neverAborted = new AbortController().signal;

/** Makes the process die in the middle of a write: the write is sent, and never ends. */
export async function dieWhileSending(process: Process, overrides: Partial<WriteCommand<string>> = {}): Promise<void> {
  const sending = Promise.withResolvers<void>();
  void process.write({
    ...overrides,
    send: () => {
      sending.resolve();
      return new Promise(() => undefined);
    },
  });
  await sending.promise;
}
