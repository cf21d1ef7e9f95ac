/** Example values for the OpenAPI document, taken from the stored data so that a reader's first request succeeds. */
import type { Examples } from '../openapi/endpoint.ts';
import { demoAgentNrdsId } from '../seed/agents.ts';
import type { Service } from '../service.ts';

/** Used while the database has no data of its own. */
export const placeholders: Examples = {
  client: { id: 'client', secret: undefined },
  userId: 'vendor@vendor.example',
  agentNRDSID: demoAgentNrdsId,
  emailId: 'agent@agents.example',
  transId: '100001',
  member: { userName: 'agent', email: 'agent@agents.example' },
  mobileUrl: '',
};

const FIRST_ROW = { limit: 1, offset: 0 };

type Sources = Pick<Service, 'agents' | 'members' | 'mobileUrls' | 'transactions' | 'suggestedClient'>;

export async function findExamples({
  agents,
  members,
  mobileUrls,
  transactions,
  suggestedClient,
}: Sources): Promise<Examples> {
  const { rows } = await agents.list(FIRST_ROW, null);
  const [agent] = rows;
  const defaults = {
    ...placeholders,
    client: { ...placeholders.client, ...suggestedClient },
    userId: suggestedClient?.vendorEmail ?? placeholders.userId,
    mobileUrl: mobileUrls[0] ?? placeholders.mobileUrl,
  };
  if (agent === undefined) return defaults;
  const agentNRDSID = agent.nrds_id;
  const sort = { category: 'insertDate', descending: true } as const;
  const found = await transactions.list({
    agentNrdsId: agentNRDSID,
    conditions: [],
    sort,
    window: FIRST_ROW,
    fullDetails: true,
  });
  const [record] = found.rows.map((row) => JSON.parse(row) as { readonly transId: string });
  const [member] = await members.find(undefined, agent.email);
  return {
    ...defaults,
    agentNRDSID,
    emailId: agent.email,
    transId: record?.transId ?? defaults.transId,
    member: { userName: member?.user_name ?? defaults.member.userName, email: agent.email },
  };
}
