import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directions, packages, withoutNode } from './import-rules.ts';
import { importsInSrc, importsOf, violations } from './imports.ts';

test('the files of src import only what the rules allow', () => {
  const imports = importsInSrc();

  expect(imports.length).toBeGreaterThan(1_000);
  expect(violations(imports)).toEqual([]);
});

test.each([
  [
    'a layer that imports one above it',
    'gateway/reading/loaders.ts',
    "import type { Context } from '../../graphql/context.ts';",
    'src/gateway/reading/loaders.ts imports graphql/context.ts: gateway may import only contract, platform, upstream',
  ],
  [
    'the reference service when it sees the gateway',
    'reference/http/http.ts',
    "export { seal } from '../../gateway/ids/seal.ts';",
    'packages/reference/src/http/http.ts imports gateway/ids/seal.ts: reference may import only contract, platform',
  ],
  [
    'the contract when it imports anything outside itself',
    'contract/columns/kinds.ts',
    "import { quoted } from '../../platform/quote.ts';",
    'packages/contract/src/columns/kinds.ts imports platform/quote.ts: contract may import nothing else',
  ],
  [
    'a file that has a stricter row than its folder',
    'process/workers/worker.ts',
    "const { startReference } = await import('../../reference/start.ts');",
    'src/process/workers/worker.ts imports reference/start.ts: process may import only config, platform',
  ],
  [
    'a file of a folder that has no row',
    'tools/print.ts',
    "import { print } from '../graphql/print.ts';",
    'src/tools/print.ts imports graphql/print.ts: no row of the directions is about this file',
  ],
  [
    'a package that belongs to another file',
    'gateway/reading/reads.ts',
    "import DataLoader from 'dataloader';",
    'src/gateway/reading/reads.ts imports dataloader: it belongs to gateway/reading/loaders.ts',
  ],
  [
    'a private file of a package',
    'upstream/connections/transport.ts',
    "import { kClosed } from 'undici/lib/core/symbols.js';",
    'src/upstream/connections/transport.ts imports undici/lib/core/symbols.js: it belongs to nobody',
  ],
  [
    'Node’s SQLite outside its adapter',
    'reference/store/database.ts',
    "import { DatabaseSync } from 'node:sqlite';",
    'packages/reference/src/store/database.ts imports node:sqlite: it belongs to platform/stores/sqlite.ts',
  ],
  [
    'a Node module in the contract',
    'contract/columns/codec.ts',
    "import {\n  createHash,\n  hash,\n} from 'node:crypto';",
    'packages/contract/src/columns/codec.ts imports node:crypto: contract imports no Node modules',
  ],
])('%s is reported with the file, the import and the rule', (_, file, text, line) => {
  expect(violations(importsOf(file, text))).toEqual([line]);
});

test('what the rules name exists', () => {
  const named = [...Object.entries(directions).flat(2), ...Object.keys(packages), ...withoutNode];

  expect(named.filter((path) => !existsSync(join(import.meta.dirname, '../../src', path)))).toEqual([]);
});

test('each owner of a package uses it', () => {
  const uses = importsInSrc();
  const rows = Object.entries(packages).flatMap(([path, names]) => names.map((name) => ({ path, name })));
  const isUsed = ({ path, name }: (typeof rows)[number]) =>
    uses.some(({ file, module }) => module === name && (file === path || file.startsWith(`${path}/`)));

  expect(rows.filter((row) => !isUsed(row))).toEqual([]);
});
