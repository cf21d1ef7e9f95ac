// Starting the embedded service: reasons for which it fails, what it gets of the gateway's settings, and whom it shows the secret that it has made.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@realty-forms/platform/fault.ts';
import { createLog } from '@realty-forms/platform/observability/log.ts';
import { DEFAULT_MAX_FILE_BYTES } from '@realty-forms/reference';
import { expect, onTestFinished, test } from 'vitest';
import { upload } from '../../packages/reference/test/files/uploading.ts';
import { clientOf, vendor } from '../../packages/reference/test/running.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { type Close, startShared } from '../../src/process/shared-setup.ts';
import { temporaryFolder } from '../support/programs/main-process.ts';
import { seededFolder } from '../support/programs/seeded-folder.ts';
import { pdf } from '../support/sample-files.ts';

/** The embedded service of a gateway with these settings. */
async function startService(given: Record<string, string>) {
  const settings = { UPSTREAM_URL: 'embedded', PORT: '0', DATA_DIR: seededFolder(), ...given };
  const { config } = readConfig(settings) as { config: Config };
  const closers: Close[] = [];
  onTestFinished(async () => {
    for (const close of closers) await close();
  });
  return await startShared(config, closers, createLog('silent'));
}

const pageOf = async (url: string): Promise<string> => await (await fetch(`${url}/docs`)).text();

test('the embedded service shows its secret at /docs, and accepts files as large as the gateway’s limit', async () => {
  const { upstreamUrl, clientSecret } = await startService({
    UPSTREAM_CLIENT_ID: vendor.id,
    UPSTREAM_VENDOR_EMAIL: vendor.vendorEmail,
    UPLOAD_MAX_BYTES: '30000000',
  });
  const service = clientOf(upstreamUrl);
  expect(await pageOf(upstreamUrl)).toContain(clientSecret);
  const credentials = { grant_type: 'client_credentials', client_id: vendor.id, client_secret: clientSecret };
  const token = async () => (await service.post('/oauth/token', credentials)).body.access_token;
  const content = Buffer.concat([pdf(), Buffer.alloc(DEFAULT_MAX_FILE_BYTES)]);
  expect(await upload({ ...service, token }, 'a.pdf', content)).toMatchObject({ status: 200 });
});

test('with a public address, the embedded service shows its secret to nobody', async () => {
  const { upstreamUrl, clientSecret } = await startService({ ALLOWED_HOSTS: 'graph.example.com' });
  expect(await pageOf(upstreamUrl)).not.toContain(clientSecret);
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
