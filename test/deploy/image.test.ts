// deploy/Dockerfile: what it copies exists and is sent to the builder, its packages are enough for Node, and it starts without a shell.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDockerfile, type Stage } from '../support/programs/dockerfile.ts';
import { readDeployed, root } from './deployed-settings.ts';

const stages = readDockerfile(readDeployed('Dockerfile'));
const stageNamed = (name: string) => stages.find((stage) => stage.name === name);
const build = stageNamed('build');
const system = stageNamed('system');

/** What a stage copies of the repository. */
const sourcesOf = ({ steps }: Stage): string[] =>
  steps.flatMap(({ name, words, flags }) => (name === 'COPY' && !flags.has('from') ? words.slice(0, -1) : []));

test('all that is copied exists, and nothing else is sent to the builder', () => {
  const sources = stages.flatMap(sourcesOf);
  const sent = readFileSync(join(root, '.dockerignore'), 'utf8').match(/^!.+$/gm) ?? [];
  expect(sent.map((line) => line.slice(1)).sort()).toEqual([...sources].sort());
  for (const source of sources) expect(existsSync(join(root, source)), source).toBe(true);
});

test('it has the packages that the gateway depends on, and no others', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: object };
  const needed = Object.keys(dependencies).filter((name) => name.startsWith('@realty-forms/'));
  const copied = build === undefined ? [] : sourcesOf(build).filter((source) => /^packages\/.*\/src$/.test(source));
  expect(copied).toEqual(needed.map((name) => `${name.replace('@realty-forms', 'packages')}/src`));
  expect(stages.at(-1)).toMatchObject({ image: 'system', name: '' });
});

test.skipIf(process.platform !== 'linux' || !existsSync('/usr/bin/dpkg'))(
  'its system has every library that Node needs',
  () => {
    const libraries = execFileSync('ldd', [process.execPath], { encoding: 'utf8' });
    const names = [...libraries.matchAll(/^\s*(\S+\.so\S*)/gm)].map(([, name = '']) => name.replace(/^\/lib64\//, ''));
    const files = names.filter((name) => !name.startsWith('linux-')).map((name) => `*/${name}`);
    const owners = execFileSync('dpkg', ['-S', ...files], { encoding: 'utf8' }).match(/^[^:]+/gm) ?? [];
    const installed = (system?.steps ?? []).flatMap(
      ({ text }) => text.match(/--no-install-recommends ([\w -]+?) *&&/)?.[1] ?? [],
    );
    // What a Debian without anything has, since apt itself needs it.
    expect([...new Set(owners)].sort()).toEqual([...installed, 'libc6', 'libgcc-s1', 'libstdc++6'].sort());
  },
);

test('it starts Node, without a shell, as a user who is not root', () => {
  const entry = system?.steps.find(({ name }) => name === 'ENTRYPOINT');
  expect(JSON.parse(entry?.text ?? '')).toEqual(['node', '/app/src/start.js']);
  expect(system?.steps.findLast(({ name }) => name === 'USER')?.text).toBe('10001:10001');
});
