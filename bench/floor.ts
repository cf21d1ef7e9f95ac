/**
 * The floor of the comparison, in a separate process: the least work with which a server can return the same JSON. Bare
 * node:http, undici, JSON.parse, hand-picked fields, JSON.stringify; it parses no query and knows no caller.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import {
  type FlatRecord,
  pickAccount,
  pickFile,
  pickFullRecord,
  pickOne,
  pickSummary,
  statuses,
} from './floor-fields.ts';

type Variables = Readonly<Record<string, string>>;
interface Page {
  readonly meta: { readonly next_batch_no: number | null };
  readonly data: readonly FlatRecord[];
}
type Handler = (variables: Variables) => unknown;

const pool = new Pool(process.env['UPSTREAM_URL'] ?? '', {
  connections: Number(process.env['UPSTREAM_CONNECTIONS'] ?? 32),
});
const headers = { 'content-type': 'application/json', authorization: 'Bearer bench-token' };
const userId = 'bench@vendor.example';

async function post(path: string, values: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { body } = await pool.request({
    method: 'POST',
    path,
    headers,
    body: JSON.stringify({ userId, ...values }),
  });
  return JSON.parse(await body.text());
}

async function list(agentNrdsId: string | undefined, size: number, full: boolean) {
  const values = { batch_size: size, batch_no: 1, filter: `NRDSID=<${agentNrdsId}>`, full_details: full };
  const [{ meta, data }] = (await post('/fsforms/listTrans', values)) as [Page];
  const endCursor = Buffer.from(`${size} ${data.at(-1)?.transName}`).toString('base64url');
  return { data, pageInfo: { hasNextPage: meta.next_batch_no !== null, endCursor } };
}

async function files(transId: string | undefined) {
  const { meta, data } = (await post('/fsforms/listFiles', { transId })) as {
    meta: { total: number };
    data: readonly FlatRecord[];
  };
  return { totalCount: meta.total, nodes: data.map(pickFile) };
}

const handlers: Readonly<Record<string, Handler>> = {
  W0: () => ({ __typename: 'Query' }),
  async W1({ transId }) {
    const [record] = (await post('/fsforms/getTransById', { transId })) as [FlatRecord];
    return { transaction: pickOne(transId, record) };
  },
  async W2({ agentNrdsId }) {
    const { data, pageInfo } = await list(agentNrdsId, 100, false);
    return { transactions: { pageInfo, nodes: data.map(pickSummary) } };
  },
  async W3({ agentNrdsId }) {
    const { data, pageInfo } = await list(agentNrdsId, 100, true);
    return { transactions: { pageInfo, nodes: data.map(pickFullRecord) } };
  },
  async W4({ agentNrdsId }) {
    const { data, pageInfo } = await list(agentNrdsId, 20, true);
    const nodes = data.map(async (record) => {
      const { transId, transName, propertyStatus } = record;
      const status = statuses[propertyStatus ?? ''] ?? null;
      return { id: transId, transId, name: transName || null, status, files: await files(transId) };
    });
    return { transactions: { pageInfo, nodes: await Promise.all(nodes) } };
  },
  async W5(variables) {
    const found = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => {
        const [record] = (await post('/accounts/getAccount', { emailId: variables[`email${n}`] })) as [FlatRecord];
        return pickAccount(record);
      }),
    );
    return Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`a${n}`, found[n % 5]]));
  },
};

const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    const { operationName, variables } = JSON.parse(Buffer.concat(chunks).toString()) as {
      operationName: string;
      variables: Variables;
    };
    const body = Buffer.from(JSON.stringify({ data: await handlers[operationName]?.(variables) }));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
    response.end(body);
  });
});

server.listen(0, '127.0.0.1', () =>
  console.log(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`),
);
