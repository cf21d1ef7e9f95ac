/** Compares what the clients were told with what the service holds. */
import type { talkTo } from '../../reference/running.ts';
import type { Creation, Outcome } from './clients.ts';

export interface Verdict {
  readonly outcomes: Readonly<Record<'COMMITTED' | 'REJECTED' | 'UNKNOWN' | 'none', number>>;
  /** Creations that came in whole at the POST API. */
  readonly arrived: number;
  /** How many of them came in more often than they may. */
  readonly doubled: number;
  /** What was told and is not so, in words; none where all is well. */
  readonly violations: readonly string[];
}

export interface Evidence {
  /** Null for one without an outcome; only one without a key may have none. */
  readonly outcomes: ReadonlyMap<Creation, Outcome | null>;
  readonly arrivals: ReadonlyMap<string, number>;
  readonly agents: readonly string[];
  readonly service: ReturnType<typeof talkTo>;
}

export async function judge({ outcomes, arrivals, agents, service }: Evidence): Promise<Verdict> {
  const standing = await readAll(service, agents);
  const violations: string[] = [];
  const counts = { COMMITTED: 0, REJECTED: 0, UNKNOWN: 0, none: 0 };
  const holders = new Map<string, Creation>();
  const byAddress = Map.groupBy(outcomes.keys(), ({ streetAddress }) => streetAddress);

  let doubled = 0;
  for (const [address, alike] of byAddress) {
    const more = (arrivals.get(address) ?? 0) - alike.length;
    if (more > 0) violations.push(`${address} came in ${more} times too often`);
    doubled += Math.max(0, more);
  }
  for (const [creation, outcome] of outcomes) {
    counts[outcome?.outcome ?? 'none'] += 1;
    const at = `${creation.key ?? 'without a key'} (${creation.streetAddress})`;
    const there = standing.get(creation.streetAddress) ?? [];
    const alike = byAddress.get(creation.streetAddress)?.length ?? 0;
    if (there.length > alike) violations.push(`${at}: ${there.length} transactions`);
    if (outcome === null) {
      if (creation.key !== null) violations.push(`${at}: no outcome`);
    } else if (outcome.outcome === 'COMMITTED') {
      const { transId } = outcome;
      if (transId === null) continue;
      if (!there.includes(transId)) violations.push(`${at}: its transaction ${transId} is not there`);
      const other = holders.get(transId);
      if (other !== undefined && other !== creation) violations.push(`${at}: ${transId} is that of ${other.key} too`);
      holders.set(transId, creation);
    } else if (outcome.outcome === 'REJECTED') {
      if (there.length > 0 && alike === 1) violations.push(`${at}: refused, and there`);
    } else if (
      creation.key !== null &&
      alike === 1 &&
      there.length === 1 &&
      !outcome.possible?.includes(there[0] ?? '')
    )
      violations.push(`${at}: there, and neither found nor shown as a possible match`);
  }
  const arrived = arrivals.values().reduce((sum, each) => sum + each, 0);
  return { outcomes: counts, arrived, doubled, violations };
}

/** The numbers of all created transactions, by street address. */
async function readAll(service: Evidence['service'], agents: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const agent of agents) {
    for (let number = 1, isLast = false; !isLast; number += 1) {
      const request = { batch_size: 100, batch_no: number, full_details: true, filter: `NRDSID=<${agent}>` };
      const { status, text, body } = await service.call('/fsforms/listTrans', request);
      if (status !== 200) throw new Error(text);
      const [{ meta, data }] = body;
      for (const { transId, streetAddress } of data)
        found.set(streetAddress, [...(found.get(streetAddress) ?? []), transId]);
      isLast = number * 100 >= meta.max;
    }
  }
  return found;
}
