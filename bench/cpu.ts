/** CPU time of a process as the operating system accounts for it, all of its threads together. Only Linux tells it here. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Refuses systems without /proc, so that no figure is ever taken from elsewhere. */
export function createCpuReader(): (pid: number) => number {
  if (process.platform !== 'linux') {
    throw new Error(`CPU time is read from /proc, which ${process.platform} has not: run the benchmark on Linux`);
  }
  const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return (pid) => (ticksOf(readFileSync(`/proc/${pid}/stat`, 'utf8')) * 1_000_000) / ticksPerSecond;
}

/** User and system time in a line of /proc/PID/stat; the name before them may hold blanks and brackets. */
export function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Memory of a process that is in use, in MB. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}
