// A `.env` file next to package.json, read by a copy of the program in its own folder.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keySetDocument, sign } from '../support/callers/caller-tokens.ts';
import { environment, messagesIn, startMain, temporaryFolder } from '../support/programs/main-process.ts';
import { settingsFor } from '../support/upstreams/real-upstream.ts';
import { startStubUpstream } from '../support/upstreams/stub-upstream.ts';

const root = join(import.meta.dirname, '../..');

/** The folder of a copy of the program with this `.env`. */
function programWith(env: string): string {
  const folder = temporaryFolder();
  for (const name of ['src', 'schema', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, '.env'), env);
  return folder;
}

const origin = 'https://app.example.com';

test('lines that have no effect are reported on standard error, and the others apply: a limit per caller, a listed origin, a schema that is not exposed', async () => {
  const applied = { RATE_LIMIT: '3', CORS_ORIGINS: origin, INTROSPECTION: 'off', LOG_LEVEL: 'warn' };
  const lines = Object.entries(applied).map(([key, value]) => `${key}=${value}\n`);
  const folder = programWith(`PORT 0\nRATELIMIT=5\nFILE_LINK_SECONDS=60\n${lines.join('')}`);
  const unset = Object.fromEntries(Object.keys(applied).map((key) => [key, undefined]));
  const upstream = await startStubUpstream();
  onTestFinished(upstream.close);
  upstream.answer('/jwks.json', { json: keySetDocument });
  upstream.answer('/fsforms/listTrans', { json: [{ meta: { total: 0, max: 0 }, data: [] }] });
  const settings = { ...settingsFor(upstream.url, `${upstream.url}/jwks.json`), ...unset, LIVE_MAX_SECONDS: '60' };
  const gateway = startMain(settings, { folder });
  const url = await gateway.printed(/"graphql":"(\S+?)"/);
  expect(messagesIn(gateway.stderr())).toEqual([
    'environment: LIVE_MAX_SECONDS is not a known setting and has no effect; did you mean LIVE_POLL_SECONDS?',
    '.env: FILE_LINK_SECONDS is not a known setting and has no effect',
    '.env: RATELIMIT is not a known setting and has no effect; did you mean RATE_LIMIT?',
    '.env: line 1 is not of the form KEY=value',
  ]);

  const agent = await sign({ role: 'agent', nrds: ['100'], scope: 'transactions.read', sub: 'an agent' });
  const service = await sign({ role: 'service', scope: 'transactions.read', sub: 'a service' });
  const ask = (token: string, query: string) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin },
      body: JSON.stringify({ query }),
    });
  expect((await fetch(new URL('/schema.graphql', url))).status).toBe(404);
  expect(await (await ask(service, '{ __schema { types { name } } }')).json()).toMatchObject({
    errors: [{ extensions: { retryable: false } }],
  });
  const answers = [];
  for (const token of [agent, agent, agent, agent, service]) answers.push(await ask(token, '{ viewr { role } }'));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429, 400]);
  expect(await answers[0]?.json()).toMatchObject({ errors: [{ message: expect.not.stringContaining('viewer') }] });
  const refused = answers[3] as Response;
  expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED', retryable: true } }] });
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetch(url.replace('/graphql', '/readyz'))).status).toBe(200);
  // INDEX=off, as in all tests without a search.
  expect(existsSync(join(gateway.dataDir, 'index.sqlite'))).toBe(false);
});

test('a quote that is not closed on its line prevents the start, its line is named without the value, and no folder is made of what follows', () => {
  const folder = programWith('');
  const lines = [`DATA_DIR="${folder}/data`, 'RATE_LIMIT="60"', "UPSTREAM_CLIENT_SECRET='hunter2"];
  writeFileSync(join(folder, '.env'), lines.join('\n'));
  const env = environment({ DATA_DIR: undefined, RATE_LIMIT: undefined, NODE_COMPILE_CACHE: undefined });
  const program = spawnSync(process.execPath, [join(folder, 'src/start.js')], { env, encoding: 'utf8' });
  expect([program.status, program.stdout]).toEqual([1, '']);
  expect(messagesIn(program.stderr)).toEqual([
    '.env: line 1 opens a quote (") that line 2 closes, so that line 2 sets nothing',
    ".env: line 3 opens a quote (') that no line closes",
  ]);
  expect(readdirSync(folder).sort()).toEqual(['.env', 'data', 'node_modules', 'package.json', 'schema', 'src']);
});
