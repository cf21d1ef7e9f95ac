/** What both servers of Mercurius resolve: summaries where they suffice, and each account once per request. */
import DataLoader from 'dataloader';
import { Pool } from 'undici';

const { UPSTREAM_URL = '' } = process.env;

const pool = new Pool(UPSTREAM_URL, { connections: 32 });
const headers = { 'content-type': 'application/json', authorization: 'Bearer bench-token' };

async function post(path, values) {
  const body = JSON.stringify({ userId: 'bench@vendor.example', ...values });
  const response = await pool.request({ method: 'POST', path, headers, body });
  return JSON.parse(await response.body.text());
}

const summaryFields = new Set(
  ['name', 'realtorName', 'insertDate', 'lastUpdateDate', 'propertyType', 'type', 'status'].concat('__typename'),
);
const detailed = new WeakMap();

/** Whether more is selected of a list's nodes than a summary contains. */
function needsDetails(node) {
  const known = detailed.get(node);
  if (known !== undefined) return known;
  const [nodes] = node.selectionSet.selections.filter(({ name }) => name?.value === 'nodes');
  const needed = nodes?.selectionSet.selections.some(({ name }) => !summaryFields.has(name?.value)) ?? false;
  detailed.set(node, needed);
  return needed;
}

/** `checkAgent` gets the context and the agent whose list is asked for. */
export const createResolvers = (checkAgent, flatResolvers) => ({
  ...flatResolvers,
  Query: {
    async transaction(_root, { by: { transId } }) {
      const [record] = await post('/fsforms/getTransById', { transId });
      return { ...record, transId };
    },
    async transactions(_root, { agentNrdsId, first }, context, { fieldNodes: [node] }) {
      checkAgent(context, agentNrdsId);
      const filter = `NRDSID=<${agentNrdsId}>`;
      const page = { batch_size: first, batch_no: 1, filter, full_details: needsDetails(node) };
      const [batch] = await post('/fsforms/listTrans', page);
      return batch;
    },
    account: (_root, { by: { email } }, { accounts }) => accounts.load(email),
  },
  Transaction: {
    ...flatResolvers.Transaction,
    async files({ transId }) {
      const { meta, data } = await post('/fsforms/listFiles', { transId });
      return { totalCount: meta.total, nodes: data };
    },
  },
});

const readAccounts = (emails) =>
  Promise.all(emails.map(async (emailId) => (await post('/accounts/getAccount', { emailId }))[0]));

export const createAccounts = () => new DataLoader(readAccounts);
