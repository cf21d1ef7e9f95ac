/** When a test fails, what the programs that it started have printed, and whether they still run. */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import type { Readable } from 'node:stream';
import { beforeEach } from 'vitest';

const KEPT_CHARACTERS = 4_000;

interface Printed {
  readonly child: ChildProcess;
  output: string;
}

const programs = new Set<Printed>();

// Once for each worker, which runs the setup of every file.
subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess };
  const printed: Printed = { child, output: '' };
  programs.add(printed);
  child.once('spawn', () => {
    for (const stream of [child.stdout, child.stderr]) if (stream) collect(stream, printed);
  });
});

export function reportProgramsOfFailedTests(): void {
  beforeEach(({ onTestFailed }) => {
    // Those that still run were started for several tests.
    for (const each of programs) if (!isRunning(each.child)) programs.delete(each);
    onTestFailed(() => console.error([...programs].map(describe).join('\n')));
  });
}

/** Begins when somebody else reads the stream, and takes nothing from that reader. */
function collect(stream: Readable, printed: Printed): void {
  const add = (chunk: unknown) => {
    printed.output = (printed.output + String(chunk)).slice(-KEPT_CHARACTERS);
  };
  if (stream.readableFlowing) stream.on('data', add);
  else stream.once('resume', () => stream.on('data', add));
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

function describe({ child, output }: Printed): string {
  const state = isRunning(child) ? 'is running' : `ended with ${child.exitCode ?? child.signalCode}`;
  return `${child.spawnargs.join(' ').slice(0, 300)} (${child.pid}) ${state}, and printed:\n${output || 'nothing'}\n`;
}
