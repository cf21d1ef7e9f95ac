// Settings that are read again: which are followed, which need a restart, and what is said of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ConfigResult, readConfig } from '../../src/config/config.ts';
import { traitsOf } from '../../src/config/kinds.ts';
import { keys, settings } from '../../src/config/settings.ts';
import { Fault } from '../../src/platform/fault.ts';
import { createRereading, followSettings, type ReadConfig } from '../../src/process/rereading.ts';
import { captureLog } from '../support/caught-log.ts';

type Given = Record<string, string>;

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64url');
const real: Given = {
  UPSTREAM_URL: 'https://api.vendor.example',
  UPSTREAM_CLIENT_ID: 'client-1',
  UPSTREAM_CLIENT_SECRET: 'hunter2-1',
  UPSTREAM_VENDOR_EMAIL: 'vendor@vendor.example',
  AUTH_ISSUER: 'https://login.example',
  AUTH_AUDIENCE: 'graph',
  AUTH_JWKS_URL: 'https://login.example/jwks.json',
  ID_KEYS: `1:${key(1)}`,
  METRICS_TOKEN: 'hunter2-hunter2-1',
};

const read = (given: Given): ConfigResult => readConfig(given);

function start(given: Given = real) {
  const { log, lines } = captureLog();
  const rereading = createRereading(read(given) as ReadConfig, log);
  const followed: (string | undefined)[] = [];
  rereading.add(
    'METRICS_TOKEN',
    ({ METRICS_TOKEN }) =>
      () =>
        void followed.push(METRICS_TOKEN),
  );
  rereading.add('UPSTREAM_CLIENT_SECRET', (config) => () => void followed.push(config.UPSTREAM_CLIENT_SECRET));
  return { log, lines, rereading, followed };
}

function begun(given?: Given) {
  const started = start(given);
  started.rereading.begin();
  return started;
}

test('changed settings are followed, and named without their values', () => {
  const { rereading, followed, lines } = begun();
  rereading.take(read({ ...real, METRICS_TOKEN: 'hunter2-hunter2-2', UPSTREAM_CLIENT_SECRET: 'hunter2-2' }));
  expect(followed.sort()).toEqual(['hunter2-2', 'hunter2-hunter2-2']);
  expect(lines).toMatchObject([
    { level: 30, changed: ['METRICS_TOKEN', 'UPSTREAM_CLIENT_SECRET'], msg: 'the settings were reread' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
});

test('what has not changed is not touched', () => {
  const { rereading, followed, lines } = begun();
  rereading.take(read(real));
  expect(followed).toEqual([]);
  expect(lines).toMatchObject([{ changed: [] }]);
});

test('a setting that needs a restart is named each time, until the process is started again', () => {
  const { rereading, lines } = begun();
  const next = { ...real, RATE_LIMIT: '5', REDIS_URL: 'redis://user:hunter2@127.0.0.1' };
  rereading.take(read(next));
  rereading.take(read(next));
  const waiting = { level: 40, settings: ['REDIS_URL', 'RATE_LIMIT'], msg: expect.stringContaining('next start') };
  expect(lines).toMatchObject([{ changed: [] }, waiting, { changed: [] }, waiting]);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
});

test('if anything is wrong, nothing changes, and every fault is named', () => {
  const { rereading, followed, lines } = begun();
  const next = { ...real, UPSTREAM_CLIENT_SECRET: 'hunter2-2', METRICS_TOKEN: '', METRICS_TOKEN_FILE: '/nowhere' };
  rereading.take(read({ ...next, PORT: 'x' }));
  expect(followed).toEqual([]);
  expect(lines).toMatchObject([
    {
      level: 50,
      faults: [expect.stringMatching(/^PORT: /), 'METRICS_TOKEN_FILE: the file cannot be read (ENOENT)'],
      msg: 'the settings cannot be reread, and stay as they are',
    },
  ]);
  expect(rereading.values()).toEqual(real);
});

test('if one part cannot use its setting, no other one changes', () => {
  const { rereading, followed, lines } = begun();
  rereading.add('ID_KEYS', () => {
    throw new Fault('ID_KEYS_UNUSABLE', 'they cannot be used');
  });
  const ends: boolean[] = [];
  const next = { ...real, METRICS_TOKEN: 'hunter2-hunter2-2', ID_KEYS: `2:${key(2)},1:${key(1)}` };
  rereading.take(read(next), (isFollowed) => ends.push(isFollowed));
  expect({ followed, ends }).toEqual({ followed: [], ends: [false] });
  expect(lines).toMatchObject([{ level: 50, faults: ['they cannot be used'] }]);
});

test.each([
  ['disappears, which would open what it protects', real, 'METRICS_TOKEN'],
  ['appears', { ...real, METRICS_TOKEN: '' }, 'METRICS_TOKEN'],
])('a secret that %s needs a restart', (_, before, name) => {
  const { rereading, followed, lines } = begun(before);
  rereading.take(read({ ...real, [name]: before[name] === '' ? 'hunter2-hunter2-2' : '' }));
  expect(followed).toEqual([]);
  expect(lines).toMatchObject([{ changed: [] }, { settings: [name] }]);
});

test('the secret of the embedded service, which is started with it, needs a restart', () => {
  const embedded = { UPSTREAM_URL: 'embedded', UPSTREAM_CLIENT_SECRET: 'hunter2-1' };
  const { rereading, followed, lines } = begun(embedded);
  rereading.take(read({ ...embedded, UPSTREAM_CLIENT_SECRET: 'hunter2-2' }));
  expect(followed).toEqual([]);
  expect(lines).toMatchObject([{ changed: [] }, { settings: ['UPSTREAM_CLIENT_SECRET'] }]);
});

test.each([
  ['info', 'error'],
  ['error', 'info'],
])('that the level of the log goes from %s to %s is said, whichever of them shows it', (before, after) => {
  const { log, rereading, lines } = begun({ ...real, LOG_LEVEL: before });
  log.level = before;
  rereading.take(read({ ...real, LOG_LEVEL: after }));
  expect(log.level).toBe(after);
  expect(lines).toMatchObject([{ changed: ['LOG_LEVEL'] }]);
});

test('what is read before all parts are there is followed as soon as they are, the last of it', () => {
  const { rereading, followed } = start();
  rereading.take(read({ ...real, METRICS_TOKEN: 'hunter2-hunter2-2' }));
  rereading.take(read({ ...real, METRICS_TOKEN: 'hunter2-hunter2-3' }));
  expect(followed).toEqual([]);
  rereading.begin();
  expect(followed).toEqual(['hunter2-hunter2-3']);
});

test('the values with which the process runs have what it follows, and not what waits for a restart', () => {
  const { rereading } = begun();
  rereading.take(read({ ...real, METRICS_TOKEN: 'hunter2-hunter2-2', RATE_LIMIT: '5' }));
  expect(rereading.values()).toEqual({ ...real, METRICS_TOKEN: 'hunter2-hunter2-2' });
});

test('each setting that can be reread has a part that follows it, and its row in the document', () => {
  const followed = ['LOG_LEVEL'];
  const rereading = { ...start().rereading, add: (name: string) => void followed.push(name) };
  followSettings(rereading, {
    metricsAccess: { token: '' },
    upstream: {} as never,
    sharedCounts: undefined,
    gateway: {} as never,
    documents: null,
  });
  const rereadable = keys.filter((name) => traitsOf(settings.shape[name]).reread);
  expect(followed.sort()).toEqual([...rereadable].sort());
  const page = readFileSync(join(import.meta.dirname, '../../docs/secrets.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(rows.sort()).toEqual([...rereadable].sort());
});
