// Scripts that are ended by a signal: they leave no temporary folder and no child process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../support/programs/main-process.ts';

const root = join(import.meta.dirname, '../..');
/** Enough for the start of a gateway on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Starts a script whose temporary folders are in `folder`, and waits until one of its children has written a file there. */
async function startScript(command: string) {
  const [file = '', ...args] = command.split(' ');
  const folder = temporaryFolder();
  const env = { ...process.env, TMPDIR: folder };
  const script = spawn(process.execPath, [join(root, file), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void script.kill('SIGKILL'));
  // Children inherit this pipe, so it ends only when the script and all of them have.
  const printed = text(script.stderr);
  const ended = once(script, 'exit');
  const written = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.size);
  await vi.waitFor(() => expect(written()).not.toEqual([]), { timeout: TIMEOUT_MS, interval: 20 });
  return { script, folder, printed, ended, written };
}

test.each([
  ['test/long/soak.ts', 'SIGINT'],
  ['test/long/chaos.ts creates', 'SIGTERM'],
  ['test/long/chaos.ts drains', 'SIGINT'],
  ['bench/main.ts slow-sockets', 'SIGTERM'],
] as const)(
  '%s leaves no folder and no process when %s ends it',
  async (command, signal) => {
    const { script, folder, printed, ended } = await startScript(command);
    script.kill(signal);
    expect(await ended).toEqual([null, signal]);
    expect(await printed).toBe('');
    expect(readdirSync(folder)).toEqual([]);
  },
  TIMEOUT_MS,
);

test(
  'the servers of an interrupted benchmark end with it, and so do their files',
  async () => {
    const { script, folder, ended, written } = await startScript('bench/main.ts start');
    const output = () =>
      written()
        .map((path) => readFileSync(path, 'utf8'))
        .join('\n');
    const url = await vi.waitFor(() => /^ready (\S+)/m.exec(output())![1]!);
    expect((await fetch(url)).status).toBeLessThan(500);
    script.kill('SIGINT');
    expect(await ended).toEqual([null, 'SIGINT']);
    expect(readdirSync(folder)).toEqual([]);
    // A process that was just killed may take a moment to end.
    await vi.waitFor(() => expect(fetch(url)).rejects.toThrow());
  },
  TIMEOUT_MS,
);
