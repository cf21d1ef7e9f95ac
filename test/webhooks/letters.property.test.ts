// Random histories of changes, failures and kills, in simulated time: whatever happens, each change arrives, in order for its transaction.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedEvent } from '../../src/gateway/live/following/changes.ts';
import type { Letter } from '../../src/webhooks/letter.ts';
import type { Receipt } from '../../src/webhooks/sending/sender.ts';
import { openLedgerInMemory } from '../support/gateways/memory-ledger.ts';
import { changed, openOffice, ready, recipient } from './office.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const DAY = 24 * 3_600_000;

/** What the receiver does with one message: it takes some time, may be told and may still fail to say so. */
interface Response {
  readonly afterMs: number;
  readonly isTaken: boolean;
  readonly receipt: Receipt;
}

const taken: Response = { afterMs: 5, isTaken: true, receipt: { status: 204, retryAfter: null } };
const response: fc.Arbitrary<Response> = fc.oneof(
  fc.constant(taken),
  fc.record({
    afterMs: fc.constantFrom(0, 5, 3_000, 20_000),
    isTaken: fc.boolean(),
    receipt: fc.constantFrom<Receipt>(
      { status: 500, retryAfter: null },
      { status: 429, retryAfter: '30' },
      { problem: 'no response within 20000 ms' },
    ),
  }),
);

type Step =
  | { readonly do: 'change'; readonly which: readonly number[] }
  | { readonly do: 'load' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'kill' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      which: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('load' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(0, 1, 4, 6, 2_999, 5_000, 20_001, 400_000, 2 * DAY),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
);

interface Arrived {
  readonly letter: Letter;
  readonly isTaken: boolean;
}

async function run(steps: readonly Step[], responses: readonly Response[]) {
  const store = openLedgerInMemory({ now: () => Date.now() });
  const log: FeedEvent[] = [];
  const arrived: Arrived[] = [];
  const coming = [...responses];
  let lost = 0;
  const underWay = new Set<symbol>();
  const receive = async (letter: Letter): Promise<Receipt> => {
    const { afterMs, isTaken, receipt } = coming.shift() ?? taken;
    const attempt = Symbol('attempt');
    underWay.add(attempt);
    arrived.push({ letter, isTaken });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    // Its end is not stored yet.
    setTimeout(() => underWay.delete(attempt), 1);
    if (isTaken && !('status' in receipt && receipt.status < 300)) lost += 1;
    return receipt;
  };
  const open = async (owner: string) => {
    const office = await openOffice(store, owner, receive);
    const place = Number(office.outbox.place(recipient.hook, recipient.agentNrdsId) ?? '0');
    if (log.length > place) office.enqueue(...log.slice(place));
    return office;
  };
  let office = await open('0');
  let inFlightAtKills = 0;
  const happen = (event: (cursor: string) => FeedEvent): void => void log.push(event(String(log.length + 1)));
  const enqueueNew = (from: number) => office.enqueue(...log.slice(from));
  for (const [at, each] of steps.entries()) {
    const from = log.length;
    if (each.do === 'wait') await pass(each.ms);
    else if (each.do === 'change') {
      for (const which of each.which) happen((cursor) => changed(`T-${which}`, `v${log.length}`, cursor));
      enqueueNew(from);
    } else if (each.do === 'load') {
      happen(ready);
      enqueueNew(from);
    } else {
      office.kill();
      inFlightAtKills += underWay.size;
      underWay.clear();
      // Its lease has to expire.
      await pass(5_000);
      office = await open(String(at + 1));
    }
  }
  coming.length = 0;
  await pass(6 * DAY);
  return { log, arrived, lost, inFlightAtKills, left: [...office.outbox.letters()] };
}

const placeIn = (log: readonly FeedEvent[], { change }: Letter): number =>
  log.findIndex((event) => event.kind === 'CHANGED' && event.record.fingerprint === change?.version);

test('each change arrives or is overtaken, in order per transaction, and only what was on its way comes twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 14 }),
      fc.array(response, { maxLength: 14 }),
      async (steps, responses) => {
        const { log, arrived, lost, inFlightAtKills, left } = await run(steps, responses);
        const takenOnes = arrived.filter(({ isTaken }) => isTaken).map(({ letter }) => letter);
        // Nothing is lost: after the last change of a transaction, either that change or the request to load the list was taken.
        expect(left).toEqual([]);
        const loads = takenOnes.filter(({ change }) => change === null);
        if (log.some(({ kind }) => kind === 'READY')) expect(loads).not.toEqual([]);
        for (let which = 0; which < 4; which += 1) {
          const own = takenOnes.filter(({ change }) => change?.transId === `T-${which}`);
          const last = log.findLastIndex((event) => event.kind === 'CHANGED' && event.record.transId === `T-${which}`);
          const isLoadedLater = log.findLastIndex(({ kind }) => kind === 'READY') > last;
          const isTold = own.some((letter) => placeIn(log, letter) === last);
          expect(last === -1 || isTold || isLoadedLater).toBe(true);
          // In order: what was taken first is never newer than what is taken later.
          const places = own.map((letter) => placeIn(log, letter));
          expect(places).toEqual([...places].sort((one, other) => one - other));
        }
        // The same id is the same content, another content another id.
        const byId = Map.groupBy(arrived, ({ letter }) => letter.id);
        for (const same of byId.values())
          expect(new Set(same.map(({ letter }) => letter.change?.version)).size).toBe(1);
        const repeats = [...Map.groupBy(takenOnes, ({ id }) => id).values()].reduce(
          (sum, all) => sum + all.length - 1,
          0,
        );
        expect(repeats).toBeLessThanOrEqual(lost + inFlightAtKills);
        const versions = takenOnes.flatMap(({ id, change }) => (change === null ? [] : [`${change.version} ${id}`]));
        expect(new Set(versions.map((each) => each.split(' ')[0])).size).toBe(new Set(versions).size);
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);
