import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { LogLevel } from '@realty-forms/platform/observability/log.ts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { fetchFileList, filesDir, fileUrl, upload } from '../../packages/reference/test/files/uploading.ts';
import { clientOf, vendor } from '../../packages/reference/test/running.ts';
import { standingCommand } from '../support/programs/commands.ts';
import { environment, occupyPort } from '../support/programs/main-process.ts';
import { pdf } from '../support/sample-files.ts';

const root = join(import.meta.dirname, '../..');

function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'reference-command-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function runReference(level: LogLevel, dataDir: string, ...switches: string[]): ChildProcess {
  const port = switches.includes('--port') ? [] : ['--port', '0'];
  const args = ['src/commands/reference.ts', ...port, ...switches];
  const child = spawn(process.execPath, args, { cwd: root, env: environmentOf(dataDir, level) });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Those of a gateway are of no concern here. */
const environmentOf = (dataDir: string, level: LogLevel): NodeJS.ProcessEnv =>
  environment({
    ...{ DATA_DIR: dataDir, LOG_LEVEL: level },
    ...{ WORKERS: '2', METRICS_PORT: '9400', METRICS_TOKEN: 'read-metrics-with-it' },
  });

/** Starts that fail, one after the other in one process. */
const failing = standingCommand('reference');
afterAll(failing.end);

async function startErrorOf(dataDir: string, ...switches: string[]): Promise<string> {
  const { code, stderr } = await failing.run(['--port', '0', ...switches], environmentOf(dataDir, 'silent'));
  expect(code).toBe(2);
  return stderr;
}

async function waitUntilStarted(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (/^Client .*\n/m.test(output)) return output;
  }
  throw new Error(`the service did not start: ${output}`);
}

const smallSeed = ['--agents', '8', '--offices', '2', '--transactions', '40'];

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Wire = Record<string, any>;

