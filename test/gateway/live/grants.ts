/** Grants as access control makes them, for agents that are all in the directory. */
import { createAccess } from '../../../src/gateway/callers/access.ts';
import type { AgentGrant, TransactionGrant } from '../../../src/gateway/callers/grants.ts';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import { agentOf, service } from '../../support/callers/callers.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { everybody } from '../../support/directories.ts';

const access = createAccess(createSealer([sealKey(1)]), everybody);

export const grantOf = async (nrdsId: string): Promise<AgentGrant> => access.agent(agentOf(nrdsId), nrdsId);
export const serviceGrantOf = async (nrdsId: string): Promise<AgentGrant> => access.agent(service, nrdsId);
/** A service's grant for one transaction. */
export const transactionGrantOf = async (transId: string): Promise<TransactionGrant> =>
  access.ownTransaction(await serviceGrantOf('111'), transId);
