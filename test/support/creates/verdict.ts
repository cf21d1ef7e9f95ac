/** Compares the outcomes reported to the clients with the records of the service. */
import type { clientOf } from '../../../packages/reference/test/running.ts';
import type { Creation, Outcome } from './clients.ts';

export interface Verdict {
  readonly outcomes: Readonly<Record<'COMMITTED' | 'REJECTED' | 'UNKNOWN' | 'none', number>>;
  /** Creations that arrived completely at the POST API. */
  readonly arrived: number;
  /** How many more arrived than were allowed. */
  readonly doubled: number;
  /** Descriptions of false or missing outcomes; empty if there are none. */
  readonly violations: readonly string[];
}

export interface Evidence {
  /** Null if there is no outcome, which is allowed only without a key. */
  readonly outcomes: ReadonlyMap<Creation, Outcome | null>;
  readonly arrivals: ReadonlyMap<string, number>;
  readonly agents: readonly string[];
  readonly service: ReturnType<typeof clientOf>;
}

export async function evaluate({ outcomes, arrivals, agents, service }: Evidence): Promise<Verdict> {
  const existing = await readAll(service, agents);
  const violations: string[] = [];
  const counts = { COMMITTED: 0, REJECTED: 0, UNKNOWN: 0, none: 0 };
  const holders = new Map<string, Creation>();
  const byAddress = Map.groupBy(outcomes.keys(), ({ streetAddress }) => streetAddress);

  let doubled = 0;
  for (const [address, alike] of byAddress) {
    const excess = (arrivals.get(address) ?? 0) - alike.length;
    if (excess > 0) violations.push(`${address} came in ${excess} times too often`);
    doubled += Math.max(0, excess);
  }
  for (const [creation, outcome] of outcomes) {
    counts[outcome?.outcome ?? 'none'] += 1;
    const label = `${creation.key ?? 'without a key'} (${creation.streetAddress})`;
    const existingIds = existing.get(creation.streetAddress) ?? [];
    const alike = byAddress.get(creation.streetAddress)?.length ?? 0;
    if (existingIds.length > alike) violations.push(`${label}: ${existingIds.length} transactions`);
    if (outcome === null) {
      if (creation.key !== null) violations.push(`${label}: no outcome`);
    } else if (outcome.outcome === 'COMMITTED') {
      const { transId } = outcome;
      if (transId === null) continue;
      if (!existingIds.includes(transId)) violations.push(`${label}: its transaction ${transId} is not there`);
      const other = holders.get(transId);
      if (other !== undefined && other !== creation)
        violations.push(`${label}: ${transId} is that of ${other.key} too`);
      holders.set(transId, creation);
    } else if (outcome.outcome === 'REJECTED') {
      if (existingIds.length > 0 && alike === 1) violations.push(`${label}: refused, and there`);
    } else if (
      creation.key !== null &&
      alike === 1 &&
      existingIds.length === 1 &&
      !outcome.possible?.includes(existingIds[0] ?? '')
    )
      violations.push(`${label}: there, and neither found nor shown as a possible match`);
  }
  const arrived = arrivals.values().reduce((sum, each) => sum + each, 0);
  return { outcomes: counts, arrived, doubled, violations };
}

/** The transIds of all created transactions, by street address. */
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
