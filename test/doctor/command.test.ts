// `npm run doctor` as a program: its exit codes, and one clear sentence wherever nothing can be found out.

import { defaultDialect, loadDialect } from '@realty-forms/reference/dialect/dialect.ts';
import { beforeAll, expect, test } from 'vitest';
import { agent, prepareData, serve } from '../../packages/doctor/test/services.ts';
import { vendor } from '../../packages/reference/test/running.ts';
import { runAlone, standingCommand } from '../support/programs/commands.ts';
import { environment } from '../support/programs/main-process.ts';

const command = standingCommand('doctor');
const doctor = (args: readonly string[], given: Record<string, string> = {}) => command.run(args, environment(given));

const client = {
  UPSTREAM_CLIENT_ID: vendor.id,
  UPSTREAM_CLIENT_SECRET: vendor.secret,
  UPSTREAM_VENDOR_EMAIL: vendor.vendorEmail,
};

/** Of a gateway, which does not run here. */
const workers = { WORKERS: '2', METRICS_PORT: '9400', METRICS_TOKEN: 'read-metrics-with-it' };

let data = '';
beforeAll(async () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  data = await prepareData((end) => cleanups.unshift(end));
  return async () => {
    await command.end();
    for (const end of cleanups) await end();
  };
});

test('--help says what it does and exits with 0; an unknown option, and a setting that is wrong, with 2', async () => {
  expect(await doctor(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('--new ID') });
  expect(await doctor(['--quick'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Unknown option '--quick'"),
  });
  expect(await doctor([], { UPSTREAM_URL: 'http://vendor.example' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('UPSTREAM_URL: '),
  });
});

test('the four settings of the client suffice; the exit code is 0 if settings cover all, and 1 if not', async () => {
  const { url } = await serve(data, defaultDialect);
  const plain = await runAlone('doctor', [], environment({ UPSTREAM_URL: url, ...client }));
  expect(plain).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Nothing to set.') });
  const rest = loadDialect('rest');
  if ('faults' in rest) throw new Error(rest.faults.join());
  const disguised = await serve(data, rest.dialect);
  const found = await doctor(['--new', agent], { UPSTREAM_URL: disguised.url, ...client, ...workers });
  expect(found).toMatchObject({ code: 1, stdout: expect.stringMatching(/^UPSTREAM_FILTER_TIMESTAMPS=/m) });
});

test('a service that cannot be reached, and one that refuses the credentials, are one sentence and exit code 2', async () => {
  const { url, close } = await serve(data, defaultDialect);
  const wrong = await doctor([], { UPSTREAM_URL: url, ...client, UPSTREAM_CLIENT_SECRET: 'another-secret' });
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^The service issued no token, however it was requested.*Check UPSTREAM_URL, .*\n$/),
  });
  expect(wrong.stderr).not.toContain('another-secret');
  const other = await doctor([], { UPSTREAM_URL: url, ...client, UPSTREAM_VENDOR_EMAIL: 'other@vendor.example' });
  expect(other).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/refuses its own token.*UPSTREAM_VENDOR_EMAIL.*\n$/),
  });
  await close();
  const gone = await doctor([], { UPSTREAM_URL: url, ...client });
  expect(gone).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^The service cannot be asked: .*ECONNREFUSED.*\n$/),
  });
});
