import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { openIndex, openLedger } from '../../src/process/databases.ts';
import { load, row } from '../gateway/search/index-under-test.ts';
import { captureLog } from '../support/caught-log.ts';

function open(settings: NodeJS.ProcessEnv) {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'ledger-store-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  const result = readConfig({ DATA_DIR, ...settings });
  if ('faults' in result) throw new Error(result.faults.join());
  return openLedger(result.config, captureLog().log);
}

test('with LEDGER_URL, the ledger is in PostgreSQL', async () => {
  await expect(open({ LEDGER_URL: 'postgresql://127.0.0.1:1/gateway' })).rejects.toMatchObject({
    code: 'LEDGER_UNUSABLE',
    message: expect.stringContaining('The write ledger postgresql://127.0.0.1:1/gateway '),
  });
});

test('a folder in which there can be no ledger, as in a container that is read-only, is named with what to set', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'ledger-store-')), 'file');
  onTestFinished(() => rmSync(dirname(file), { recursive: true }));
  writeFileSync(file, '');
  await expect(open({ DATA_DIR: join(file, 'data') })).rejects.toThrow(
    /^The write ledger .*file\/data\/ledger\.sqlite cannot be used: .*\. Set DATA_DIR to a writable folder, or LEDGER_URL\.$/,
  );
});

test('without it, the ledger is in a file, over which workers tell each other', async () => {
  const { store, openChannel } = await open({});
  expect(openChannel).toBeNull();
  const workers = await open({ WORKERS: '2' });
  expect(workers.openChannel).not.toBeNull();
  await workers.store.close();
  expect(await store.orphans()).toEqual([]);
  await store.close();
});

function openIndexIn(DATA_DIR: string, settings: NodeJS.ProcessEnv) {
  const result = readConfig({ DATA_DIR, ...settings });
  if ('faults' in result) throw new Error(result.faults.join());
  return openIndex(result.config, captureLog().log);
}

test('the index is filled again after a change of INDEX_CLOSED_DAYS, since it lacks what was not kept', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'index-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  const agentsWith = async (settings: NodeJS.ProcessEnv) => {
    const index = openIndexIn(DATA_DIR, settings);
    const before = (await index.agents()).length;
    await index.beginLoad('111');
    await index.close();
    return before;
  };
  expect(await agentsWith({ INDEX_CLOSED_DAYS: '30' })).toBe(0);
  expect(await agentsWith({ INDEX_CLOSED_DAYS: '30' })).toBe(1);
  expect(await agentsWith({})).toBe(0);
});

test('in the index, a time is on its day in UPSTREAM_TIME_ZONE', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'index-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  const index = openIndexIn(DATA_DIR, { UPSTREAM_TIME_ZONE: 'America/New_York' });
  onTestFinished(() => index.close());
  await load(index, '111', [row('1', { dueDiligenceDate: '2026-03-02T04:30:00Z' })]);
  const { rows } = await index.deadlines({
    ...{ agents: ['111'], kinds: null, statuses: null, from: '2026-01-01', to: '2026-12-31', isCounted: false },
    window: { from: 'start', take: 1, after: null, before: null },
  });
  expect(rows.map(({ place }) => place.key)).toEqual([expect.stringMatching(/^2026-03-01/)]);
});
