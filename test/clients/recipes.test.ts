// The recipes of docs/clients/typescript.md, from the very text: a project with the files that they show is generated, compiled for a runtime that
// only strips types, and run by one, against the gateway over real sockets.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type SeededGateway, startSeededGateway } from './seeded-gateway.ts';

const root = join(import.meta.dirname, '../..');
const modules = join(root, 'node_modules');
const page = readFileSync(join(root, 'docs/clients/typescript.md'), 'utf8');
const SHOWN = 'http://127.0.0.1:4000';

/** The files that a section shows. */
function filesOf(title: string): string[] {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';
  return [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text = '']) => text);
}

interface Project {
  readonly write: (path: string, text: string) => void;
  /** What a program prints. */
  readonly program: (...args: string[]) => Promise<string>;
  /** What the compiler finds in the project. */
  readonly compile: () => Promise<string>;
  /** What a program of the project prints, as JSON. */
  readonly run: (main: string) => Promise<unknown>;
}

/** A project with the files of these sections, each named in its first line, in front of this gateway. */
function createProject({ url, token }: SeededGateway, ...sections: string[]): Project {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-recipe-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(modules, join(folder, 'node_modules'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.replaceAll(SHOWN, new URL(url).origin));
  };
  const program = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, TOKEN: token },
    });
    return stdout;
  };
  for (const text of sections.flatMap(filesOf)) {
    const [, path = 'unnamed.ts'] = /^\/\/ (\S+)\n/.exec(text) ?? [];
    write(path, text);
  }
  write('package.json', '{ "private": true, "type": "module" }');
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  return {
    write,
    program,
    compile: () =>
      program(join(modules, 'typescript/bin/tsc'), '--pretty', 'false').catch(
        ({ stdout }: { stdout: string }) => stdout,
      ),
    async run(main) {
      write('src/main.ts', main);
      return JSON.parse(await program('src/main.ts'));
    },
  };
}

const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom'] },
  ...{ types: ['node'], erasableSyntaxOnly: true, verbatimModuleSyntax: true, allowImportingTsExtensions: true },
};

test('graphql-codegen, graphql-request and TanStack Query work as the page shows them', async () => {
  const gateway = await startSeededGateway();
  const project = createProject(gateway, 'graphql-codegen', 'graphql-request', 'TanStack Query');
  await project.program(join(modules, '@graphql-codegen/cli/esm/bin.js'));
  const printed = await project.run(`
    import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
    import { failureOf, request } from './request.ts';
    import { transactions } from './transactions.ts';

    const observer = new InfiniteQueryObserver(new QueryClient(), transactions());
    await observer.refetch();
    let { data, hasNextPage } = observer.getCurrentResult();
    const firstPage = data?.length;
    while (hasNextPage) ({ data, hasNextPage } = await observer.fetchNextPage());

    const failure = await request('{ transactions(agentNrdsId: "1") { totalCount } }').catch(failureOf);
    const shown = new Set(data?.map((each) => each?.id)).size;
    const key = transactions({ statuses: ['PENDING'], closingDateRange: { to: '2026-03-01' } }).queryKey;
    console.log(JSON.stringify({ firstPage, shown, key, failure }));
  `);
  expect(await project.compile()).toBe('');
  const response = await fetch(gateway.url, {
    method: 'POST',
    headers: { ...gateway.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ transactions { totalCount } }' }),
  });
  const { data } = (await response.json()) as { data: { transactions: { totalCount: number } } };
  const { totalCount } = data.transactions;
  expect(totalCount).toBeGreaterThan(20);
  expect(printed).toEqual({
    firstPage: 20,
    shown: totalCount,
    key: ['transactions', { statuses: ['PENDING'], closingDateRange: { to: '2026-03-01' } }],
    failure: { codes: ['NOT_FOUND'], isRetryable: false },
  });
});
