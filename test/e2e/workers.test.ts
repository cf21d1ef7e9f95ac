// WORKERS=2 in the real program: one port, one embedded service, two serving processes; what happens when one of them dies, and on signals.
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { expect, onTestFinished, test } from 'vitest';
import { developmentToken } from '../support/callers/development-tokens.ts';
import { type OpenedStream, openStream } from '../support/gateways/stream-client.ts';
import { type MainProcess, messagesIn, startMain, temporaryFolder } from '../support/programs/main-process.ts';
import { childrenOf, isAlive } from '../support/programs/processes.ts';
import { metricByWorker } from '../support/programs/worker-metrics.ts';
import { settingsFor } from '../support/upstreams/real-upstream.ts';

const pollOptions = { interval: 50 };
/** Between two requests of a caller. */
const MAX_PAUSE_MS = 40;

const [TOKEN, OTHER] = ['hunter2-hunter2-1', 'hunter2-hunter2-2'] as const;

interface Program {
  readonly main: MainProcess;
  readonly url: string;
  readonly token: string;
}

const twoWorkers = { WORKERS: '2', METRICS_PORT: '0', LOG_LEVEL: 'info' };

async function start(settings: Readonly<Record<string, string>>): Promise<Program> {
  const main = startMain({ ...twoWorkers, ...settings });
  const url = await main.printed(/"graphql":"(http:\S+?)\/graphql"/);
  return { main, url, token: await developmentToken(main.dataDir, 'service') };
}

/** The text of the response to one request, on a new connection or on the agent's. */
function send({ url, token }: Program, query: string, agent: Agent | false = false): Promise<Sent> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const clientRequest = request(`${url}/graphql`, { method: 'POST', agent, headers, timeout: 30_000 }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    clientRequest.once('timeout', () => clientRequest.destroy(new Error('unanswered')));
    clientRequest.once('error', reject);
    clientRequest.end(JSON.stringify({ query }));
  });
}

interface Sent {
  readonly status: number;
  readonly body: string;
}

/** The status, or the error that ended the request. */
const ask = (program: Program, agent: Agent | false = false): Promise<number | string> =>
  send(program, '{ accounts(first: 1) { totalCount } }', agent).then(({ status }) => status, String);

const create = `mutation { createTransaction(input: { stateId: "UT", streetAddress: "1 Quokka Street", name: "Quokka",
  propertyType: RESIDENTIAL, type: LISTING, status: NEW }) { outcome } }`;

const changes = 'subscription { transactionChanges { kind } }';
const kindIn = async (stream: OpenedStream): Promise<string> => (await stream.result()).data.transactionChanges.kind;
const sumOf = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((sum, each) => sum + each, 0);

