/** Leases of several holders, as one process keeps them for all: a lease ends unless its holder renews it. */
import { type Clock, isAhead } from '../clock.ts';

export function createLeaseTable(clock: Clock) {
  const leases = new Map<string, { readonly holder: number; readonly until: number; readonly ms: number }>();
  return {
    /** 0 if the holder has the lease from now on, otherwise for how many milliseconds another one still has it. */
    take(name: string, holder: number, ms: number): number {
      const lease = leases.get(name);
      if (lease !== undefined && lease.holder !== holder && isAhead(lease.until, clock, lease.ms)) {
        return lease.until - clock.now();
      }
      leases.set(name, { holder, until: clock.now() + ms, ms });
      return 0;
    },
    /** Whether the holder had it. */
    release(name: string, holder: number): boolean {
      return leases.get(name)?.holder === holder && leases.delete(name);
    },
    /** The names of the leases that a dead holder had. */
    releaseAll(holder: number): string[] {
      const names = [...leases].filter(([, lease]) => lease.holder === holder).map(([name]) => name);
      for (const name of names) leases.delete(name);
      return names;
    },
  };
}
