// The package as its users get it: packed, installed in an empty project beside each client, compiled as strictly as TypeScript can,
// and run against a gateway.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSeededGateway } from './seeded-gateway.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gateway-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Pack {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
let pack: Pack;

const npm = (cwd: string, ...args: string[]) =>
  promisify(execFile)('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd });

/** Packs a copy, so that what is built is not left in the tree, and has npm install it where nothing else is. */
beforeAll(async () => {
  for (const name of ['client', 'tsconfig.json', 'LICENSE']) {
    const isLeft = /\/(node_modules|dist)$/;
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !isLeft.test(path) });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const packing = ['pack', '--json', '--foreground-scripts=false', '--pack-destination', folder];
  const { stdout } = await npm(join(folder, 'client'), ...packing);
  [pack] = JSON.parse(stdout) as [Pack];
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'empty/package.json'), '{ "private": true, "type": "module" }');
  await npm(join(folder, 'empty'), 'install', '--no-package-lock', `../${pack.filename}`);
});

const clients: Readonly<Record<string, readonly string[]>> = {
  core: [],
  apollo: ['@apollo/client', 'graphql', 'rxjs'],
};

/** A project with the package and what belongs to a client, which is linked instead of fetched, and the program that uses both. */
function createProject(client: string): string {
  const project = join(folder, client);
  cpSync(join(folder, 'empty'), project, { recursive: true });
  for (const name of [...(clients[client] ?? []), '@types/node']) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  cpSync(join(root, `test/clients/package/${client}.ts`), join(project, 'program.ts'));
  return project;
}

const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true };
const resolutions = {
  // A page, by a bundler: a browser's types and no others.
  bundler: { module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
  // A back end: Node's types and no browser's.
  nodenext: { module: 'nodenext', lib: ['es2023'], types: ['node'] },
};

/** What the compiler finds in the program and in the package, by each way to resolve modules; clients' own types are theirs. */
async function compile(project: string): Promise<Record<string, string[]>> {
  const found = Object.entries(resolutions).map(async ([name, resolution]) => {
    const options = { compilerOptions: { ...strict, ...resolution, target: 'es2023' }, files: ['program.ts'] };
    writeFileSync(join(project, `tsconfig.${name}.json`), JSON.stringify(options));
    const args = [join(root, 'node_modules/typescript/bin/tsc'), '--pretty', 'false', '-p', `tsconfig.${name}.json`];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project }).catch(
      (error: { readonly stdout: string }) => error,
    );
    // What is linked is outside of the project; indented lines say more of the one before.
    return [name, stdout.split('\n').filter((line) => /^(?!\.\.\/| |$)/.test(line))] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

async function run(project: string, ...args: string[]): Promise<unknown> {
  const call = `import { run } from './program.ts'; console.log(JSON.stringify(await run(...process.argv.slice(2))));`;
  writeFileSync(join(project, 'main.js'), call);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['main.js', ...args], { cwd: project });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('the package has what it exports, and nothing that is only for its development', () => {
  const paths = pack.files.map(({ path }) => path);
  const { exports } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  };
  const exported = Object.values(exports).flatMap((to) => (typeof to === 'string' ? [] : [to.types, to.default]));
  expect(exported.length).toBeGreaterThan(6);
  expect(paths).toEqual(expect.arrayContaining(exported.map((path) => path.slice(2))));
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'documents/fragments.graphql']));
  expect(paths.filter((path) => !/^(dist|documents)\/|^(LICENSE|README\.md|package\.json)$/.test(path))).toEqual([]);
});

test('the package brings nothing along, and stays small', () => {
  const installed = readdirSync(join(folder, 'empty/node_modules')).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['realty-forms-graphql-client']);
  expect(pack.size).toBeLessThan(40_000);
  expect(pack.unpackedSize).toBeLessThan(220_000);
});

test('without any client it compiles, and its helpers work', async () => {
  const project = createProject('core');
  expect(await compile(project)).toEqual({ bundler: [], nodenext: [] });
  expect(await run(project)).toEqual({
    types: 4,
    step: 'retry',
    message: 'The connection failed. Please try again.',
    price: '$349,900.00',
    hasOneKey: true,
  });
});

test('beside Apollo Client it compiles, and has a gateway list, create, upload and tell changes', async () => {
  const project = createProject('apollo');
  expect(await compile(project)).toEqual({ bundler: [], nodenext: [] });
  const { url, token } = await startSeededGateway();
  expect(await run(project, url, token)).toEqual({
    total: expect.any(Number),
    merged: 6,
    isOne: true,
    outcomes: ['COMMITTED', 'COMMITTED', true, true],
    fragment: 'Made by the package',
    upload: ['COMMITTED', 'offer.pdf', [1]],
    change: 'READY',
  });
});
