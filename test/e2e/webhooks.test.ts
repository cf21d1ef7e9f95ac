// Webhooks of the whole program: what receivers on loopback get, after a kill -9 too, and what the command shows of it.
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Statement } from '@realty-forms/platform/stores/leases.ts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startSqliteStore } from '../../src/gateway/ledger/stores/sqlite-store.ts';
import { makeDue } from '../../src/webhooks/outbox.ts';
import { serviceToken } from '../support/callers/caller-tokens.ts';
import { captureLog } from '../support/caught-log.ts';
import { standingCommand } from '../support/programs/commands.ts';
import { environment, startMain, temporaryFolder } from '../support/programs/main-process.ts';
import { startChangingUpstream } from '../support/upstreams/changing-upstream.ts';
import { settingsFor } from '../support/upstreams/real-upstream.ts';
import { isSigned, SECRET, startReceiver } from '../webhooks/receiver.ts';

const AGENT = '111';

function hookFile(...hooks: readonly object[]): string {
  const path = join(temporaryFolder(), 'webhooks.json');
  const webhooks = hooks.map((hook) => ({ secrets: [SECRET], agentNrdsIds: [AGENT], ...hook }));
  writeFileSync(path, JSON.stringify({ webhooks }));
  return path;
}

const settings = { WEBHOOKS_NETWORKS: '127.0.0.1', LIVE_POLL_SECONDS: '1' };

async function startGateway(given: NodeJS.ProcessEnv) {
  const main = startMain({ ...settings, ...given });
  const url = await main.printed(/"graphql":"(\S+?)\/graphql"/);
  const metric = async (pattern: RegExp): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return text.split('\n').reduce((sum, line) => sum + Number(pattern.exec(line)?.[1] ?? 0), 0);
  };
  return { main, url, metric };
}

const polls = /^gateway_live_polls_total\{outcome="ok".*\} (\d+)/;

