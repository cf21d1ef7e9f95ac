// npm run webhooks: a test message, and what it says of wrong arguments.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runAlone, standingCommand } from '../support/programs/commands.ts';
import { environment, temporaryFolder } from '../support/programs/main-process.ts';
import { isSigned, SECRET, startReceiver } from '../webhooks/receiver.ts';

const command = standingCommand('webhooks');
afterAll(command.end);
const settings = (given: NodeJS.ProcessEnv) =>
  environment({ WEBHOOKS_NETWORKS: '127.0.0.1', DATA_DIR: temporaryFolder(), ...given });
const run = (args: readonly string[], given: NodeJS.ProcessEnv = {}) => command.run(args, settings(given));

function fileFor(url: string): string {
  const path = join(temporaryFolder(), 'webhooks.json');
  const hook = { name: 'crm', url, secrets: [SECRET], agentNrdsIds: ['1'] };
  writeFileSync(path, JSON.stringify({ webhooks: [hook] }));
  return path;
}

test('--test sends one message, signed with the secrets of the webhook, by its name or URL', async () => {
  const receiver = await startReceiver();
  const url = `${receiver.url}?key=hunter2`;
  for (const target of ['crm', url]) {
    const { code, stdout } = await run(['--test', target], { WEBHOOKS_FILE: fileFor(url) });
    expect(stdout).toMatch(/^Sending msg_\w+ to http:\S+\?…, signed with the secrets of crm\nAccepted: status 204\n$/);
    expect(code).toBe(0);
  }
  expect(receiver.received.map(({ body }) => body.type)).toEqual(['webhooks.test', 'webhooks.test']);
  expect(receiver.received.every((message) => isSigned(message))).toBe(true);
});

test('--test of another URL makes a secret and shows it, and fails if the message is not accepted', async () => {
  const receiver = await startReceiver((response) => response.writeHead(404).end('no such page'));
  const { code, stdout } = await runAlone('webhooks', ['--test', receiver.url], settings({}));
  const [, secret = ''] = /a new secret, (whsec_\S+)\n/.exec(stdout) ?? [];
  expect(stdout).toMatch(/Not accepted: status 404\n$/);
  expect(code).toBe(1);
  expect(isSigned(receiver.received[0] as never, secret)).toBe(true);
});

test.each<[readonly string[], NodeJS.ProcessEnv, RegExp]>([
  [['--tset', 'x'], {}, /^Unknown option '--tset'$/m],
  [['--retry'], {}, /^Option '--retry <value>' argument missing$/m],
  [['--dead', '--test', 'https://x.example'], {}, /^--dead, --test: choose one of them$/m],
  [['--test', 'crm'], {}, /^--test: "crm" is neither a URL nor the name of a webhook$/m],
  [['--test', 'http://crm.example.com/'], {}, /^--test: .* https URL/m],
  [['--test', 'https://10.0.0.1/'], {}, /^--test: .*10\.0\.0\.1 is not public, and not in WEBHOOKS_NETWORKS$/m],
  [['--test', 'https://a:hunter2@crm.example.com/'], {}, /^--test: the URL must have no user name or password$/m],
  [[], {}, /^There are no webhooks: WEBHOOKS_FILE is not set$/m],
  [['--retry', 'msg_9'], { WEBHOOKS_FILE: 'ok' }, /^--retry: there is no dead letter msg_9; .*--dead lists them$/m],
  [['--enable', 'erp'], { WEBHOOKS_FILE: 'ok' }, /^--enable: erp is not one of crm$/m],
  [['--enable', 'crm'], { WEBHOOKS_FILE: 'ok' }, /^--enable: crm has not answered 410 Gone$/m],
  [[], { WEBHOOKS_FILE: '/nowhere' }, /^WEBHOOKS_FILE: the file cannot be read \(ENOENT\)$/m],
  [[], { WEBHOOKS_FILE: 'ok', LIVE: 'off' }, /^WEBHOOKS_FILE: requires LIVE=on$/m],
  [[], { WEBHOOKS_NETWORKS: '10.0.0.0/0' }, /^WEBHOOKS_NETWORKS: .*neither an address nor a network/m],
])('%j with %j is refused by name', async (args, given, problem) => {
  const file = given['WEBHOOKS_FILE'] === 'ok' ? { WEBHOOKS_FILE: fileFor('https://crm.example.com/') } : {};
  const { code, stdout, stderr } = await run(args, { ...given, ...file });
  expect(stderr).toMatch(problem);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).not.toContain('hunter2');
});
