/** The graph over a service with 250 accounts, 250 transactions and a file of each. */
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { type Overrides, startStubbedGraph } from '../../support/gateways/graph-under-test.ts';
import type { StubUpstream } from '../../support/upstreams/stub-upstream.ts';

export const LIST = '/fsforms/listTrans';
const FILES = '/fsforms/listFiles';
export const ACCOUNT = '/accounts/getAccount';

export const scopes = ['account.read', 'transactions.read', 'files.read'];
export const rows = Array.from({ length: 250 }, (_, n) => ({ transName: `Trans ${n + 1}`, transId: String(n + 1) }));
const users = Array.from({ length: 250 }, (_, n) => ({
  agentNRDSID: String(n + 100),
  email: `agent${n + 1}@a.example`,
}));

type Wire = Record<string, unknown>;
export const bodyOf = ({ body }: { body: string }): Wire => JSON.parse(body) as Wire;

export function page({ batch_size: size, batch_no: number }: Wire, all: readonly Wire[]) {
  const data = all.slice((Number(number) - 1) * Number(size), Number(number) * Number(size));
  return { meta: { total: data.length, max: all.length }, data };
}

function serveLists(stub: StubUpstream): void {
  stub.answer('/accounts/activeUsers', (request) => ({ json: page(bodyOf(request), users) }));
  stub.answer(ACCOUNT, (request) => {
    const { emailId } = bodyOf(request);
    return { json: [{ accountID: `of ${emailId}`, email: emailId }] };
  });
  stub.answer(LIST, (request) => ({ json: [page(bodyOf(request), rows)] }));
  stub.answer('/fsforms/getTransById', (request) => {
    const { transId } = bodyOf(request);
    return { json: rows.filter((row) => row.transId === transId) };
  });
  stub.answer(FILES, (request) => {
    const file = { fileID: `f${bodyOf(request)['transId']}`, fileName: 'deed.pdf' };
    return { json: { meta: { total: 1 }, data: [file] } };
  });
}

/** The directory is loaded, and the request log is cleared. */
export async function startLists(overrides: Overrides = {}) {
  const graph = await startStubbedGraph({}, overrides);
  serveLists(graph.stub);
  await graph.ask('{ account(by: { nrdsId: "100" }) { id } }', { token: await serviceToken(scopes) });
  graph.stub.requests.length = 0;
  return graph;
}
