// Whom the embedded service shows the secret that it has made: whoever opens its page, unless a setting says that others reach the machine.
import { expect, test } from 'vitest';
import { type Config, readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/platform/observing/log.ts';
import { type Close, startShared } from '../../src/process/embedded.ts';
import { seededFolder } from '../support/programs/seeded-folder.ts';

test.each<[string, Record<string, string>, boolean]>([
  ['fills it in at /docs', {}, true],
  ['shows it to nobody with a public address', { ALLOWED_HOSTS: 'graph.example.com' }, false],
  ['shows none that is configured', { UPSTREAM_CLIENT_SECRET: 'hush-hush' }, false],
])('the embedded service %s', async (_, given, isShown) => {
  const settings = { UPSTREAM_URL: 'embedded', REFERENCE_PORT: '0', DATA_DIR: seededFolder(), ...given };
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
