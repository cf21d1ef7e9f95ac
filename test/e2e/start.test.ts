import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { environment, startByNpm, startMain, startWatched, temporaryFolder } from '../support/programs/main-process.ts';
import { settingsFor } from '../support/upstreams/real-upstream.ts';

const nowhere = 'http://127.0.0.1:9';
const preloaded = (code: string) => `--import=data:text/javascript,${encodeURIComponent(code)}`;

interface ExitReport {
  readonly loaded: readonly string[];
  readonly compilers: readonly string[];
}

test('waits for a service and a key set, and stops when npm is told to, although the shell in between passes no signal on; until then it has loaded nothing that only other configurations need', async () => {
  const report = new URL('../support/programs/exit-report.ts', import.meta.url);
  const settings = { ...settingsFor(nowhere, `${nowhere}/jwks.json`), NODE_OPTIONS: `--import=${report}` };
  const main = startByNpm({ ...settings, LOG_LEVEL: 'info' });
  const url = await main.printed(/"graphql":"(\S+)"/);
  await main.printed(/issued no token/);
  await main.printed(/"reason":"connect ECONNREFUSED 127.0.0.1:9","msg":".*AUTH_JWKS_URL/);
  main.signal('SIGTERM');
  // It has the output open until it has ended.
  const { stdout, stderr } = await main.ended;
  expect(stdout).toMatch(/"msg":"stopped"}$/m);
  expect(stderr).toBe('');
  await expect(fetch(url)).rejects.toThrow();

  const { loaded, compilers } = JSON.parse(/^{"loaded":.*$/m.exec(stdout)?.[0] ?? '') as ExitReport;
  const loadedOf = (part: string) => loaded.filter((each) => each.includes(part));
  expect(loadedOf('/node_modules/@apollo/server/')).not.toEqual([]);
  const others = ['fastify', 'pg', 'kysely', 'yazl', 'swagger-ui-dist', '@graphql-yoga/render-graphiql'];
  for (const name of [...others, '@apollo/usage-reporting-protobuf'])
    expect(loadedOf(`/node_modules/${name}/`)).toEqual([]);
  // The client of Prometheus loads the API of OpenTelemetry, which traces nothing by itself.
  expect(loaded.filter((each) => /\/@opentelemetry\/(?!api\/)/.test(each))).toEqual([]);
  expect(loadedOf('/packages/reference/')).toEqual([]);
  // One client of HTTP, which is not Node's own.
  expect(loadedOf('internal/deps/undici/undici')).toEqual([]);
  expect(loadedOf('/node_modules/undici/lib/dispatcher/pool.js')).toHaveLength(1);
  // What is served is optimized, what starts was not.
  expect(compilers).toEqual(['maglev', 'turbofan']);
});

test('says which Node it needs if it is started with an older one', async () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;
  const options = [preloaded(old), join(import.meta.dirname, '../../src/start.js')];
  const started = promisify(execFile)(process.execPath, options, { env: environment({}) });
  await expect(started).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^{"level":"fatal",.*The gateway needs Node 26 or later, not 20\.20\.2\. .*npm start.*}\n$/,
    ),
  });
});

test('stops as it would later on if a signal comes while its files are loaded', async () => {
  const signalled = `
    import { registerHooks } from 'node:module';
    const resolve = (name, context, next) => {
      if (name === './main.ts') process.kill(process.pid, 'SIGTERM');
      return next(name, context);
    };
    registerHooks({ resolve });`;
  const { ended } = startMain({ DATA_DIR: temporaryFolder(), NODE_OPTIONS: preloaded(signalled) });
  expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});

test('also starts when Node watches its files', async () => {
  const main = startWatched({ ...settingsFor(nowhere), LOG_LEVEL: 'info' });
  const url = await main.printed(/"graphql":"(\S+)"/);
  main.signal('SIGTERM');
  expect(await main.ended).toMatchObject({ stderr: '' });
  await expect(fetch(url)).rejects.toThrow();
});