/** Through the graph, as a service. */
async function addProvider(url: string, transactionId: string): Promise<void> {
  const provider = { kind: 'ESCROW', company: 'Safe', agentName: 'Esther', companyAddress: '5 Bank Street' };
  const providers = [{ ...provider, email: 'desk@escrow.example', contact: { phone: '555-5001' } }];
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await serviceToken()}` },
    body: JSON.stringify({
      query: 'mutation ($input: AddServiceProvidersInput!) { addServiceProviders(input: $input) { outcome } }',
      variables: { input: { transactionId, agentNrdsId: AGENT, providers } },
    }),
  });
  expect(await response.json()).toEqual({ data: { addServiceProviders: { outcome: 'COMMITTED' } } });
}

const command = standingCommand('webhooks');
afterAll(command.end);
const commandSettings = (given: NodeJS.ProcessEnv) => environment({ UPSTREAM_URL: 'embedded', ...settings, ...given });

test('a change is told by signed messages, and after a kill -9 those receivers are told that had not accepted it, and no others; the command has the gateway send a dead letter again', async () => {
  let isDown = false;
  const steady = await startReceiver();
  // It asks for a pause that is not over before the kill.
  const fail = (response: ServerResponse) => response.writeHead(500, { 'retry-after': '3600' }).end();
  const failing = await startReceiver((response) => (isDown ? fail(response) : response.writeHead(204).end()));
  const WEBHOOKS_FILE = hookFile(
    { name: 'steady', url: steady.url },
    { name: 'failing', url: failing.url, select: '{ name }' },
  );
  const upstream = await startChangingUpstream([AGENT]);
  onTestFinished(upstream.close);
  const given = { ...settingsFor(upstream.url, upstream.keySetUrl), WEBHOOKS_FILE, DATA_DIR: temporaryFolder() };
  const first = await startGateway(given);
  // Each begins with the request to load the list.
  await Promise.all([steady.count(1), failing.count(1)]);
  // The feeds have begun, so that what happens from now on is told.
  await expect.poll(() => first.metric(polls)).toBeGreaterThan(0);
  isDown = true;
  const change = upstream.change(AGENT);
  await Promise.all([steady.count(2), failing.count(2)]);
  expect(steady.received[0]?.body.type).toBe('transactions.resync');
  const [, delivery] = steady.received;
  expect(delivery?.body).toEqual({
    type: 'transaction.changed',
    timestamp: expect.any(String),
    data: {
      agentNrdsId: AGENT,
      transactionId: expect.any(String),
      transId: expect.any(String),
      version: expect.any(String),
    },
  });
  expect(failing.received[1]?.body.data.transaction).toEqual({ name: change });
  for (const { received } of [steady, failing]) expect(received.every((message) => isSigned(message))).toBe(true);
  await expect
    .poll(() => first.metric(/^gateway_webhook_deliveries_total\{outcome="(?:delivered|failed)".*\} (\d+)/))
    .toBe(4);
  const listed = await command.run([], commandSettings(given));
  expect(listed.stdout).toMatch(
    /^steady {2}http:\S+ {2}1 agent, 0 waiting, 0 dead\nfailing .* 1 waiting \(since \S+: status 500\), 0 dead\n$/,
  );
  first.main.signal('SIGKILL');
  await first.main.ended;
  await run(given.DATA_DIR, makeDue('failing', 0, Date.now()));
  const dead = await addDeadLetter(given.DATA_DIR, 'steady');
  expect((await command.run(['--dead'], commandSettings(given))).stdout).toMatch(
    /^msg_1 {2}steady {2}http:\S+ {2}transaction T-1, \S+ {2}10 attempts, the last: status 500\n$/,
  );

  isDown = false;
  const second = await startGateway({ ...given, LIVE_POLL_SECONDS: '300' });
  await failing.count(3);
  expect(failing.received[2]?.id).toBe(failing.received[1]?.id);
  await expect.poll(() => second.metric(polls)).toBeGreaterThan(0);
  // It is told at once of what the gateway itself writes.
  await addProvider(second.url, delivery?.body.data.transactionId);
  await Promise.all([steady.count(3), failing.count(4)]);
  expect(failing.received[3]?.body.data.transaction).toEqual({ name: 'Change 2' });
  expect([steady.received.length, failing.received.length]).toEqual([3, 4]);

  const { code, stdout } = await command.run(['--retry', dead], commandSettings(given));
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^A running gateway sends it within /) });
  await steady.count(4);
  expect(steady.received.slice(3).map(({ id }) => id)).toEqual([dead]);
  expect((await command.run(['--dead'], commandSettings(given))).stdout).toBe('There are no dead letters\n');
  expect(`${first.main.stdout()}${second.main.stdout()}`).not.toMatch(/whsec_|Change \d|127\.0\.0\.1:\d+\/hooks/);
  second.main.signal('SIGTERM');
  expect((await second.main.ended).code).toBe(0);
});

test.each([
  ['webhook', { name: 'erp' }],
  ['agent', { name: 'crm', agentNrdsIds: ['1'] }],
])('npm run webhooks does not promise to send a dead letter whose %s is gone from the file', async (_, hook) => {
  const WEBHOOKS_FILE = hookFile({ url: 'https://crm.example.com/', ...hook });
  const DATA_DIR = temporaryFolder();
  const dead = await addDeadLetter(DATA_DIR, 'crm');
  const { code, stdout, stderr } = await command.run(['--retry', dead], commandSettings({ WEBHOOKS_FILE, DATA_DIR }));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^--retry: msg_1 is for crm and agent \S+, which WEBHOOKS_FILE does not name$/m);
});

/** Its id. */
async function addDeadLetter(dataDir: string, webhook: string): Promise<string> {
  await run(dataDir, [
    `insert into outbox values ($1, $2, 'T-1', 'msg_1', 'x', 'v', 0, 'DEAD', 10, 10, 0, 'status 500')`,
    [webhook, AGENT],
  ]);
  return 'msg_1';
}

async function run(dataDir: string, statement: Statement): Promise<void> {
  const store = await startSqliteStore(join(dataDir, 'ledger.sqlite'), captureLog().log);
  await store.query(...statement);
  await store.close();
}
