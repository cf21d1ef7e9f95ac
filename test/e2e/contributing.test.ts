// CONTRIBUTING.md is true: its files and scripts exist, and its recipes name the files that a change needs, as a copy of the tree shows.
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/programs/main-process.ts';
import { type Edit, endpointRecipe } from './contributed-endpoint.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const page = read('CONTRIBUTING.md');
const code = [...page.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
const isPath = (span: string) => /^[\w.-]+(\/[\w./-]*|\.(md|ts|yml|example))$/.test(span) || span === '.env.example';

test('the files that the page names exist', () => {
  const inSameFolder = /^(records|member-records|list-trans-filter|endpoints|index)\.ts$/;
  const paths = code.filter((span) => isPath(span) && !inSameFolder.test(span));
  expect(paths.length).toBeGreaterThan(30);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the scripts that the page names exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  const named = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test('hosted CI runs what .ci/run does, with the major version of Node that runs the gateway', () => {
  const workflow = read('.github/workflows/ci.yml');
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  expect(workflow).toMatch(/^ +- run: \.ci\/run$/m);
  expect(`>=${/container: node:(\d+)[.-]/.exec(workflow)?.[1]}`).toBe(engines.node);
});

test('editors find the schema and the operations', async () => {
  // The loader that editors use comes with the code generator.
  const { loadConfig } = createRequire(createRequire(import.meta.url).resolve('@graphql-codegen/cli'))(
    'graphql-config',
  );
  const project = (await loadConfig({ rootDir: root })).getDefault();
  expect((await project.getSchema()).getQueryType()?.name).toBe('Query');
  for (const documents of project.documents as string[]) expect(globSync(documents, { cwd: root })).not.toEqual([]);
});

interface Recipe {
  readonly title: string;
  readonly row: Edit;
  readonly rest: readonly Edit[];
}

const recipes: readonly Recipe[] = [
  {
    title: 'A column',
    row: [
      'packages/contract/src/columns/fields.ts',
      "  ['MLSListingID', 'mlsListingId', 'text'],",
      "  ['MLSListingID', 'mlsListingId', 'text'],\n  ['petPolicy', 'petPolicy', 'text'],",
    ],
    rest: [
      ['docs/spec.md', 'Baths, MLSListingID |', 'Baths, MLSListingID, petPolicy |'],
      [
        'schema/transaction.graphql',
        '  mlsListingId: String',
        '  mlsListingId: String\n  "Pet policy."\n  petPolicy: String',
      ],
      [
        'packages/reference/src/seed/transactions.ts',
        '    mlsListingId: ',
        "    petPolicy: often(0.5) ? 'Cats only' : null,\n    mlsListingId: ",
      ],
      [
        'packages/contract/test/columns/sentinels.test.ts',
        "    mlsListingId: 'MLSListingID',",
        "    mlsListingId: 'MLSListingID',\n    petPolicy: 'petPolicy',",
      ],
    ],
  },
  {
    title: 'A filter key',
    row: [
      'packages/contract/src/calls/filter.ts',
      "  closingDate_range: { name: 'closingDateRange'",
      "  closingDate_min: { name: 'closingDateMin', value: 'timestamp' },\n  closingDate_range: { name: 'closingDateRange'",
    ],
    rest: [
      ['docs/spec.md', '| closingDate_range |', '| closingDate_min | optional; <timestamp> |\n| closingDate_range |'],
      [
        'schema/transaction.graphql',
        '  closingDateRange: TimestampRange',
        '  closingDateRange: TimestampRange\n  "Projected to close on or after this day or instant."\n  closingDateMin: Timestamp',
      ],
      [
        'packages/reference/test/conformance/rules/list-trans-filter-dates.ts',
        "  { key: 'lastUpdateDate_since',",
        "  { key: 'closingDate_min', column: 'projectedClosingDate' },\n  { key: 'lastUpdateDate_since',",
      ],
    ],
  },
  {
    title: 'The size of pages',
    row: ['packages/contract/src/calls/endpoints.ts', 'max: 100 }', 'max: 90 }'],
    rest: [['docs/spec.md', '| batch_size maximum | 100 |', '| batch_size maximum | 90 |']],
  },
  endpointRecipe,
  {
    title: 'An error',
    row: [
      'packages/platform/src/fault.ts',
      '  FORBIDDEN: {',
      "  TOO_CURIOUS: { meaning: 'Asks too much', atFault: 'caller' },\n  SULKING: { meaning: 'it sulks', atFault: 'gateway', client: 'OVERLOADED', retryable: true },\n  FORBIDDEN: {",
    ],
    rest: [['client/src/core/errors.ts', "  NOT_FOUND: '", "  TOO_CURIOUS: 'You ask too much.',\n  NOT_FOUND: '"]],
  },
  {
    title: 'A setting',
    row: [
      'src/config/settings/serving.ts',
      '  PORT: port(4000)',
      "  GREETING: text().default('hello').describe('What the gateway says first'),\n  PORT: port(4000)",
    ],
    rest: [
      [
        'src/process/serve-options.ts',
        'graceMs: config.DRAIN_GRACE_MS',
        'graceMs: config.DRAIN_GRACE_MS * config.GREETING.length',
      ],
    ],
  },
];

test.each(recipes)('the recipe of $title names the files that it needs', ({ title, row, rest }) => {
  const text = page.split(/^### /m).find((each) => each.startsWith(`${title}\n`)) ?? '';
  const named = new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span));
  // A new file is in a folder that is named.
  const isNamed = ([file, before]: Edit) => named.has(before === '' ? `${dirname(file)}/` : file);
  expect([row, ...rest].filter((each) => !isNamed(each)).map(([file]) => file)).toEqual([]);
});

/** The tree, without what is installed or made. */
function copyTree(): string {
  const copy = temporaryFolder();
  const left = /[/\\](\.git|node_modules|data|coverage)$/;
  cpSync(root, copy, { recursive: true, filter: (path) => !left.test(path) });
  // A folder of its own, so that what is made of a copy's files is not kept.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!['.cache', '@realty-forms'].includes(name))
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  symlinkSync(join(copy, 'packages'), join(copy, 'node_modules/@realty-forms'));
  return copy;
}

function edit(copy: string, [file, before, after]: Edit): void {
  if (before === '') {
    writeFileSync(join(copy, file), after, { flag: 'wx' });
    return;
  }
  const text = readFileSync(join(copy, file), 'utf8');
  expect(text, file).toContain(before);
  writeFileSync(
    join(copy, file),
    text.replaceAll(before, () => after),
  );
}

/** What a program prints; its failure too. */
async function run(copy: string, program: string, ...args: string[]): Promise<string> {
  const given = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  // Another worker is busy with the next tests meanwhile, and a compiler that ends soon need not collect garbage.
  const env = { ...Object.fromEntries(given), VITEST_MAX_WORKERS: '1', GOGC: '400' };
  const options = { cwd: copy, env, maxBuffer: 100_000_000 };
  return promisify(execFile)(process.execPath, [join(copy, 'node_modules', program), ...args], options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );
}

/** What the compiler says of what is no test. */
function compile(copy: string): Promise<string> {
  const options = { extends: './tsconfig.json', include: ['src', 'packages/*/src'] };
  writeFileSync(join(copy, 'compiled.json'), JSON.stringify(options));
  // Checkers side by side would each infer the types that they share, and nothing is compiled a second time.
  const once = ['--checkers', '1', '--incremental', 'false'];
  return run(copy, 'typescript/bin/tsc', '--project', 'compiled.json', ...once);
}

interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const judges = [
  'test/clients/core/errors',
  'test/config/config',
  'test/docs/documents',
  'test/graphql/resolvers/notify-parties',
  'test/graphql/responses/fault-codes',
  'test/graphql/writes/idempotency',
  'test/graphql/schema/schema',
  'packages/contract/test/answers/errors',
  'packages/contract/test/calls/endpoints',
  'packages/contract/test/columns',
  'packages/platform/test/fault',
  'packages/reference/test/conformance/rules',
  'packages/reference/test/seed',
];

/** The settings of our tests, for these as one project. */
const judging = `import config from './vitest.config.ts';
const { projects, ...test } = config.test;
export default { test: { ...test, include: ${JSON.stringify(judges.map((name) => `${name}{.,/**/*.}test.ts`))} } };`;

interface Failure {
  readonly name: string;
  readonly messages: readonly string[];
}

async function failuresIn(copy: string): Promise<Failure[]> {
  const report = join(copy, 'report.json');
  writeFileSync(join(copy, 'judging.config.ts'), judging);
  const options = ['--config=judging.config.ts', '--reporter=json', `--outputFile=${report}`];
  const printed = await run(copy, 'vitest/vitest.mjs', 'run', ...options);
  expect(existsSync(report), printed).toBe(true);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  expect(testResults.length).toBeGreaterThan(10);
  return testResults.flatMap(({ assertionResults, status, message }) =>
    status === 'failed' && assertionResults.length === 0
      ? [{ name: message, messages: [] }]
      : assertionResults
          .filter((each) => each.status === 'failed')
          .map(({ fullName, failureMessages }) => ({ name: fullName.trim(), messages: failureMessages })),
  );
}

test('the recipes are complete: with their files edited, the tests pass that hold a row to the rest', async () => {
  const copy = copyTree();
  for (const each of recipes.flatMap(({ row, rest }) => [row, ...rest])) edit(copy, each);
  await run(copy, '@graphql-codegen/cli/cjs/bin.js');
  const [failures, problems] = await Promise.all([failuresIn(copy), compile(copy)]);
  expect(failures).toEqual([]);
  expect(problems).toBe('');

  expect(await run(copy, '../test/docs/write.ts')).toBe('');
  const written = (name: string) => readFileSync(join(copy, name), 'utf8');
  expect(written('.env.example')).toContain('# What the gateway says first\n#GREETING=hello\n');
  expect(written('docs/errors.md')).toContain('| `TOO_CURIOUS` | no | Asks too much |');
  expect(written('docs/logs.md')).toContain('| SULKING | OVERLOADED | it sulks |');
  expect(written('docs/settings.md')).toContain('| `GREETING` | `hello` | What the gateway says first |');
}, 600_000);
