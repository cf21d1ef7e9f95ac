// What carries an error is never shown as a record or as an empty list, and takes no user's access away.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { startStubbedGraph } from '../../support/gateways/graph-under-test.ts';

const suspended = { message: 'Your account is suspended', phone: '1-800-555-0100' };
const zero = { total: 0, max: 0, next_batch_no: null };
const nulls = (columns: string) => Object.fromEntries(columns.split(' ').map((column) => [column, null]));

const account = '{ account(by: { email: "ada@agents.example" }) { phone } }';
const members = '{ members(by: { userName: "ada" }) { phone } }';
const transaction = '{ transaction(by: { transId: "501" }) { name } }';
const files = '{ transaction(by: { transId: "501" }) { files { nodes { name } } } }';
const accounts = '{ accounts { nodes { phone } } }';
const transactions = '{ transactions { nodes { name } } }';
const paths: Readonly<Record<string, string>> = {
  [account]: '/accounts/getAccount',
  [members]: '/thlmobile/getMember',
  [transaction]: '/fsforms/getTransById',
  [files]: '/fsforms/listFiles',
  [accounts]: '/accounts/activeUsers',
  [transactions]: '/fsforms/listTrans',
};

test.each<[string, unknown]>([
  [account, suspended],
  [account, [suspended]],
  [account, [nulls('accountID firstName lastName email phone memberType')]],
  [account, { meta: zero, data: [], status: 'error' }],
  [members, suspended],
  [members, { meta: { total: 1 }, data: suspended }],
  [members, { meta: zero, data: [], message: 'Database error' }],
  [transaction, [nulls('transName realtorName insertDate City Zip')]],
  [transaction, { ...suspended, City: 'Salem' }],
  [files, { meta: { total: 1 }, data: [nulls('fileFolderID fileID fileName fileDescription')] }],
  [files, { meta: { total: 0 }, data: [], error: 'Database error' }],
  [accounts, suspended],
  [accounts, { meta: { total: 1, max: 1 }, data: [suspended] }],
  [accounts, { meta: zero, data: [], status: 'error' }],
  [transactions, [{ meta: { total: 1, max: 1 }, data: [nulls('transName insertDate')] }]],
  [transactions, [{ meta: zero, data: [], status: 'failed', message: 'Database error' }]],
])('%s is UPSTREAM_INVALID for %j', async (query, json) => {
  const { stub, ask } = await startStubbedGraph();
  const token = query === transactions ? await agentToken() : await serviceToken();
  // A list with all columns first, so that the next one may be read by its columns only.
  for (const _ of [1, 2]) await ask(query, { token });
  stub.answer(paths[query] ?? '', { json });
  const { errors } = await ask(query, { token });
  expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_INVALID']);
});