test('runs the POST API alone, with a database and a secret that it keeps, and shows how to get a token without printing the secret; then in the dialect of a preset, with the settings that a gateway needs for it', async () => {
  const dataDir = temporaryDir();
  const folder = join(dataDir, 'reference-42-40-8-2');
  const file = join(folder, 'client-secret');
  const first = runReference('silent', dataDir, '--seed', '42', ...smallSeed);
  const output = await waitUntilStarted(first);
  expect(output).toContain(join(folder, 'reference.sqlite'));
  const secret = readFileSync(file, 'utf8').trim();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(output).not.toContain(secret);
  expect(output).toContain(`secret in ${file}`);
  const [, docs = ''] = /^Try it +(\S+)$/m.exec(output) ?? [];
  expect(await (await fetch(docs)).text()).toContain(secret);
  const [, command = ''] = /^Token +(curl .*)$/m.exec(output) ?? [];
  const { stdout } = await promisify(execFile)('sh', ['-c', command]);
  expect(JSON.parse(stdout)).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  first.kill('SIGTERM');
  expect(await once(first, 'exit')).toEqual([0, null]);

  const switches = ['--dialect', 'rest', '--client-id', 'a client', '--client-scopes', 'account.read'];
  const second = await waitUntilStarted(runReference('silent', dataDir, '--seed', '42', ...smallSeed, ...switches));
  const [, url = '', port = ''] = /^POST API +(\S+:(\d+))$/m.exec(second) ?? [];
  expect(second).toMatch(/^Dialect +Epoch milliseconds, /m);
  expect(second).toMatch(/^Gateway +needs .*UPSTREAM_TOKEN_HEADER=x-access-token UPSTREAM_FILTER_BRACKETS=off/m);
  expect(second).toContain(`UPSTREAM_FILE_HOSTS=localhost:${port}`);
  const form = { grant_type: 'client_credentials', client_id: 'a client', client_secret: secret };
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { data: token } = (await response.json()) as Wire;
  const call = async (path: string, fields: object) => {
    const headers = { 'x-access-token': `Bearer ${token['access_token']}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ userId: 'vendor@integration.example', ...fields });
    return await fetch(url + path, { method: 'POST', headers, body });
  };
  const users = (await (await call('/accounts/activeUsers', { batch_size: 1 })).json()) as Wire;
  expect(users['data'][0]).toMatchObject({ agentNRDSID: 999_000_001, isArchived: 'FALSE' });
  // Its client lacks the scope (5.3).
  const denied = await call('/fsforms/listTrans', { filter: 'NRDSID=999000001' });
  expect([denied.status, ((await denied.json()) as Wire)['error'].type]).toEqual([401, 'Access Denied']);

  // A database that was seeded with other options is rejected.
  expect(await startErrorOf(dataDir, '--data-dir', folder, '--seed', '43', ...smallSeed)).toBe(
    'the database contains 8 agents, 2 offices and 40 transactions of seed 42 instead of ' +
      '8 agents, 2 offices and 40 transactions of seed 43: choose another database\n',
  );
});

test('a dialect that is neither a file nor a preset prevents the start', async () => {
  expect(await startErrorOf(temporaryDir(), '--dialect', 'nonsense')).toMatch(
    /^--dialect: nonsense is neither a file such as \.\/dialect\.json nor one of .*\brest\b/,
  );
});

test('has the provider types, mobile addresses and clients that its switches name, and neither prints a secret nor logs what grants access to a file', async () => {
  const dataDir = temporaryDir();
  const seed = ['--agents', '16', '--offices', '3', '--transactions', '60', '--seed', '1'];
  const types = ['--provider-type', 'ESCROW', '--provider-type', 'CLOSING'];
  const addresses = ['--mobile-url', 'https://app.example/members'];
  const own = ['--client-id', vendor.id, '--client-secret', vendor.secret, '--vendor-email', vendor.vendorEmail];
  const clients = [...own, '--client', 'reader:hush:reader@vendor.example:account.read'];
  const child = runReference('debug', dataDir, '--data-dir', dataDir, ...seed, ...types, ...addresses, ...clients);
  const output = await waitUntilStarted(child);
  const [, url = ''] = /^POST API +(\S+)$/m.exec(output) ?? [];
  const schema = await (await fetch(`${url}/ServiceProvidersSchema.json`)).text();
  expect(schema).toContain('CLOSING');
  expect(schema).not.toContain('LENDING');
  expect(await (await fetch(`${url}/openapi.json`)).text()).toContain('https://app.example/members');

  const running = clientOf(url);
  const ask = async (client_id: string, client_secret: string) =>
    (await running.post('/oauth/token', { grant_type: 'client_credentials', client_id, client_secret })).status;
  expect(await ask('read-only-client', 'read-only-secret')).toBe(401);
  expect(await ask('development-client', 'development-secret')).toBe(401);
  expect(await ask('reader', 'hush')).toBe(200);
  expect(output).toContain('client_secret=…');

  expect((await upload(running, 'a.pdf', pdf())).status).toBe(200);
  const { data: files } = await fetchFileList(running);
  const address = new URL(await fileUrl(running, `fileID=<${files.at(-1).fileID}>`));
  rmSync(join(filesDir(dataDir), 'stored'), { recursive: true });
  expect((await fetch(address)).status).toBe(500);
  child.kill('SIGTERM');
  const log = await text(child.stdout!);
  expect(log).toMatch(/"route":"\/files\/\*","msg":"a request could not be processed"/);
  expect(log).toMatch(/"level":"debug".*"route":"\/files\/\*","status":500/);
  for (const secret of [vendor.secret, 'hush', address.searchParams.get('ticket'), 'a.pdf'])
    expect(output + log).not.toContain(secret);
});

async function startError(child: ChildProcess): Promise<string> {
  const [output] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  expect(child.exitCode).toBe(2);
  return output;
}

test('reports that its port is in use, and what to do', async () => {
  const { port } = await occupyPort();
  const dataDir = temporaryDir();
  expect(
    await startError(runReference('silent', dataDir, '--data-dir', dataDir, '--port', String(port), ...smallSeed)),
  ).toBe(
    `port ${port} of 127.0.0.1 is in use. ` +
      'Stop the process that uses it, or choose another port with --port (0 picks a free one).\n',
  );
});
