/**
 * Whether an empty list may be that of an agent whom nobody knows. An agent's grant has proved its NRDS id, while a service names
 * any. As long as no directory can be loaded, the list is believed.
 */
import type { AgentGrant } from '../callers/access.ts';
import type { Directory } from '../callers/directory.ts';
import { UpstreamFault, unknownAgent } from '../fault.ts';

/** Throws NOT_FOUND if nobody has the NRDS id that a service named. */
export type CheckEmptyList = (grant: AgentGrant) => Promise<void>;

export function createCheckEmptyList(directory: Pick<Directory, 'byNrdsId'>): CheckEmptyList {
  return async ({ holder, nrdsId }) => {
    if (holder !== '') return;
    const isUnknown = await Promise.resolve(directory.byNrdsId(nrdsId)).then(
      (user) => user === null,
      falseIfUnavailable,
    );
    if (isUnknown) throw unknownAgent();
  };
}

function falseIfUnavailable(error: unknown): false {
  if (error instanceof UpstreamFault) return false;
  throw error;
}
