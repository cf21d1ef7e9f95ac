// Secrets in files: what a file may look like, and that no message shows what is in it.
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configOf, readConfig } from '../../src/config/config.ts';
import { traitsOf } from '../../src/config/kinds.ts';
import { fileKeyOf, keys, settings } from '../../src/config/settings.ts';
import { envFileWarnings, passOn, readEnvFile } from '../../src/config/sources.ts';
import { temporaryFolder } from '../support/programs/main-process.ts';

const TOKEN = 'hunter2-hunter2-hunter2';
const MAKE_ONE = `make one with: node -p "crypto.randomBytes(32).toString('base64url')"`;
const secrets = keys.filter((key) => traitsOf(settings.shape[key]).secret);

function fileWith(content: string | Buffer): string {
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, content);
  return file;
}

function tokenIn(file: string): string | undefined {
  const result = readConfig({ METRICS_TOKEN_FILE: file });
  if ('faults' in result) throw new Error(result.faults.join('\n'));
  return result.config.METRICS_TOKEN;
}

function faultsOf(given: Record<string, string>): readonly string[] {
  const result = readConfig(given);
  return 'faults' in result ? result.faults : [];
}

test.each([
  ['nothing after it', TOKEN],
  ['a line break', `${TOKEN}\n`],
  ['the line breaks of Windows', `${TOKEN}\r\n\r\n`],
  ['a byte order mark in front', `\uFEFF${TOKEN}`],
])('a secret is read from its file, with %s', (_, content) => {
  expect(tokenIn(fileWith(content))).toBe(TOKEN);
});

test('spaces are part of a secret', () => {
  const result = readConfig({ UPSTREAM_CLIENT_SECRET_FILE: fileWith(' hunter2 \n'), UPSTREAM_URL: 'embedded' });
  expect(result).toMatchObject({ config: { UPSTREAM_CLIENT_SECRET: ' hunter2 ' } });
});

test.each<[string, () => string, string]>([
  ['there is none', () => '/nowhere/secret', 'the file cannot be read (ENOENT)'],
  ['it is a folder', temporaryFolder, 'the file cannot be read (EISDIR)'],
  ['it is empty', () => fileWith(''), 'the file is empty'],
  ['it has nothing but line breaks', () => fileWith('\n\r\n'), 'the file is empty'],
  ['it has several lines', () => fileWith(`${TOKEN}\n${TOKEN}\n`), 'the file has more than one line'],
  ['it is not text', () => fileWith(Buffer.from([0xff, 0xfe, 0x68])), 'the file is not UTF-8 text'],
  ['its content is invalid', () => fileWith('hunter2'), 'the value is not a bearer token of at least 16 characters'],
])('the fault names the key of the file, no value, and how to make one, if %s', (_, make, problem) => {
  expect(faultsOf({ METRICS_TOKEN_FILE: make() })).toEqual([`METRICS_TOKEN_FILE: ${problem}; ${MAKE_ONE}`]);
});

test.each(secrets)('no fault of %s shows what is wrong with it', (key) => {
  expect(fileKeyOf(key)).toMatch(/_FILE$/);
  for (const value of ['hunter2', 'hunter2://hunter2:hunter2@hunter2/hunter2?hunter2#hunter2', '1:hunter2,hunter2']) {
    expect(faultsOf({ UPSTREAM_URL: 'embedded', [key]: value }).join()).not.toContain('hunter2');
    expect(faultsOf({ UPSTREAM_URL: 'embedded', [fileKeyOf(key) as string]: fileWith(value) }).join()).not.toContain(
      'hunter2',
    );
  }
});

test('a secret that is given twice is a fault, whatever the two say', () => {
  expect(faultsOf({ METRICS_TOKEN: TOKEN, METRICS_TOKEN_FILE: fileWith(TOKEN) })).toEqual([
    'METRICS_TOKEN_FILE: METRICS_TOKEN is set too; only one of the two can be',
  ]);
});

test('a file that cannot be read does not make its setting missing', () => {
  expect(faultsOf({ UPSTREAM_URL: 'https://api.vendor.example', ID_KEYS_FILE: '/nowhere' })).not.toContainEqual(
    expect.stringMatching(/^ID_KEYS: required/),
  );
});

test('what is not secret cannot be given as a file', () => {
  const UPSTREAM_CLIENT_ID_FILE = fileWith('client-1');
  expect(faultsOf({ UPSTREAM_CLIENT_ID_FILE })).toEqual([
    expect.stringContaining('UPSTREAM_CLIENT_ID_FILE, which is not a known setting'),
  ]);
});

test('an empty file of a setting that is one is a fault, and does not count as unset', () => {
  expect(faultsOf({ PERSISTED_DOCUMENTS: fileWith('') })).toEqual(['PERSISTED_DOCUMENTS: the file is empty']);
});

