// The package as its users get it: packed, installed in an empty project beside each client, compiled as strictly as TypeScript can,
// and run against a gateway.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSeededGateway } from './seeded-gateway.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gateway-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Pack {
  readonly filename: string;
  readonly version: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
let pack: Pack;

/** A compiler that ends soon need not collect garbage, and npm's own cache may be where nothing can be written. */
const env = { ...process.env, GOGC: '400', npm_config_cache: join(folder, 'cache') };

const npm = (cwd: string, ...args: string[]) =>
  promisify(execFile)('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd, env });

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

/** What belongs to each client; the program in test/clients/package uses it together with the package. */
const clients: Readonly<Record<string, readonly string[]>> = {
  core: [],
  apollo: ['@apollo/client', 'graphql', 'rxjs'],
  urql: ['@urql/core', '@urql/exchange-graphcache'],
  react: ['@apollo/client', 'graphql', 'rxjs', 'react', 'react-dom', '@types/react', '@types/react-dom'],
};

/** A project with the package, the programs of some clients, and what belongs to them, which is linked instead of fetched. */
function createProject(name: string, ...programs: readonly string[]): string {
  const project = join(folder, name);
  cpSync(join(folder, 'empty'), project, { recursive: true });
  for (const linked of new Set(['@types/node', ...programs.flatMap((client) => clients[client] ?? [])])) {
    const link = join(project, 'node_modules', linked);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', linked), link);
  }
  for (const program of programs)
    cpSync(join(root, `test/clients/package/${program}.ts`), join(project, `${program}.ts`));
  return project;
}

const strict = { strict: true, exactOptionalPropertyTypes: true, noEmit: true };
const resolutions = {
  // A page, by a bundler: a browser's types and no others.
  bundler: {
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: true,
  },
  // A back end: Node's types and no browser's, with which the package's own declarations are checked too.
  nodenext: { module: 'nodenext', lib: ['es2023'], types: ['node'], skipLibCheck: false },
};

/** What the compiler finds in the programs and in the package; the clients' own types are theirs. */
async function compile(project: string, resolution: keyof typeof resolutions): Promise<string[]> {
  const compilerOptions = { ...strict, ...resolutions[resolution], target: 'es2023' };
  const config = `tsconfig.${resolution}.json`;
  writeFileSync(join(project, config), JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }));
  const args = [join(root, 'node_modules/typescript/bin/tsc'), '--pretty', 'false', '--project', config];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project, env }).catch(
    (error: { readonly stdout: string }) => error,
  );
  // What is linked is outside of the project; indented lines say more of the one before.
  return stdout.split('\n').filter((line) => /^(?!\.\.\/| |$)/.test(line));
}

/** What a client's program prints, where nothing but that client is installed. */
async function run(client: string, ...args: string[]): Promise<unknown> {
  const project = createProject(`only-${client}`, client);
  const call = `import { run } from './${client}.ts'; console.log(JSON.stringify(await run(...process.argv.slice(2))));`;
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

test('the package has the version of the gateway whose schema it knows', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  expect(pack.version).toBe(version);
});

test('the package brings nothing along, and stays small', () => {
  const installed = readdirSync(join(folder, 'empty/node_modules')).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['realty-forms-graphql-client']);
  expect(pack.size).toBeLessThan(61_000);
  expect(pack.unpackedSize).toBeLessThan(315_000);
});

test('publint finds nothing to improve', async () => {
  const tarball = readFileSync(join(folder, pack.filename));
  const { messages } = await publint({ pack: { tarball: tarball.buffer.slice(0) }, strict: true });
  expect(messages).toEqual([]);
});

test('the README links to what is in the package, or to other sites', () => {
  const readme = readFileSync(join(folder, 'empty/node_modules/realty-forms-graphql-client/README.md'), 'utf8');
  const targets = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
  const headings = [...readme.matchAll(/^#+ (.*)$/gm)].map(
    ([, title = '']) => `#${title.toLowerCase().replaceAll(' ', '-')}`,
  );
  const paths = pack.files.map(({ path }) => path);
  const isThere = (target: string) =>
    /^https:/.test(target) ||
    headings.includes(target) ||
    paths.some((path) => path === target || path.startsWith(`${target}/`));
  expect(targets).toContain('documents');
  expect(targets.filter((target) => !isThere(target))).toEqual([]);
});

/** What the examples of the README leave to the page. */
const assumed = `
import type { ApolloClient } from '@apollo/client';
import type { CreateTransactionInput, CreateTransactionMutation, UploadFileInput } from 'realty-forms-graphql-client';

declare global {
  const session: { readonly token: string; renew(): Promise<boolean> };
  const client: ApolloClient;
  const input: CreateTransactionInput & UploadFileInput;
  const { transactionId, file, description, sender, pageCount, idempotencyKey }: UploadFileInput;
  const onProgress: (fraction: number) => void;
  const signal: AbortSignal;
  const error: Error;
  function create(options: { variables: { input: CreateTransactionInput } }): Promise<{ data: CreateTransactionMutation }>;
  function show(...shown: readonly unknown[]): void;
  function showTheList(): void;
  function loadTheList(): void;
  function showWhetherItIsStale(isStale: boolean): void;
  function showWhyItEnded(message: string): void;
}`;

test('it compiles beside all clients, for a bundler, and so do the examples of its README', async () => {
  const project = createProject('all-bundler', ...Object.keys(clients));
  symlinkSync(join(root, 'node_modules/vite'), join(project, 'node_modules/vite'));
  writeFileSync(join(project, 'assumed.ts'), assumed);
  const readme = readFileSync(join(root, 'client/README.md'), 'utf8');
  const examples = [...readme.matchAll(/```(tsx?)\n([\s\S]*?)```/g)];
  expect(examples.length).toBeGreaterThan(8);
  for (const [index, [, extension, text = '']] of examples.entries())
    writeFileSync(join(project, `example${index}.${extension}`), text);
  expect(await compile(project, 'bundler')).toEqual([]);
});

test('it compiles beside all clients, for Node', async () => {
  const project = createProject('all-nodenext', ...Object.keys(clients));
  expect(await compile(project, 'nodenext')).toEqual([]);
});

test('without any client it compiles, and its helpers work', async () => {
  expect(await compile(createProject('core', 'core'), 'nodenext')).toEqual([]);
  expect(await run('core')).toEqual({
    types: 4,
    step: 'retry',
    message: 'The connection failed. Please try again.',
    price: '$349,900.00',
    hasOneKey: true,
  });
});

test('with a client it has a gateway list and tell changes, with a renewed token', async () => {
  const { url, token } = await startSeededGateway();
  const done = { isOne: true, change: 'READY' };
  expect(await run('apollo', url, token)).toEqual({ ...done, newest: [['string', true]] });
  expect(await run('urql', url, token)).toEqual({ ...done, newest: ['string'] });
});

test('with React and Apollo Client a server renders a page before anything is loaded, and opens no stream', async () => {
  expect(await run('react', 'http://127.0.0.1:9/graphql')).toBe(
    '<p>[[],[],null,true,&quot;idle&quot;,0,&quot;connecting&quot;,[],null,[]]</p>',
  );
});
