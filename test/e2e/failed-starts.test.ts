// Reasons for which the program does not start: one clear line on standard error that says what to do, and exit code 1.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { standingPrograms } from '../support/programs/commands.ts';
import {
  environment,
  messagesIn,
  occupyPort,
  ownEnvironment,
  startMain,
  temporaryFolder,
} from '../support/programs/main-process.ts';
import { settingsFor, startUpstream } from '../support/upstreams/real-upstream.ts';
import { startStubUpstream } from '../support/upstreams/stub-upstream.ts';
import { SECRET } from '../webhooks/receiver.ts';

/** Starts one after the other, for what needs no process of its own. */
const programs = standingPrograms();
afterAll(programs.end);
const startHere = (settings: NodeJS.ProcessEnv) => programs.run('src/main.ts', [], ownEnvironment(settings));
const startAlone = (settings: NodeJS.ProcessEnv) => startMain(settings).ended;

/** The line that a failed start prints; it must contain no internals, such as a stack. */
async function startError(settings: NodeJS.ProcessEnv, start: typeof startAlone | typeof startHere = startHere) {
  const { code, stdout, stderr } = await start(settings);
  expect(code).toBe(1);
  const lines = messagesIn(stderr);
  expect(lines).toEqual([expect.stringMatching(/\S/)]);
  expect(stdout).not.toMatch(/"graphql":|\n +at |"level":"(error|fatal)"/);
  return lines[0] ?? '';
}

test('does not start with an option, which would have no effect', async () => {
  const { code, stdout, stderr } = await programs.run('src/main.ts', ['--port', '5000'], environment({}));
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(messagesIn(stderr)).toEqual([
    expect.stringMatching(/takes no options, such as "--port"\. Settings .*PORT=5000/),
  ]);
});

test('does not start with a fault, and still says which settings have no effect', async () => {
  const { code, stdout, stderr } = await startHere({ ...settingsFor('x'), UPSTREAM_BASE_URL: 'http://127.0.0.1:9' });
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(messagesIn(stderr)).toEqual([
    'environment: UPSTREAM_BASE_URL is not a known setting and has no effect; did you mean UPSTREAM_URL?',
    expect.stringMatching(/^UPSTREAM_URL: /),
  ]);
});

test('does not start if the gateway’s port is in use', async () => {
  const { port } = await occupyPort();
  const line = await startError({ ...settingsFor('http://127.0.0.1:9'), PORT: String(port) });
  expect(line).toMatch(new RegExp(`Port ${port} .*in use.*set PORT`));
});

test('does not start if the embedded service’s port is in use', async () => {
  const { port } = await occupyPort();
  const line = await startError({ DATA_DIR: temporaryFolder(), PORT: String(port - 1) });
  expect(line).toMatch(new RegExp(`port ${port} of 127.0.0.1 is in use.*set PORT`));
});

/** What a production install has not, cannot be found. */
const withoutReference = `
  import { registerHooks } from 'node:module';
  const resolve = (name, context, next) => {
    if (name === '@realty-forms/reference') throw Object.assign(new Error(), { code: 'ERR_MODULE_NOT_FOUND' });
    return next(name, context);
  };
  registerHooks({ resolve });
`;

test('does not start without an address of the POST API if the embedded service is not installed', async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(withoutReference)}`;
  expect(await startError({ DATA_DIR: temporaryFolder(), NODE_OPTIONS }, startAlone)).toMatch(
    /^The embedded service is not installed here: set UPSTREAM_URL to .*, or install all packages with `npm ci`$/,
  );
});

test('does not start if upstream rejects the client secret', async () => {
  const upstream = await startUpstream();
  onTestFinished(() => upstream.close());
  const line = await startError({ ...settingsFor(upstream.url), UPSTREAM_CLIENT_SECRET: 'wrong-secret-77' });
  expect(line).toMatch(/rejected.*Check UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET/);
  expect(line).not.toContain('wrong-secret-77');
});

test('does not start if the service lists the same transactions for every agent', async () => {
  const upstream = await startStubUpstream();
  onTestFinished(upstream.close);
  const data = [{ transName: '12 Alder Court', realtorName: 'Another Agent' }];
  upstream.answer('/fsforms/listTrans', { json: [{ meta: { total: 1, max: 1 }, data }] });
  expect(await startError(settingsFor(upstream.url))).toMatch(
    /ignores which agent.*npm run doctor.*UPSTREAM_FILTER_BRACKETS/,
  );
});

test('does not start if the data folder cannot be created', async () => {
  // Here Node itself would try to create one for ever, and so would its compile cache.
  const line = await startError({ DATA_DIR: '/proc/gateway/data', NODE_COMPILE_CACHE: undefined }, startAlone);
  expect(line).toContain('/proc/gateway/data');
  expect(line).toContain('Set DATA_DIR to a writable folder');
});

test('does not start if the manifest of persisted documents does not match the schema', async () => {
  const file = join(temporaryFolder(), 'manifest.json');
  writeFileSync(file, '{"x":"{ viewr { role } }"}');
  const line = await startError({ ...settingsFor('http://127.0.0.1:9'), PERSISTED_DOCUMENTS: file });
  expect(line).toMatch(/operation x is not valid against the schema: .*"viewr".*leave PERSISTED_DOCUMENTS empty/);
});

test('does not start if the file of webhooks has a private address, and asks for a field that does not exist', async () => {
  const WEBHOOKS_FILE = join(temporaryFolder(), 'webhooks.json');
  const hook = { name: 'crm', url: 'https://10.0.0.1/', secrets: [SECRET], agentNrdsIds: ['999000001'] };
  writeFileSync(WEBHOOKS_FILE, JSON.stringify({ webhooks: [{ ...hook, select: '{ nam }' }] }));
  const line = await startError({ ...settingsFor('http://127.0.0.1:9'), WEBHOOKS_FILE });
  expect(line).toMatch(/webhooks\[0\]\.url: the address 10\.0\.0\.1 is not public/);
  expect(line).toMatch(/webhooks\[0\]\.select: Cannot query field "nam"/);
});