test('a secret that Kubernetes mounts is read through its links, and anew after they are exchanged', () => {
  const volume = temporaryFolder();
  const publish = (generation: string, token: string) => {
    mkdirSync(join(volume, generation));
    writeFileSync(join(volume, generation, 'token'), token);
    symlinkSync(generation, join(volume, '..data_tmp'));
    renameSync(join(volume, '..data_tmp'), join(volume, '..data'));
  };
  publish('..2026_1', TOKEN);
  symlinkSync('..data/token', join(volume, 'token'));
  expect(tokenIn(join(volume, 'token'))).toBe(TOKEN);
  publish('..2026_2', `${TOKEN}-2`);
  expect(tokenIn(join(volume, 'token'))).toBe(`${TOKEN}-2`);
});

test('the values make the same configuration again, without the files', () => {
  const file = fileWith(TOKEN);
  const manifest = fileWith('{}');
  const result = readConfig({ PORT: '0', METRICS_TOKEN_FILE: file, PERSISTED_DOCUMENTS: manifest });
  writeFileSync(file, 'x');
  writeFileSync(manifest, 'x');
  const { values } = result as { values: Record<string, string> };
  expect(values).toEqual({ PORT: '0', METRICS_TOKEN: TOKEN, PERSISTED_DOCUMENTS: '{}' });
  expect(configOf(values)).toMatchObject({ PORT: 0, METRICS_TOKEN: TOKEN, PERSISTED_DOCUMENTS: '{}' });
});

// Warnings about a `.env` file: unknown keys and malformed lines.
test.each([
  ['nothing', ''],
  ['keys that are read', '# the gateway\n\nPORT=0\r\n  export HOST = localhost # here\nID_KEYS=\n'],
  ['values in quotes over several lines', 'ID_KEYS="1:a,\n2:b,\n#"\nPORT=\'0\n\'\n'],
  ['what Node and libraries read themselves', 'NODE_OPTIONS=x\nOTEL_TRACES_SAMPLER=x\nPGSSLMODE=x\nTZ=UTC'],
])('gives no warning for %s', (_, text) => {
  expect(envFileWarnings(text)).toEqual([]);
});

test('warns of unknown keys by name, and names the setting that was probably meant', () => {
  expect(envFileWarnings('RATELIMIT=5\nPORT=0\nPort=0\nREACT_APP_TITLE=x\n')).toEqual([
    '.env: Port is not a known setting and has no effect; did you mean PORT?',
    '.env: RATELIMIT is not a known setting and has no effect; did you mean RATE_LIMIT?',
    '.env: REACT_APP_TITLE is not a known setting and has no effect',
  ]);
});

test('warns of malformed lines by number, without their text', () => {
  const text = 'PORT 0\nID_KEYS="a\nb"\nhunter2\n=hunter2\nmy hunter2=1\nHOST: localhost\n';
  expect(envFileWarnings(text)).toEqual(
    [1, 4, 5, 6, 7].map((line) => `.env: line ${line} is not of the form KEY=value`),
  );
});

test('what is no setting is passed on to Node and libraries, unless the environment has it', () => {
  const environment = { OTEL_TRACES_SAMPLER: 'always_on' };
  passOn({ OTEL_TRACES_SAMPLER: 'always_off', TZ: 'UTC', PORT: '1', METRICS_TOKEN_FILE: '/x' }, environment);
  expect(environment).toEqual({ OTEL_TRACES_SAMPLER: 'always_on', TZ: 'UTC' });
});

test('a byte order mark in front is no part of the first key', () => {
  expect(read('\uFEFFPORT=0\nHOST=localhost\n')).toEqual({ values: { PORT: '0', HOST: 'localhost' }, warnings: [] });
});

test.each([' ', '\t', '\v', '\u00A0', '\u200B', '\uFEFF'])(
  'a line with white space such as %j around its key is read or warned of',
  (space) => {
    for (const line of [`${space}PORT=0`, `PORT${space}=0`, `export${space}PORT=0`, `${space}export PORT=0`]) {
      const { values, warnings } = read(`HOST=localhost\n${line}\n`);
      const expected = 'PORT' in values ? [] : ['.env: line 2 is not of the form KEY=value'];
      expect([line, warnings]).toEqual([line, expected]);
    }
  },
);

test('a missing file is an empty one; a file that cannot be read is a fault, not an empty one', () => {
  const folder = temporaryFolder();
  expect(readEnvFile(join(folder, '.env'))).toEqual({ values: {}, warnings: [] });
  expect(readEnvFile(folder)).toEqual({ faults: ['.env: the file cannot be read (EISDIR)'] });
});

function read(text: string) {
  const path = join(temporaryFolder(), '.env');
  writeFileSync(path, text);
  const file = readEnvFile(path);
  if ('faults' in file) throw new Error(file.faults[0]);
  return file;
}
