// Starting the embedded service: reasons for which it fails, and whom it shows the secret that it has made: whoever opens its page, unless a setting says that others reach the machine.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@realty-forms/platform/fault.ts';
import { createLog } from '@realty-forms/platform/observability/log.ts';
import { expect, test } from 'vitest';
import { type Config, readConfig } from '../../src/config/config.ts';
import { type Close, startShared } from '../../src/process/shared-setup.ts';
import { temporaryFolder } from '../support/programs/main-process.ts';
import { seededFolder } from '../support/programs/seeded-folder.ts';

test.each<[string, Record<string, string>, boolean]>([
  ['fills it in at /docs', {}, true],
  ['shows it to nobody with a public address', { ALLOWED_HOSTS: 'graph.example.com' }, false],
  ['shows none that is configured', { UPSTREAM_CLIENT_SECRET: 'hush-hush' }, false],
])('the embedded service %s', async (_, given, isShown) => {
  const settings = { UPSTREAM_URL: 'embedded', PORT: '0', DATA_DIR: seededFolder(), ...given };
  const { config } = readConfig(settings) as { config: Config };
  const closers: Close[] = [];
  try {
    const { upstreamUrl, clientSecret } = await startShared(config, closers, createLog('silent'));
    const page = await (await fetch(`${upstreamUrl}/docs`)).text();
    expect(page.includes(clientSecret)).toBe(isShown);
  } finally {
    for (const close of closers) await close();
  }
});

test.each([
  ['a database file that is not a database', 'reference.sqlite'],
  ['an invalid signing key', 'signing-key.json'],
])('does not start if the data folder contains %s, and says which file and what to do', async (_, name) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), 'nonsense');
  const { config } = readConfig({ UPSTREAM_URL: 'embedded', PORT: '0', DATA_DIR: folder }) as {
    config: Config;
  };
  const closers: Close[] = [];
  const fault = await startShared(config, closers, createLog('silent')).catch((error: unknown) => error);
  expect(closers).toEqual([]);
  // The program prints the message of a fault, as e2e/failed-starts shows of others.
  expect(fault).toBeInstanceOf(Fault);
  const { message } = fault as Fault;
  expect(message).toContain(name);
  expect(message).toContain('DATA_DIR');
  expect(message).not.toMatch(/\n +at /);
});
