// Random histories of changes, failures and kills, in simulated time: whatever happens, each change arrives, in order for its transaction.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedEvent } from '../../src/gateway/live/tracking/changes.ts';
import type { Receipt } from '../../src/webhooks/sender.ts';
import { openLedgerInMemory } from '../support/gateways/memory-ledger.ts';
import { changed, openOffice, outboxOf, ready, type Sent, skip } from './office.ts';

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
  readonly event: Sent;
  readonly isTaken: boolean;
}

async function run(steps: readonly Step[], responses: readonly Response[]) {
  const store = openLedgerInMemory({ now: () => Date.now() });
  const log: FeedEvent[] = [];
  const arrived: Arrived[] = [];
  const coming = [...responses];
  let lost = 0;
  const underWay = new Set<symbol>();
  const isBusy = () => underWay.size > 0;
  const receive = async (event: Sent): Promise<Receipt> => {
    const { afterMs, isTaken, receipt } = coming.shift() ?? taken;
    const attempt = Symbol('attempt');
    underWay.add(attempt);
    arrived.push({ event, isTaken });
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    // Its end is not stored yet.
    setTimeout(() => underWay.delete(attempt), 1);
    if (isTaken && !('status' in receipt && receipt.status < 300)) lost += 1;
    return receipt;
  };
  let office = await openOffice(store, receive, log);
  let inFlightAtKills = 0;
  for (const each of steps) {
    if (each.do === 'wait') await (each.ms > 60_000 ? skip(store, each.ms, isBusy) : pass(each.ms));
    else if (each.do === 'change')
      for (const which of each.which) office.happen(changed(`T-${which}`, `v${log.length}`));
    else if (each.do === 'load') office.happen(ready);
    else {
      office.kill();
      inFlightAtKills += underWay.size;
      underWay.clear();
      office = await openOffice(store, receive, log);
      // The lease of the killed one has to expire.
      await pass(7_000);
    }
  }
  coming.length = 0;
  await skip(store, 6 * DAY, isBusy);
  return { log, arrived, lost, inFlightAtKills, left: await outboxOf(store) };
}

const placeIn = (log: readonly FeedEvent[], { version }: Sent): number =>
  log.findIndex((event) => event.kind === 'CHANGED' && event.record.fingerprint === version);

test('each change arrives or is overtaken, in order per transaction, and only what was on its way comes twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 14 }),
      fc.array(response, { maxLength: 14 }),
      async (steps, responses) => {
        const { log, arrived, lost, inFlightAtKills, left } = await run(steps, responses);
        const takenOnes = arrived.filter(({ isTaken }) => isTaken).map(({ event }) => event);
        // Nothing is lost: after the last change of a transaction, either that change or the request to load the list was taken.
        expect(left).toEqual([]);
        const loads = takenOnes.filter(({ transId }) => transId === undefined);
        if (log.some(({ kind }) => kind === 'READY')) expect(loads).not.toEqual([]);
        for (let which = 0; which < 4; which += 1) {
          const own = takenOnes.filter(({ transId }) => transId === `T-${which}`);
          const last = log.findLastIndex((event) => event.kind === 'CHANGED' && event.record.transId === `T-${which}`);
          const isLoadedLater = log.findLastIndex(({ kind }) => kind === 'READY') > last;
          const isTold = own.some((event) => placeIn(log, event) === last);
          expect(last === -1 || isTold || isLoadedLater).toBe(true);
          // In order: what was taken first is never newer than what is taken later.
          const places = own.map((event) => placeIn(log, event));
          expect(places).toEqual([...places].sort((one, other) => one - other));
        }
        // The same id is the same content, another content another id.
        const byId = Map.groupBy(arrived, ({ event }) => event.id);
        for (const same of byId.values()) expect(new Set(same.map(({ event }) => event.version)).size).toBe(1);
        const repeats = [...Map.groupBy(takenOnes, ({ id }) => id).values()].reduce(
          (sum, all) => sum + all.length - 1,
          0,
        );
        expect(repeats).toBeLessThanOrEqual(lost + inFlightAtKills);
        const versions = takenOnes.flatMap(({ id, version }) => (version === undefined ? [] : [`${version} ${id}`]));
        expect(new Set(versions.map((each) => each.split(' ')[0])).size).toBe(new Set(versions).size);
      },
    ),
    { numRuns: 40 },
  );
});