test('two workers serve one port, in front of one embedded service, with a part of the limits each; one fills the search index for both, one polls for both; when that one is killed under load, the other one loses no requests and its streams no changes, and it is replaced, with the settings of the start; several signals at once end them', async () => {
  const file = join(temporaryFolder(), 'token');
  writeFileSync(file, `${TOKEN}\n`);
  const limits = { RATE_LIMIT: '200000', UPSTREAM_CONNECTIONS_TOTAL: '20' };
  const program = await start({
    ...limits,
    LIVE_POLL_SECONDS: '1',
    INDEX: 'on',
    INDEX_AGENTS: demoAgentNrdsId,
    METRICS_TOKEN_FILE: file,
  });
  const { main, url } = program;
  expect(childrenOf(main.pid)).toHaveLength(2);
  const metric = (name: string, token: string = TOKEN) =>
    metricByWorker(main, name, { authorization: `Bearer ${token}` });
  const workersThatKnow = async (token: string) => Object.keys(await metric('process_resident_memory_bytes', token));
  await expect.poll(() => workersThatKnow(TOKEN), pollOptions).toEqual(['1', '2']);
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(program)));
  expect(new Set(answers)).toEqual(new Set([200]));
  const served = await metric('gateway_graphql_operation_duration_seconds_count');
  expect(Object.keys(served)).toEqual(['1', '2']);
  expect(Math.min(...Object.values(served))).toBeGreaterThan(0);
  expect(sumOf(served)).toBe(12);
  expect(main.stdout().match(/"msg":"the gateway serves"/g)).toHaveLength(1);

  // Each has its part of what both may use.
  expect(await metric('gateway_upstream_share')).toEqual({ 1: 10, 2: 10 });
  const { headers } = await fetch(`${url}/schema.graphql`);
  expect(headers.get('ratelimit-limit')).toBe('100000');

  await main.printed(/the search index is filled/);
  expect(Object.values(await metric('gateway_index_agents')).toSorted()).toEqual([0, 1]);
  // What one of them writes, both find.
  const own = { ...program, token: await developmentToken(main.dataDir) };
  expect((await send(own, create)).body).toContain('COMMITTED');
  const found = await Promise.all(
    Array.from({ length: 12 }, () => send(own, '{ search(text: "quokka") { totalCount isComplete } }')),
  );
  for (const { body } of found)
    expect(JSON.parse(body)).toMatchObject({ data: { search: { totalCount: 1, isComplete: true } } });
  const searchedIn = () =>
    [...main.stdout().matchAll(/"worker":(\d+).*"fields":\["search"\]/g)].map(([, worker]) => worker);
  await expect.poll(() => new Set(searchedIn()), pollOptions).toEqual(new Set(['1', '2']));
  expect(main.stdout().match(/the search index is filled/g)).toHaveLength(1);

  writeFileSync(file, `${OTHER}\n`);
  main.signal('SIGHUP');
  await main.printed(/"msg":"SIGHUP has no effect: (restart the gateway)/);

  // One polls for both. A write through the gateway is told by both.
  const streams = await Promise.all(
    Array.from({ length: 4 }, () => openStream(url, { query: changes, token: own.token })),
  );
  for (const stream of streams) expect(await kindIn(stream)).toBe('READY');
  const polls = () => metric('gateway_live_polls_total', TOKEN);
  let polling: readonly string[] = [];
  await expect
    .poll(async () => {
      const before = await polls();
      await expect.poll(async () => sumOf(await polls()), pollOptions).toBeGreaterThan(sumOf(before) + 1);
      const after = await polls();
      polling = Object.keys(after).filter((worker) => after[worker] !== before[worker]);
      return polling;
    })
    .toHaveLength(1);
  await send(own, create);
  for (const stream of streams) expect(await kindIn(stream)).toBe('CHANGED');

  const started = childrenOf(main.pid);
  const victim = started[Number(polling[0]) - 1] ?? 0;
  const [other = 0] = started.filter((pid) => pid !== victim);
  let isOver = false;
  const lost: string[] = [];
  let answered = 0;
  const callers = Array.from({ length: 4 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    let losses = 0;
    while (!isOver) {
      const answer = await ask(program, agent);
      if (answer === 200) answered += 1;
      else lost.push(`${answer}`);
      if (answer !== 200) losses += 1;
      await wait(MAX_PAUSE_MS * Math.random());
    }
    return losses;
  });
  await expect.poll(() => answered, pollOptions).toBeGreaterThan(20);
  process.kill(victim, 'SIGKILL');
  await expect.poll(() => main.stdout()).toContain('a worker exited');
  await expect.poll(() => childrenOf(main.pid).length, pollOptions).toBe(2);
  const before = answered;
  await expect.poll(() => answered, pollOptions).toBeGreaterThan(before + 20);
  isOver = true;
  // The streams of the killed worker have ended; those of the other one are told.
  await send(own, create);
  const told = await Promise.allSettled(streams.map(kindIn));
  expect(new Set(told.map((each) => (each.status === 'fulfilled' ? each.value : 'ended')))).toEqual(
    new Set(['CHANGED', 'ended']),
  );
  const losses = await Promise.all(callers);

  // The other worker's connections lost nothing; the rest lost the request in flight, and maybe one passed to the dead worker at once.
  expect(losses.filter((count) => count === 0).length).toBeGreaterThan(0);
  expect(Math.max(...losses)).toBeLessThanOrEqual(2);
  const unlike = lost.filter((how) => !/ECONNRESET|socket hang up/.test(how));
  // Node leaves a connection open that is being passed to a worker when that worker dies.
  expect(unlike.filter((how) => !/unanswered/.test(how))).toEqual([]);
  expect(unlike.length).toBeLessThanOrEqual(1);
  await expect.poll(() => workersThatKnow(TOKEN), pollOptions).toEqual(['1', '2']);
  expect(await workersThatKnow(OTHER)).toEqual([]);

  const workers = childrenOf(main.pid);
  expect(workers).toHaveLength(2);
  expect(workers).toContain(other);
  expect(workers).not.toContain(victim);
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

test('no worker outlives its killed primary', async () => {
  const main = startMain({ ...settingsFor('http://127.0.0.1:9'), ...twoWorkers });
  // The first one serves already, and the second one has yet to.
  await main.printed(/"worker":1.*"metrics are served/);
  const workers = childrenOf(main.pid);
  expect(workers.length).toBeGreaterThan(0);
  main.signal('SIGKILL');
  await main.ended;
  await expect.poll(() => workers.filter(isAlive)).toEqual([]);
});

test('if no worker can be started, the program tries for a while, and ends saying why', async () => {
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent("process.execPath = '/gone'")}`;
  const { code, stdout, stderr } = await startMain({
    ...settingsFor('http://127.0.0.1:9'),
    ...twoWorkers,
    NODE_OPTIONS,
  }).ended;
  expect(stdout).toContain('a worker could not be started');
  expect({ code, lines: messagesIn(stderr) }).toEqual({
    code: 1,
    lines: ['Workers exit right after their start, 5 times in a row. The last error: spawn /gone ENOENT.'],
  });
});

test('an error that keeps all workers from starting is printed once', async () => {
  const settings = { ...settingsFor('http://127.0.0.1:9'), WORKERS: '2', METRICS_PORT: '1', METRICS_HOST: '192.0.2.1' };
  const { code, stderr } = await startMain(settings).ended;
  expect({ code, lines: messagesIn(stderr) }).toEqual({
    code: 1,
    lines: [expect.stringMatching(/Cannot listen on port 1/)],
  });
});
