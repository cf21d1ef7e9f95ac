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
  member: { userName: 'agent', email: 'agent@agents.example' },
  mobileUrl: '',
};

const FIRST = { limit: 1, offset: 0 };

type Sources = Pick<Service, 'agents' | 'members' | 'mobileUrls' | 'transactions' | 'trialClient'>;

export async function findExamples({
  agents,
  members,
  mobileUrls,
  transactions,
  trialClient,
}: Sources): Promise<Examples> {
  const { rows } = await agents.list(FIRST, null);
  const [agent] = rows;
  const known = {
    ...placeholders,
    userId: trialClient?.vendorEmail ?? placeholders.userId,
    mobileUrl: mobileUrls[0] ?? placeholders.mobileUrl,
  };
  if (agent === undefined) return known;
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
  const [member] = await members.find({ email: agent.email });
  return {
    ...known,
    agentNRDSID,
    emailId: agent.email,
    transId: record?.transId ?? known.transId,
    member: { userName: member?.user_name ?? known.member.userName, email: agent.email },
  };
}
