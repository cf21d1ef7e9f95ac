import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { environment, startByNpm, startMain, startWatched } from '../support/programs/main-process.ts';
import { settingsFor } from '../support/upstreams/real-upstream.ts';

const root = join(import.meta.dirname, '../..');

/** Everything loaded with the serving parts: files of packages by path, and Node's own modules by name. */
async function loadedForServing(): Promise<readonly string[]> {
  const script = `
    import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    await import(${JSON.stringify(join(root, 'src/process/serve.ts'))});
    console.log(JSON.stringify([...new Set(urls), ...process.moduleLoadList]));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: environment({}),
    maxBuffer: 16 * 2 ** 20,
  });
  return JSON.parse(stdout) as readonly string[];
}

describe('the start of the gateway', () => {
  let loaded: readonly string[];
  beforeAll(async () => {
    loaded = await loadedForServing();
  });

  it('loads nothing that only other configurations need', () => {
    expect(loaded.filter((each) => each.includes('/node_modules/@apollo/server/'))).not.toEqual([]);
    const others = ['fastify', 'pg', 'kysely', 'yazl', 'swagger-ui-dist', '@graphql-yoga/render-graphiql'];
    const tracing = ['@opentelemetry/sdk-trace', '@opentelemetry/instrumentation-http'];
    for (const name of [...others, ...tracing]) {
      expect(loaded.filter((each) => each.includes(`/node_modules/${name}/`))).toEqual([]);
    }
  });

  it('loads only one HTTP client', () => {
    expect(loaded.filter((each) => each.includes('internal/deps/undici/undici'))).toEqual([]);
    expect(loaded.filter((each) => each.includes('/node_modules/undici/lib/dispatcher/pool.js'))).toHaveLength(1);
  });

  it('says which Node it needs if it is started with an older one', async () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;
    const options = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, join(root, 'src/start.js')];
    const started = promisify(execFile)(process.execPath, options, { env: environment({}) });
    await expect(started).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^{"level":"fatal",.*The gateway needs Node 26 or later, not 20\.20\.2\. .*npm start.*}\n$/,
      ),
    });
  });

  it('stops as it would later on if a signal comes while its files are loaded', async () => {
    const signalled = `
      import { registerHooks } from 'node:module';
      const resolve = (name, context, next) => {
        if (name === './main.ts') process.kill(process.pid, 'SIGTERM');
        return next(name, context);
      };
      registerHooks({ resolve });`;
    const { ended } = startMain({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(signalled)}` });
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it('stops when npm is told to stop, although the shell in between passes no signal on', async () => {
    const main = startByNpm({ ...settingsFor('http://127.0.0.1:9'), LOG_LEVEL: 'info' });
    const url = await main.printed(/"graphql":"(\S+)"/);
    main.signal('SIGTERM');
    // It has the output open until it has ended.
    expect((await main.ended).stdout).toMatch(/"msg":"stopped"}\n$/);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('also starts when Node watches its files, and says in its first line, and at /readyz, that the service behind is the embedded one', async () => {
    const main = startWatched({ UPSTREAM_URL: 'embedded', LOG_LEVEL: 'info' });
    const url = await main.printed(/"graphql":"(http:\S+?)\/graphql"/);
    await main.printed(/"docs":"http/);
    expect(JSON.parse(main.stdout().split('\n', 1)[0] ?? '')).toMatchObject({ upstream: 'embedded' });
    const probe = await fetch(`${url}/readyz`);
    expect(probe.status).toBe(200);
    expect(await probe.json()).toEqual({ status: 'ready', upstream: 'embedded', upstreamState: 'up' });
    main.signal('SIGTERM');
    expect(await main.ended).toMatchObject({ stderr: '' });
    await expect(fetch(url)).rejects.toThrow();
  });
});
