import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directions, modules, withoutNode } from './import-rules.ts';
import { allImports, importsOf, placeOf, violations } from './imports.ts';

test('the files of src and of the packages import only what the rules allow', () => {
  const imports = allImports();

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
    'a package that is reached by a path instead of its name',
    'upstream/faults.ts',
    "import { Fault } from '../../packages/platform/src/fault.ts';",
    'src/upstream/faults.ts imports packages/platform/src/fault.ts: upstream may import only contract, platform',
  ],
  [
    'a package that belongs to another file',
    'gateway/reading/reads.ts',
    "import DataLoader from 'dataloader';",
    'src/gateway/reading/reads.ts imports dataloader: it belongs to gateway/reading/loaders.ts',
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

/** The embedded service and the doctor, which the gateway loads if they are there. */
const optional = ['@realty-forms/doctor', '@realty-forms/reference'];

test('each import is a dependency of the package that imports it, since production installs nothing else', () => {
  const dependenciesIn = (folder: string) => {
    const manifest = readFileSync(join(import.meta.dirname, '../..', folder, 'package.json'), 'utf8');
    return Object.keys((JSON.parse(manifest) as { dependencies?: object }).dependencies ?? {});
  };
  const missing = allImports().flatMap(({ file, module, path }) => {
    const [home = ''] = placeOf(file).match(/^packages\/\w+/) ?? [];
    const [owner] = path?.match(/^(?:contract|doctor|platform|reference)(?=\/)/) ?? [];
    const name = module === null ? `@realty-forms/${owner}` : (/^(@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? '');
    const isOwn = module === null && (owner === undefined || home === `packages/${owner}`);
    if (isOwn || name.startsWith('node:') || (home === '' && optional.includes(name))) return [];
    return dependenciesIn(home).includes(name) ? [] : [`${placeOf(file)}: ${name}`];
  });
  expect(missing).toEqual([]);
});

test('everything that the rules name exists', () => {
  const named = [...Object.entries(directions).flat(2), ...Object.keys(modules), ...withoutNode];

  expect(named.filter((path) => !existsSync(join(import.meta.dirname, '../..', placeOf(path))))).toEqual([]);
});

test('each owner of a package uses it', () => {
  const uses = allImports();
  const rows = Object.entries(modules).flatMap(([path, names]) => names.map((name) => ({ path, name })));
  const isUsed = ({ path, name }: (typeof rows)[number]) =>
    uses.some(({ file, module }) => module === name && (file === path || file.startsWith(`${path}/`)));

  expect(rows.filter((row) => !isUsed(row))).toEqual([]);
});
