/**
 * The use case of creating a transaction (4.6). A creation cannot be undone, so it is sent at most once, and its outcome is
 * told as far as it is known: COMMITTED, REJECTED with what can be put right, or UNKNOWN when it left and no answer came.
 */
import { type CreateTransaction, createTransaction, valuesOfCreation } from '../contract/requests.ts';
import type { Upstream } from '../upstream/call.ts';
import type { AgentGrant } from './access.ts';
import type { Directory } from './directory.ts';
import { blanks, rejected, unknownAgent, type Written, write } from './outcome.ts';
import type { Transaction, Transactions } from './transactions.ts';

export interface CreateResult extends Pick<Written<unknown>, 'outcome' | 'userErrors'> {
  readonly transaction: Transaction | null;
}

export interface CreateOptions {
  readonly upstream: Upstream;
  readonly directory: Directory;
  readonly transactions: Transactions;
}

/** Creates one transaction for the agent that `grant` is for. */
export type Create = (grant: AgentGrant, input: Omit<CreateTransaction, 'agentNrdsId'>) => Promise<CreateResult>;

const ifUnknown = 'The service did not answer, so the transaction may exist: look for it before you create it again';

export function createCreate({ upstream, directory, transactions }: CreateOptions): Create {
  return async (grant, given) => {
    const { stateId, name, streetAddress } = given;
    const blank = blanks({ stateId, name, streetAddress });
    if (blank.length > 0) return { ...rejected(blank), transaction: null };
    if ((await directory.byNrdsId(grant.nrdsId)) === null) return { ...rejected([unknownAgent()]), transaction: null };
    const request = createTransaction({ ...given, agentNrdsId: grant.nrdsId });
    const { answer, ...written } = await write(async () => (await upstream.call('addTrans', request))[0], {
      sent: valuesOfCreation(request),
      ifUnknown,
    });
    return { ...written, transaction: answer && transactions.own(grant, answer) };
  };
}
