// When a worker that died is replaced, and how one ends.
import { spawn } from 'node:child_process';
import cluster, { type Worker } from 'node:cluster';
import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import type { Close } from '../../src/process/shared-setup.ts';
import { createRestartPolicy, endWorker, startWorkers } from '../../src/process/workers.ts';
import { captureLog } from '../support/caught-log.ts';
import { temporaryFolder } from '../support/programs/main-process.ts';

it('replaces a worker that had served for a while at once, however often', () => {
  const afterDeath = createRestartPolicy();
  expect(Array.from({ length: 20 }, () => afterDeath(2_000))).toEqual(Array(20).fill(0));
});

it('waits longer each time a worker dies right after its start, and gives up at the fifth', () => {
  const afterDeath = createRestartPolicy();
  expect([0, 1_999, 0, 0, 0].map(afterDeath)).toEqual([200, 400, 800, 1_600, null]);
});

it('starts over after a worker that had served for a while', () => {
  const afterDeath = createRestartPolicy();
  expect([0, 0, 0, 60_000, 0].map(afterDeath)).toEqual([200, 400, 800, 0, 200]);
});

it('retries a process that cannot be spawned, and gives up after a while', async () => {
  const folder = temporaryFolder();
  const exec = join(folder, 'worker.cjs');
  writeFileSync(exec, "process.once('message', () => process.send('http://127.0.0.1:1'));");
  cluster.setupPrimary({ exec, args: [], execArgv: [] });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { execPath } = process;
  onTestFinished(() => {
    process.execPath = execPath;
  });
  const { log, lines } = captureLog();
  const closers: Close[] = [];
  const onGiveUp = vi.fn<(line?: string) => void>();
  const config = { WORKERS: 2, DRAIN_DELAY_MS: 0, DRAIN_GRACE_MS: 0, UPSTREAM_DEADLINE_MS: 0 } as Config;
  const shared = { upstreamUrl: '', clientSecret: '', demoAgentNrdsId: null };
  await startWorkers({ config, values: {} as never, shared, closers, log, onGiveUp });
  onTestFinished(async () => {
    for (const close of closers) await close();
  });
  const serving = () =>
    Object.values(cluster.workers ?? {}).flatMap((each) => (each?.process.pid === undefined ? [] : [each]));
  const kill = () => serving()[0]?.process.kill('SIGKILL');
  /** Lets the pauses between the attempts pass meanwhile. */
  const eventually = <T>(read: () => T) =>
    expect.poll(() => {
      vi.advanceTimersByTime(2_000);
      return read();
    });

  process.execPath = join(folder, 'gone');
  kill();
  await eventually(() => lines.map(({ msg }) => msg)).toContain('a worker could not be started');
  process.execPath = execPath;
  await eventually(() => serving().length).toBe(2);

  // Node throws this error, and reports the one before by an event.
  process.execPath = join(exec, 'gone');
  kill();
  await eventually(() => onGiveUp.mock.calls).toEqual([
    ['Workers exit right after their start, 5 times in a row. The last error: spawn ENOTDIR.'],
  ]);
});

/** Pino's number. */
const WARN = 40;

it('a worker to which a message could not be delivered is still waited for', async () => {
  const events = new EventEmitter();
  const kills: string[] = [];
  const worker = Object.assign(events, {
    isDead: () => false,
    process: { kill: (signal: string) => kills.push(signal) },
  });
  const ended = endWorker(worker as unknown as Worker, 60_000, captureLog().log);
  events.on('error', () => undefined).emit('error', new Error('EPIPE'));
  const isFirst = await Promise.race([ended.then(() => 'ended'), setImmediate('waiting')]);
  events.emit('exit');
  await ended;
  expect([isFirst, kills]).toEqual(['waiting', ['SIGTERM']]);
});

it.each([
  ['exits when it is asked to', 'exit 0', { code: 0, signal: null }, 60_000, []],
  ['does not exit in time is killed, with a warning, and', ':', { code: null, signal: 'SIGKILL' }, 50, [WARN]],
])('a worker that %s ends', async (_, onTerm, end, patienceMs, levels) => {
  const child = spawn('sh', ['-c', `trap '${onTerm}' TERM; echo ready; while :; do read -r line || :; done`]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  const { log, lines } = captureLog();
  await endWorker(Object.assign(child, { isDead: () => false, process: child }) as unknown as Worker, patienceMs, log);
  const [code, signal] = await exited;
  expect({ code, signal }).toEqual(end);
  expect(lines.map(({ level }) => level)).toEqual(levels);
});
