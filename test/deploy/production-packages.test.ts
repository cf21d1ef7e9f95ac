// What a production install of the gateway consists of, as npm itself resolves it from the lock file.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readDockerfile } from '../support/programs/dockerfile.ts';
import { readDeployed, root } from './deployed-settings.ts';

const steps = readDockerfile(readDeployed('Dockerfile')).find(({ name }) => name === 'build')?.steps ?? [];
const install = steps.findIndex(({ text }) => text.startsWith('npm ci'));

/** The folder in which the image's `npm ci` runs, with what is copied before it. */
function folderOfInstall(): string {
  const folder = mkdtempSync(join(tmpdir(), 'production-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const { words } of steps.slice(0, install).filter(({ name }) => name === 'COPY')) {
    for (const source of words.slice(0, -1)) {
      mkdirSync(dirname(join(folder, source)), { recursive: true });
      cpSync(join(root, source), join(folder, source), { recursive: true });
    }
  }
  return folder;
}

test('production has few packages: no second server, nothing for development, no binary of Node', () => {
  const [npm = '', ...words] = steps[install]?.words ?? [];
  const listing = ['--dry-run', '--offline', '--ignore-scripts', '--loglevel=error'];
  const output = execFileSync(npm, [...words, ...listing], { cwd: folderOfInstall(), encoding: 'utf8' });
  // The line of a package is `add name version`; a name that is there twice has two versions.
  const names = [...output.matchAll(/^add (\S+) \d/gm)].map(([, name = '']) => name);
  expect(names).toContain('@apollo/server');
  expect(names.filter((name) => /^(express|fastify|kysely|typescript|vitest|node-.*)$/.test(name))).toEqual([]);
  expect(names.length).toBeLessThan(180);
});
