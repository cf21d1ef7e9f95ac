// WORKERS=2, as the real program: one port, one embedded service, two processes that serve; and what becomes of one that dies.
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type MainProcess, startMain, temporaryFolder } from '../support/main-process.ts';

const patience = { timeout: 10_000, interval: 50 };

interface Program {
  readonly main: MainProcess;
  readonly dataDir: string;
  readonly url: string;
  readonly token: string;
}

async function start(node = process.execPath): Promise<Program> {
  const dataDir = temporaryFolder();
  const main = startMain({ WORKERS: '2', DATA_DIR: dataDir }, { node });
  const url = await main.printed(/^GraphQL +(http:\S+)\/graphql$/m);
  return { main, dataDir, url, token: await main.printed(/^service +(\S+)$/m) };
}

/** The figures of each worker under one name. */
async function figures(url: string, name: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = [...text.matchAll(new RegExp(`^${name}\\{(?:[^}]*,)?worker="(\\d+)"[^}]*\\} (\\S+)$`, 'gm'))];
  return Object.fromEntries(found.map(([, worker, value]) => [worker, Number(value)]));
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

/** One request on a connection of its own, or on the agent's: its status, or how it was lost. */
function ask({ url, token }: Program, agent: Agent | false = false): Promise<number | string> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const asking = request(`${url}/graphql`, { method: 'POST', agent, headers, timeout: 5_000 }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', (error) => resolve(String(error)));
    });
    asking.once('timeout', () => asking.destroy(new Error('unanswered')));
    asking.once('error', (error) => resolve(String(error)));
    asking.end('{"query":"{ accounts(first: 1) { totalCount } }"}');
  });
}

test('two workers serve one port, in front of one embedded service, and end in order', async () => {
  const program = await start();
  const { main, url } = program;
  const workers = childrenOf(main.pid);
  expect(workers).toHaveLength(2);
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(program)));
  expect(new Set(answers)).toEqual(new Set([200]));
  const served = await figures(url, 'graphql_operation_seconds_count');
  expect(Object.keys(served)).toEqual(['1', '2']);
  expect(Math.min(...Object.values(served))).toBeGreaterThan(0);
  expect(Object.values(served).reduce((sum, each) => sum + each)).toBe(12);
  expect(main.stdout().match(/^POST API /gm)).toHaveLength(1);

  main.signal('SIGINT');
  for (const pid of workers) process.kill(pid, 'SIGINT');
  main.signal('SIGTERM');
  expect(await main.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect(workers.filter(isAlive)).toEqual([]);
  await expect(fetch(url)).rejects.toThrow();
});

test('a worker that is killed under load takes only its own requests along, and another comes', async () => {
  const program = await start();
  const { main } = program;
  const [killed = 0, other = 0] = childrenOf(main.pid);
  let isOver = false;
  const lost: string[] = [];
  let answered = 0;
  const callers = Array.from({ length: 8 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    let losses = 0;
    while (!isOver) {
      const answer = await ask(program, agent);
      if (answer === 200) answered += 1;
      else lost.push(`${answer}`);
      if (answer !== 200) losses += 1;
    }
    return losses;
  });
  await expect.poll(() => answered, patience).toBeGreaterThan(50);
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => childrenOf(main.pid).length, patience).toBe(2);
  const before = answered;
  await expect.poll(() => answered, patience).toBeGreaterThan(before + 50);
  isOver = true;
  const losses = await Promise.all(callers);

  // Connections of the other lost nothing; the rest the request under way, and maybe one that was handed to the dead at once.
  expect(losses.filter((count) => count === 0).length).toBeGreaterThan(0);
  expect(Math.max(...losses)).toBeLessThanOrEqual(2);
  const unlike = lost.filter((how) => !/ECONNRESET|socket hang up/.test(how));
  // Node leaves a connection open that is on its way to a worker as that dies.
  expect(unlike.filter((how) => !/unanswered/.test(how))).toEqual([]);
  expect(unlike.length).toBeLessThanOrEqual(1);
  const now = childrenOf(main.pid);
  expect(now).toContain(other);
  expect(now).not.toContain(killed);
  await expect
    .poll(async () => Object.keys(await figures(program.url, 'http_requests_in_flight')), patience)
    .toEqual(['1', '2']);

  // Whoever kills the primary leaves no worker behind.
  main.signal('SIGKILL');
  await main.ended;
  await expect.poll(() => now.filter(isAlive), patience).toEqual([]);
});

test('workers that can no longer start are given up with a clear line', { timeout: 40_000 }, async () => {
  const { main, dataDir } = await start();
  const workers = childrenOf(main.pid);
  writeFileSync(join(dataDir, 'id-keys'), 'nonsense');
  process.kill(workers[0] ?? 0, 'SIGKILL');
  const { code, stderr } = await main.ended;
  expect({ code, lines: stderr.split('\n') }).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^Workers end right after their start, 5 times in a row\. .*id-keys.*DATA_DIR/), ''],
  });
  expect(workers.filter(isAlive)).toEqual([]);
});

test('a worker that no process is to be had for is tried again, and given up after a while', async () => {
  const node = join(temporaryFolder(), 'node');
  copyFileSync(process.execPath, node);
  const { main, url } = await start(node);
  renameSync(node, `${node}.gone`);
  process.kill(childrenOf(main.pid)[0] ?? 0, 'SIGKILL');
  await main.printed(/"err":.*ENOENT.*"a worker could not be started"/);
  renameSync(`${node}.gone`, node);
  await expect.poll(async () => Object.keys(await figures(url, 'http_requests_in_flight')), patience).toHaveLength(2);

  renameSync(node, `${node}.gone`);
  for (const pid of childrenOf(main.pid)) process.kill(pid, 'SIGKILL');
  const { code, stderr } = await main.ended;
  expect({ code, lines: stderr.split('\n') }).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(/^Workers end right after their start, 5 times in a row\. .*spawn .*node ENOENT/),
      '',
    ],
  });
});

test('what keeps all of them from starting is told once', async () => {
  const settings = { WORKERS: '2', METRICS_PORT: '1', METRICS_HOST: '192.0.2.1' };
  const { code, stderr } = await startMain(settings).ended;
  expect({ code, lines: stderr.split('\n') }).toEqual({
    code: 1,
    lines: [expect.stringMatching(/Cannot listen on port 1/), ''],
  });
});
