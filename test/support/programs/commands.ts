/**
 * Commands and other programs, run one after the other by one standing process: each with its own arguments, environment, output and exit
 * code, as if it had been started alone, but what it imports is loaded only once. What only a process of its own can show, such as
 * that it ends by itself, is left to those that run alone. Run as a program, this file is that process.
 */
import { type ChildProcess, execFile, fork, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../../..');

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in a process of its own. */
export function runAlone(name: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, fileOf(name)), ...args], { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr });
    });
  });
}

const fileOf = (name: string): string => `src/commands/${name}.ts`;

interface Run {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

interface StandingPrograms {
  /** Runs a file of this repository. */
  readonly run: (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => Promise<CommandResult>;
  readonly end: () => Promise<void>;
}

export interface StandingCommand extends Pick<StandingPrograms, 'end'> {
  readonly run: (args: readonly string[], env: NodeJS.ProcessEnv) => Promise<CommandResult>;
}

const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'ipc'];

/** What follows the output of each command, on both streams. */
const END = '\0';

export function standingCommand(name: string): StandingCommand {
  const { run, end } = standingPrograms();
  return { run: (args, env) => run(fileOf(name), args, env), end };
}

/** The process starts with the first run. */
export function standingPrograms(): StandingPrograms {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const runNext = async ({ file, args, env }: Run): Promise<CommandResult> => {
    child ??= fork(fileURLToPath(import.meta.url), { cwd: root, env, execArgv: [], stdio });
    child.send({ file: join(root, file), args, env } satisfies Run);
    const [stdout, stderr, [code]] = await Promise.all([
      untilEnd(child, 'stdout'),
      untilEnd(child, 'stderr'),
      once(child, 'message') as Promise<[number]>,
    ]);
    return { code, stdout, stderr };
  };
  return {
    run(file, args, env) {
      const next = last.then(() => runNext({ file, args, env }));
      last = next.catch(() => undefined);
      return next;
    },
    async end() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function untilEnd(child: ChildProcess, name: 'stdout' | 'stderr'): Promise<string> {
  const stream = child[name];
  return new Promise((resolve, reject) => {
    let text = '';
    const settle = (act: () => void) => {
      stream?.off('data', add);
      child.off('exit', fail);
      act();
    };
    const fail = () => settle(() => reject(new Error(`the process of the commands ended: ${text}`)));
    const add = (chunk: unknown) => {
      text += String(chunk);
      if (text.endsWith(END)) settle(() => resolve(text.slice(0, -END.length)));
    };
    stream?.on('data', add);
    child.once('exit', fail);
  });
}

/** Ends a run where the command would end the process. */
class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit code ${code}`);
    this.code = code;
  }
}

async function runHere({ file, args, env }: Run, count: number): Promise<number> {
  process.argv = [process.execPath, file, ...args];
  process.env = env;
  process.exitCode = undefined;
  try {
    // Another address makes Node evaluate the file anew, but none of those that it imports.
    await import(`${pathToFileURL(file)}?run=${count}`);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof Exit) return error.code;
    console.error(error);
    return 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit = (code) => {
    throw new Exit(Number(code ?? process.exitCode ?? 0));
  };
  let count = 0;
  process.on('message', async (run: Run) => {
    count += 1;
    const code = await runHere(run, count);
    process.exitCode = undefined;
    for (const stream of [1, 2]) writeSync(stream, END);
    process.send?.(code);
  });
}
