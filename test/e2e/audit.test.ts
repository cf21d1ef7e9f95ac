// CI rejects locked versions that the registry knows to be vulnerable, and says so if the registry cannot be asked.
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const script = join(import.meta.dirname, '../../.ci/audit');
/** What only tests use has a lock file of its own. */
const folders = ['.', 'test/others'];

/** A repository with the script, in which one version of undici is locked twice. */
function createRepository(): string {
  const root = mkdtempSync(join(tmpdir(), 'audit-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  cpSync(script, join(root, '.ci/audit'));
  for (const folder of folders) {
    const project = { name: 'audited', version: '1.0.0', dependencies: { undici: version } };
    const packages = { '': project, 'node_modules/undici': { version } };
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), JSON.stringify(project));
    writeFileSync(
      join(root, folder, 'package-lock.json'),
      JSON.stringify({ name: 'audited', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
    );
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  execFileSync('git', ['add', '.'], { cwd: root });
  return root;
}

/** Runs the script against a registry that answers the question about vulnerabilities like this, and knows that version of undici. */
async function audit(status: number, vulnerabilities: unknown): Promise<{ code: unknown; printed: string }> {
  const registry = createServer((request, response) => {
    request.resume().on('end', () => {
      const answer = request.method === 'POST' ? vulnerabilities : undici;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await once(registry.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    registry.closeAllConnections();
    await new Promise((resolve) => registry.close(resolve));
  });
  const root = createRepository();
  const { port } = registry.address() as AddressInfo;
  return new Promise((resolve) => {
    const args = [`--registry=http://127.0.0.1:${port}`, `--cache=${join(root, 'cache')}`];
    execFile(join(root, '.ci/audit'), args, (error, stdout) => {
      resolve({ code: error === null ? 0 : error.code, printed: stdout });
    });
  });
}

const version = '8.12.4';
const undici = {
  name: 'undici',
  'dist-tags': { latest: version },
  versions: { [version]: { name: 'undici', version } },
};

const advisory = {
  id: 1,
  url: 'https://advisories.example/1',
  title: 'Everything can be read',
  severity: 'low',
  vulnerable_versions: '<1000',
};

test('a locked version with a known vulnerability fails, and is named', async () => {
  const { code, printed } = await audit(200, { undici: [advisory] });
  expect(code).toBe(1);
  expect(printed).toMatch(/undici[\s\S]*Everything can be read/);
});

test('without a known vulnerability it passes', async () => {
  const { code, printed } = await audit(200, {});
  expect(code).toBe(0);
  expect(printed.trim().split('\n').sort()).toEqual(folders.map((folder) => `${folder}: no known vulnerability`));
});

test('a registry that cannot be asked is reported, and does not fail', async () => {
  const { code, printed } = await audit(405, { error: 'Method Not Allowed' });
  expect(code).toBe(0);
  expect(printed).toContain('NOT CHECKED');
});
