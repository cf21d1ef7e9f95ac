// What keeps the program from starting: one clear line on standard error that says what to do, and exit code 1.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holdPort, startMain, temporaryFolder } from '../support/main-process.ts';
import { settingsFor, startUpstream } from '../support/real-upstream.ts';

/** The line of a start that failed; nothing of the inside may stand beside it. */
async function refusal(given: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await startMain(given).ended;
  expect(code).toBe(1);
  expect(stderr.split('\n')).toEqual([expect.stringMatching(/\S/), '']);
  expect(stdout).not.toMatch(/GraphQL {2}|\n +at |"level":"(error|fatal)"/);
  return stderr;
}

test('a port of the gateway that is in use', async () => {
  const { port } = await holdPort();
  const line = await refusal({ ...settingsFor('http://127.0.0.1:9'), PORT: String(port) });
  expect(line).toMatch(new RegExp(`Port ${port} .*in use.*set PORT`));
});

test('a port of the embedded service that is in use', async () => {
  const { port } = await holdPort();
  const line = await refusal({ DATA_DIR: temporaryFolder(), REFERENCE_PORT: String(port) });
  expect(line).toMatch(new RegExp(`port ${port} is in use.*set REFERENCE_PORT`));
});

test('a secret that upstream refuses', async () => {
  const upstream = await startUpstream();
  onTestFinished(() => upstream.close());
  const line = await refusal({ ...settingsFor(upstream.url), UPSTREAM_CLIENT_SECRET: 'wrong-secret-77' });
  expect(line).toMatch(/refused.*Check UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET/);
  expect(line).not.toContain('wrong-secret-77');
});

test('a data folder that cannot be made', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const line = await refusal({ DATA_DIR: join(file, 'data') });
  expect(line).toContain(join(file, 'data'));
  expect(line).toContain('Set DATA_DIR to a folder that can be written');
});

test.each([
  ['a database that is none', 'reference.sqlite'],
  ['a signing key that is none', 'signing-key.json'],
])('a data folder with %s', async (_, name) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), 'nonsense');
  const line = await refusal({ DATA_DIR: folder });
  expect(line).toContain(name);
  expect(line).toContain('DATA_DIR');
});

test('a manifest of persisted documents that does not fit the schema', async () => {
  const file = join(temporaryFolder(), 'manifest.json');
  writeFileSync(file, '{"x":"{ viewr { role } }"}');
  const line = await refusal({ ...settingsFor('http://127.0.0.1:9'), PERSISTED_DOCUMENTS: file });
  expect(line).toMatch(/operation x does not fit the schema: .*"viewr".*leave PERSISTED_DOCUMENTS empty/);
});

test('settings that do not fit, each in a line of its own', async () => {
  const { code, stdout, stderr } = await startMain({ PORT: 'x', UPSTREAM_URL: 'http://api.vendor.example' }).ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.match(/^[A-Z_]+: /gm)).toEqual(
    ['PORT', 'UPSTREAM_URL', ...Object.keys(settingsFor('')).filter((key) => key !== 'UPSTREAM_URL')].map(
      (key) => `${key}: `,
    ),
  );
});
