/** Counts, shares and texts of several holders, as one process keeps them for all: each ends by itself. */
import { type Clock, isAhead } from '../clock.ts';
import { type Added, type Claim, COUNT_MS, type Counted, type Kept, type Share } from './peers.ts';

export function createCountTable(clock: Clock) {
  /** The oldest first, since all last equally long. */
  const counts = new Map<string, { total: number; readonly until: number }>();
  return {
    add(added: readonly Added[]): Counted {
      const now = clock.now();
      for (const [name, { until }] of counts) {
        if (isAhead(until, clock, COUNT_MS)) break;
        counts.delete(name);
      }
      const totals = added.map(({ name, by }) => {
        const count = counts.getOrInsertComputed(name, () => ({ total: 0, until: now + COUNT_MS }));
        count.total += by;
        return count.total;
      });
      return { now, totals };
    },
  };
}

export function createShareTable(clock: Clock) {
  const shares = new Map<
    string,
    Map<number, { readonly amount: number; readonly until: number; readonly ms: number }>
  >();
  return {
    claim(name: string, holder: number, claim: Claim): Share {
      const holders = shares.getOrInsertComputed(name, () => new Map());
      holders.delete(holder);
      let others = 0;
      for (const [other, { amount, until, ms }] of holders) {
        if (isAhead(until, clock, ms)) others += amount;
        else holders.delete(other);
      }
      const share = shareOf(claim, others, holders.size + 1);
      if (claim.ms > 0) holders.set(holder, { amount: share.mine, until: clock.now() + claim.ms, ms: claim.ms });
      return share;
    },
    /** A dead holder uses nothing any more. */
    releaseAll(holder: number): void {
      for (const holders of shares.values()) holders.delete(holder);
    },
  };
}

/** What one of so many processes gets, the others having so much. */
function shareOf({ total, floor, hold, most }: Claim, others: number, processes: number): Share {
  const fair = Math.max(floor, Math.floor(total / processes));
  const free = floor * processes > total ? fair : total - others;
  return { mine: Math.max(hold, Math.min(fair, free, most)), fair };
}

export function createTextTable(clock: Clock) {
  const texts = new Map<string, { readonly text: string; readonly until: number; readonly ms: number }>();
  return {
    keep(name: string, text: string, ms: number): void {
      texts.set(name, { text, until: clock.now() + ms, ms });
    },
    kept(name: string): Kept | null {
      const found = texts.get(name);
      if (found === undefined) return null;
      const { text, until, ms } = found;
      if (isAhead(until, clock, ms)) return { text, restMs: until - clock.now() };
      texts.delete(name);
      return null;
    },
    discard(name: string, text: string): void {
      if (texts.get(name)?.text === text) texts.delete(name);
    },
  };
}
