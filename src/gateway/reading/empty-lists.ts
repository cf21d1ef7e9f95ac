/**
 * Checks whether an empty list is that of an unknown agent. The grant of an agent proves its NRDS id, but a service may name any id. As
 * long as no directory can be loaded, the list is accepted.
 */
import type { Batch } from '@realty-forms/contract/calls/requests.ts';
import type { AgentGrant } from '../callers/access.ts';
import type { Directory } from '../callers/directory.ts';
import { UpstreamFault, unknownAgent } from '../fault.ts';
import type { Answer } from '../lists/batch-behavior.ts';

/**
 * Throws NOT_FOUND if no user has the NRDS id that a service named. The result is another grant if the directory writes the id in
 * another way, because the list under that id has not been read.
 */
export type CheckEmptyList = (grant: AgentGrant) => Promise<AgentGrant>;

export function createCheckEmptyList(directory: Pick<Directory, 'byNrdsId'>): CheckEmptyList {
  return async (grant) => {
    if (grant.holder !== '') return grant;
    const known = await Promise.resolve(directory.byNrdsId(grant.nrdsId)).catch(undefinedIfUnavailable);
    if (known === null) throw unknownAgent();
    const nrdsId = known?.nrdsId ?? grant.nrdsId;
    return nrdsId === grant.nrdsId ? grant : { ...grant, nrdsId };
  };
}

/** Whether the list begins without a record. */
export function isEmptyList({ number }: Batch, { data }: Answer<unknown>): boolean {
  return data.length === 0 && number === 1;
}

function undefinedIfUnavailable(error: unknown): undefined {
  if (error instanceof UpstreamFault) return undefined;
  throw error;
}
