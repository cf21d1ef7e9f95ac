/**
 * Agents and their offices (4.2, 4.3). All queries return only agents that have enabled the integration: for the API, the
 * others do not exist.
 */
import { chunks } from './database.ts';
import { type AgentRow, foldText, type OfficeRow, type Store } from './tables.ts';

export interface Batch<T> {
  readonly rows: readonly T[];
  /** The number of all matching rows, in all batches. */
  readonly max: number;
}

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

export type Agent = AgentRow & { readonly office_name: string | null };

export type Agents = Readonly<ReturnType<typeof createAgents>>;

export function createAgents(store: Store) {
  const enabled = () => store.selectFrom('agents').where('agents.enabled_at', 'is not', null);
  const withOffice = () =>
    enabled()
      .leftJoin('offices', 'offices.nrds_id', 'agents.office_nrds_id')
      .selectAll('agents')
      .select('offices.name as office_name');

  return {
    /** Ordered by NRDSID; with `enabledAfter`, only those who enabled the integration later than that time. */
    async list({ offset, limit }: Window, enabledAfter: number | null): Promise<Batch<Agent>> {
      const after = enabledAfter ?? Number.MIN_SAFE_INTEGER;
      const counted = await enabled()
        .where('enabled_at', '>', after)
        .select(({ fn }) => fn.countAll<number>().as('max'))
        .executeTakeFirstOrThrow();
      const rows = await withOffice()
        .where('agents.enabled_at', '>', after)
        .orderBy('agents.nrds_id')
        .limit(limit)
        .offset(offset)
        .execute();
      return { rows, max: Number(counted.max) };
    },
    async findByEmail(email: string): Promise<Agent | null> {
      const agent = await withOffice().where('email_folded', '=', foldText(email)).executeTakeFirst();
      return agent ?? null;
    },
    async findByNrdsId(nrdsId: string): Promise<Agent | null> {
      const agent = await withOffice().where('agents.nrds_id', '=', nrdsId).executeTakeFirst();
      return agent ?? null;
    },
  };
}

/** Adds offices and agents. Used only for seeding. */
export async function insertAgents(
  store: Store,
  offices: readonly OfficeRow[],
  agents: readonly Omit<AgentRow, 'email_folded'>[],
): Promise<void> {
  if (offices.length > 0) await store.insertInto('offices').values(offices).execute();
  for (const chunk of chunks(agents)) {
    const rows = chunk.map((agent) => ({ ...agent, email_folded: foldText(agent.email) }));
    await store.insertInto('agents').values(rows).execute();
  }
}
