// Warnings about a `.env` file: unknown keys and malformed lines.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { envFileWarnings, passOn, readEnvFile } from '../../src/config/env-file.ts';
import { temporaryFolder } from '../support/programs/main-process.ts';

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

test.each([' ', '\t', '  ', '\v', '\f', '\u00A0', '\u2003', '\u3000', '\u200B', '\uFEFF'])(
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
  expect(readEnvFile(folder)).toEqual({ fault: '.env: the file cannot be read (EISDIR)' });
});

function read(text: string) {
  const path = join(temporaryFolder(), '.env');
  writeFileSync(path, text);
  const file = readEnvFile(path);
  if ('fault' in file) throw new Error(file.fault);
  return file;
}
