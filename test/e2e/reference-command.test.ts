import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { holdPort } from '../support/main-process.ts';

const root = join(import.meta.dirname, '../..');

function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'reference-command-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function runReference(dataDir: string, ...switches: string[]): ChildProcess {
  // Blank settings count as none, so that no `.env` of the developer's has a say.
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', UPSTREAM_URL: '', LOG_LEVEL: 'silent' };
  const port = switches.includes('--port') ? [] : ['--port', '0'];
  const child = spawn(process.execPath, ['src/reference-main.ts', ...port, ...switches], { cwd: root, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function startUp(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (said.includes('/oauth/token')) return said;
  }
  throw new Error(`the service did not start: ${said}`);
}

const few = ['--agents', '8', '--offices', '2', '--transactions', '40'];

test('runs the POST API alone, shows how to get a token, and ends at SIGTERM', async () => {
  const dataDir = temporaryDir();
  const child = runReference(dataDir, '--seed', '42', ...few);
  const said = await startUp(child);
  expect(said).toContain(join(dataDir, 'reference-42-40-8-2', 'reference.sqlite'));
  const [, url, body] = /curl -s (\S+) .* -d '(.*)'/.exec(said) ?? [];
  const answer = await fetch(String(url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: String(body),
  });
  expect(await answer.json()).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('takes the types of providers and the mobile addresses that it is given', async () => {
  const types = ['--provider-type', 'ESCROW', '--provider-type', 'CLOSING'];
  const child = runReference(temporaryDir(), ...few, ...types, '--mobile-url', 'https://app.example/members');
  const said = await startUp(child);
  const [, url = ''] = /^POST API +(\S+)$/m.exec(said) ?? [];
  const schema = await (await fetch(`${url}/ServiceProvidersSchema.json`)).text();
  expect(schema).toContain('CLOSING');
  expect(schema).not.toContain('LENDING');
  expect(await (await fetch(`${url}/openapi.json`)).text()).toContain('https://app.example/members');
});

test('shows no secret that is not public', async () => {
  const child = runReference(temporaryDir(), ...few, '--client-secret', 'hush-hush');
  const said = await startUp(child);
  expect(said).toContain('"client_secret":"…"');
  expect(said).not.toContain('hush-hush');
});

async function refusal(child: ChildProcess): Promise<string> {
  const [said] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
  expect(child.exitCode).toBe(1);
  return said;
}

test('refuses a database that was seeded otherwise', async () => {
  const dataDir = temporaryDir();
  const first = runReference(dataDir, '--data-dir', dataDir, '--seed', '42', ...few);
  await startUp(first);
  first.kill('SIGTERM');
  await once(first, 'exit');
  expect(await refusal(runReference(dataDir, '--data-dir', dataDir, '--seed', '43', ...few))).toBe(
    'the database holds 8 agents, 2 offices and 40 transactions of seed 42; ' +
      'asked for 8 agents, 2 offices and 40 transactions of seed 43: choose another database\n',
  );
});

test('says that its port is in use before it fills a database, and what to do', async () => {
  const { port } = await holdPort();
  const dataDir = temporaryDir();
  expect(await refusal(runReference(dataDir, '--data-dir', dataDir, '--port', String(port), ...few))).toBe(
    `127.0.0.1, port ${port} is in use. ` +
      'Stop the process that holds it, or choose another with --port (0 takes any that is free).\n',
  );
  expect(readdirSync(dataDir)).toEqual([]);
});

test('says in one line, without the password, that the database server cannot be reached', async () => {
  const url = 'postgresql://someone:hush-hush@127.0.0.1:1/realty';
  expect(await refusal(runReference(temporaryDir(), '--database-url', url))).toBe(
    'the database postgresql://127.0.0.1:1/realty cannot be reached: connect ECONNREFUSED 127.0.0.1:1\n',
  );
});

test('never shows an address of a database that is none', async () => {
  const said = await refusal(runReference(temporaryDir(), '--database-url', 'mysql://someone:hush-hush@host/name'));
  expect(said).toMatch(/^DATABASE_URL: .* postgresql:/);
  expect(said).not.toContain('hush-hush');
});
