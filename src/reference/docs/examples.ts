/** Values for the document's examples out of the data that is there, so that what a reader tries first succeeds. */
import type { Examples } from '../openapi/fields.ts';
import { demoAgentNrdsId } from '../seed/agents.ts';
import type { Service } from '../service.ts';

/** For a database that holds nothing of its own yet. */
const placeholders: Examples = {
  userId: 'vendor@vendor.example',
  agentNRDSID: demoAgentNrdsId,
  emailId: 'agent@agents.example',
  transId: '100001',
};

const FIRST = { limit: 1, offset: 0 };

type Sources = Pick<Service, 'agents' | 'transactions' | 'trialClient'>;

export async function findExamples({ agents, transactions, trialClient }: Sources): Promise<Examples> {
  const { rows } = await agents.list(FIRST, null);
  const [agent] = rows;
  const userId = trialClient?.vendorEmail ?? placeholders.userId;
  if (agent === undefined) return { ...placeholders, userId };
  const agentNRDSID = agent.nrds_id;
  const sort = { category: 'insertDate', descending: true } as const;
  const found = await transactions.list({
    agentNrdsId: agentNRDSID,
    conditions: [],
    sort,
    window: FIRST,
    fullDetails: true,
  });
  const [record] = found.rows.map((row) => JSON.parse(row) as { readonly transId: string });
  return { userId, agentNRDSID, emailId: agent.email, transId: record?.transId ?? placeholders.transId };
}
