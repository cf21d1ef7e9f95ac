// Signals to the real program with two workers. SIGHUP: files are read again, all processes follow, and nothing bad is followed. Several
// at once that end it: it shuts down cleanly.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { developmentToken } from '../support/callers/development-tokens.ts';
import { startMain, temporaryFolder } from '../support/programs/main-process.ts';
import { childrenOf, isAlive } from '../support/programs/processes.ts';

const TOKENS = ['hunter2-hunter2-1', 'hunter2-hunter2-2'] as const;
const key = (id: number) => `${id}:${Buffer.alloc(32, id).toString('base64url')}`;
const IDS = 'query Ids { transactions(first: 1) { nodes { id } } }';
const NODE = 'query Node($id: ID!) { node(id: $id) { id } }';
const VIEWER = 'query Viewer { viewer { role } }';
const manifestOf = (...texts: string[]) =>
  JSON.stringify(Object.fromEntries(texts.map((text, at) => [`d${at}`, text])));

test('secrets and the manifest are reread by all processes, completely or not at all, until they shut down cleanly', async () => {
  const folder = temporaryFolder();
  const fileOf = (name: string) => join(folder, name);
  const write = (name: string, content: string) => writeFileSync(fileOf(name), content);
  write('token', `${TOKENS[0]}\n`);
  write('keys', key(1));
  write('manifest', manifestOf(IDS, NODE));
  const main = startMain({
    WORKERS: '2',
    LOG_LEVEL: 'info',
    METRICS_TOKEN_FILE: fileOf('token'),
    ID_KEYS_FILE: fileOf('keys'),
    PERSISTED_DOCUMENTS: fileOf('manifest'),
  });
  const url = await main.printed(/"graphql":"(http:\S+?)\/graphql"/);
  const bearer = await developmentToken(main.dataDir);

  /** On a new connection each time, so that workers take turns. */
  const ask = async (query: string, variables = {}) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', connection: 'close' };
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()) as { data?: Record<string, never> };
  };
  const idNow = async () => JSON.stringify((await ask(IDS)).data?.['transactions']);
  const metricsStatus = async (token: string) =>
    (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}`, connection: 'close' } })).status;
  /** What each process has to say about what was reread: the primary, as 0, and its workers. */
  const said = () =>
    main
      .stdout()
      .split('\n')
      .flatMap((line) => (line.includes('rere') ? [{ worker: 0, ...JSON.parse(line) }] : []));
  const twice = async <T>(act: () => Promise<T>) => [await act(), await act()];

  const oldId = await idNow();
  expect(await twice(() => metricsStatus(TOKENS[0]))).toEqual([200, 200]);

  write('token', `${TOKENS[1]}\n`);
  write('keys', `${key(2)},${key(1)}`);
  write('manifest', manifestOf(IDS, NODE, VIEWER));
  main.signal('SIGHUP');
  main.signal('SIGHUP');
  const changed = ['METRICS_TOKEN', 'PERSISTED_DOCUMENTS', 'ID_KEYS'];
  for (const worker of [0, 1, 2]) {
    await expect.poll(said).toContainEqual(expect.objectContaining({ level: 'info', worker, changed }));
  }
  expect(await twice(() => metricsStatus(TOKENS[0]))).toEqual([401, 401]);
  expect(await twice(() => metricsStatus(TOKENS[1]))).toEqual([200, 200]);
  expect(await twice(() => ask(VIEWER))).toEqual([
    { data: { viewer: { role: 'AGENT' } } },
    { data: { viewer: { role: 'AGENT' } } },
  ]);
  const newIds = await twice(idNow);
  expect(newIds[0]).toBe(newIds[1]);
  expect(newIds[0]).not.toBe(oldId);
  const { id } = JSON.parse(oldId).nodes[0];
  expect(await twice(() => ask(NODE, { id }))).toEqual([{ data: { node: { id } } }, { data: { node: { id } } }]);

  // A manifest that only a worker can judge: it keeps the other changes from being followed, and a new worker from starting with any.
  write('token', `${TOKENS[0]}\n`);
  write('manifest', manifestOf('{ viewr { role } }'));
  main.signal('SIGHUP');
  for (const worker of [1, 2]) {
    await expect
      .poll(said)
      .toContainEqual(
        expect.objectContaining({ level: 'error', worker, faults: [expect.stringContaining('"viewr"')] }),
      );
  }
  const [victim = 0] = childrenOf(main.pid);
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => main.stdout()).toContain('a worker exited');
  write('token', 'short');
  main.signal('SIGHUP');
  await expect
    .poll(said)
    .toContainEqual(
      expect.objectContaining({ faults: [expect.stringMatching(/^METRICS_TOKEN_FILE: the value is not/)] }),
    );
  await expect
    .poll(async () =>
      (await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKENS[1]}` } })).text()).match(
        /^process_start_time_seconds\{worker="\d"\}/gm,
      ),
    )
    .toHaveLength(2);
  expect(await twice(() => ask(VIEWER))).toEqual([
    { data: { viewer: { role: 'AGENT' } } },
    { data: { viewer: { role: 'AGENT' } } },
  ]);

  const workers = childrenOf(main.pid);
  expect(workers).toHaveLength(2);
  main.signal('SIGINT');
  for (const pid of workers) process.kill(pid, 'SIGINT');
  main.signal('SIGTERM');
  main.signal('SIGHUP');
  const { code, signal, stdout, stderr } = await main.ended;
  expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
  expect(stdout).not.toContain('hunter2');
  expect(workers.filter(isAlive)).toEqual([]);
  await expect(fetch(url)).rejects.toThrow();
});
