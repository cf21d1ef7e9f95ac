import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createMetrics } from '@realty-forms/platform/observing/metrics.ts';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openLedger } from '../../src/process/ledger-store.ts';
import { captureLog } from '../support/caught-log.ts';

const LEDGER_URL = 'postgresql://127.0.0.1:1/gateway';
const REDIS_URL = 'redis://127.0.0.1:1';

function open(settings: NodeJS.ProcessEnv) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'ledger-store-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  const result = readConfig({ DATA_DIR, ...settings });
  if ('faults' in result) throw new Error(result.faults.join());
  return openLedger(result.config, captureLog().log, createMetrics());
}

test.each([
  [{ LEDGER_URL, REDIS_URL }, 'postgresql://127.0.0.1:1/gateway'],
  [{ LEDGER_URL }, 'postgresql://127.0.0.1:1/gateway'],
  [{ REDIS_URL }, 'redis://127.0.0.1:1'],
])('with %o the ledger is at %s', async (settings, name) => {
  await expect(open(settings)).rejects.toMatchObject({
    code: 'LEDGER_UNUSABLE',
    message: expect.stringContaining(`The write ledger ${name} `),
  });
});

test('a folder in which there can be no ledger, as in a container that is read-only, is named with what to set', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'ledger-store-')), 'file');
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  writeFileSync(file, '');
  await expect(open({ DATA_DIR: join(file, 'data') })).rejects.toThrow(
    /^The write ledger .*file\/data\/ledger\.sqlite cannot be used: .*\. Set DATA_DIR to a writable folder, or LEDGER_URL or REDIS_URL\.$/,
  );
});

test('without either, the ledger is in a file', async () => {
  const store = await open({});
  expect(await store.orphans()).toEqual([]);
  await store.close();
});
