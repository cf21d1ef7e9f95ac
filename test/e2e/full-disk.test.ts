// A full disk, by a limit on the size of files that the operating system enforces (Linux).
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { expect, onTestFinished, test } from 'vitest';
import { filesDir, upload } from '../../packages/reference/test/files/uploading.ts';
import { clientOf, creation, problem, referenceOptions } from '../../packages/reference/test/running.ts';
import { agentToken, keySetDocument } from '../support/callers/caller-tokens.ts';
import { freePort } from '../support/free-port.ts';
import { startMain, temporaryFolder } from '../support/programs/main-process.ts';
import { pdf } from '../support/sample-files.ts';
import { settingsFor, startUpstream } from '../support/upstreams/real-upstream.ts';
import { startStandalone } from '../support/upstreams/standalone-reference.ts';
import { startStubUpstream } from '../support/upstreams/stub-upstream.ts';

/** A Node whose process cannot make any file longer. */
function nodeOnFullDisk(): string {
  const path = join(temporaryFolder(), 'node');
  writeFileSync(path, `#!/bin/sh\nulimit -S -f 0\nexec '${process.execPath}' "$@"\n`);
  chmodSync(path, 0o700);
  return path;
}

/** Of Debian's util-linux. */
const PROGRAM = '/usr/bin/prlimit';

const fillDisk = (pid: number) => execFileSync(PROGRAM, ['--pid', String(pid), '--fsize=0:unlimited']);
const makeSpace = (pid: number) => execFileSync(PROGRAM, ['--pid', String(pid), '--fsize=unlimited:unlimited']);

async function start(dataDir: string, program: { node?: string } = {}) {
  const issuer = await startStubUpstream();
  onTestFinished(() => issuer.close());
  issuer.answer('/jwks.json', { json: keySetDocument });
  const upstream = await startUpstream({ seed: { agents: 3, offices: 1, transactions: 12, seed: 7 } });
  onTestFinished(() => upstream.close());
  const url = `http://127.0.0.1:${await freePort()}`;
  const settings = { ...settingsFor(upstream.url, `${issuer.url}/jwks.json`), PORT: new URL(url).port, INDEX: 'on' };
  const main = startMain({ ...settings, DATA_DIR: dataDir }, program);
  await main.printed(/"graphql":/);
  const token = await agentToken([demoAgentNrdsId]);
  const ask = async (query: string, variables = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
    return (await response.json()) as any;
  };
  const input = {
    agentNrdsId: demoAgentNrdsId,
    stateId: 'OR',
    name: 'Sea view',
    streetAddress: '1 Shore Road',
    propertyType: 'RESIDENTIAL',
    type: 'LEASE_RENTAL',
    status: 'PENDING',
  };
  const create = () =>
    ask(
      'mutation ($input: CreateTransactionInput!) { createTransaction(input: $input) { outcome userErrors { message } } }',
      { input },
    );
  const search = async () => {
    const { data, errors } = await ask('{ search(first: 1) { totalCount isComplete } }');
    return data?.search ?? errors[0].extensions.code;
  };
  const ready = async () => (await fetch(`${url}/readyz`)).status;
  return { main, ask, create, search, ready };
}

test('on a full disk the gateway starts and reads, rejects writes, and accepts them and fills its index once there is space; if the disk becomes full later, it reads and searches', async () => {
  const dataDir = temporaryFolder();
  const { main, ask, create, search, ready } = await start(dataDir, { node: nodeOnFullDisk() });
  expect(main.stdout()).toContain('the write ledger cannot be opened');
  expect(await ready()).toBe(200);
  expect((await ask('{ transactions(first: 1) { totalCount } }')).errors).toBe(undefined);
  expect(await create()).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED', retryable: true } }] });
  expect(await search()).toBe('OVERLOADED');
  makeSpace(main.pid);
  expect(await create()).toMatchObject({ data: { createTransaction: { outcome: 'COMMITTED' } } });
  await expect.poll(search).toMatchObject({ isComplete: true });
  fillDisk(main.pid);
  expect(await create()).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED', retryable: true } }] });
  expect(await search()).toMatchObject({ isComplete: true });
  makeSpace(main.pid);
  expect(await create()).toMatchObject({ data: { createTransaction: { outcome: 'COMMITTED' } } });
  main.signal('SIGTERM');
  expect(await main.ended).toMatchObject({ code: 0, stderr: '' });

  // With files that are there already, too.
  const again = await start(dataDir, { node: nodeOnFullDisk() });
  expect(again.main.stdout()).toContain('the write ledger cannot be opened');
  expect((await again.ask('{ transactions(first: 1) { totalCount } }')).errors).toBe(undefined);
  expect(await again.create()).toMatchObject({ errors: [{ extensions: { code: 'OVERLOADED', retryable: true } }] });
  makeSpace(again.main.pid);
  expect(await again.create()).toMatchObject({ data: { createTransaction: { outcome: 'COMMITTED' } } });
});

test('the POST API on a full disk rejects what it cannot store, keeps nothing of it, and stores it once there is space', async () => {
  const options = referenceOptions();
  const { url, pid, kill } = await startStandalone(options);
  onTestFinished(kill);
  const service = clientOf(url);
  const create = () => service.call('/fsforms/addTrans', { ...creation, streetAddress: '1 Full Disk' });
  const ticket = () => service.call('/thlmobile/createTicket', { userName: 'a', title: 'b', description: 'c' });
  await service.token();
  fillDisk(pid);
  const why = 'the service cannot write to its disk';
  const answers = [await create(), await upload(service, 'a.pdf', pdf()), await ticket()];
  expect(answers.map(({ body }) => body)).toEqual([
    problem(403, 'New Transaction Failure', `Transaction creation failed: ${why}`),
    problem(413, 'File Upload Failure', `SoapFault: ${why}`),
    problem(503, 'Service Unavailable', expect.any(String)),
  ]);
  makeSpace(pid);
  const folder = filesDir(options.dataDir);
  expect(readdirSync(join(folder, 'stored'))).toEqual([]);
  const stored = [await create(), await upload(service, 'a.pdf', pdf()), await ticket()];
  expect(stored.map(({ status }) => status)).toEqual([200, 200, 200]);
  const filter = `NRDSID=<${creation.agentNRDSID}>`;
  const listed = await service.call('/fsforms/listTrans', { filter, batch_size: 100, full_details: true });
  expect(listed.text.match(/1 Full Disk/g)).toHaveLength(1);
});
