/** The operating system's accounting of a process: CPU time of all its threads, and resident memory, now and at its peak. Linux only. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Reads CPU time in microseconds. Throws on systems without /proc, so that no figure can come from another source. */
export function createCpuReader(): (pid: number) => number {
  if (process.platform !== 'linux') {
    throw new Error(`CPU time is read from /proc, which ${process.platform} does not have: run the benchmark on Linux`);
  }
  const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  return (pid) => (ticksOf(readFileSync(`/proc/${pid}/stat`, 'utf8')) * 1_000_000) / ticksPerSecond;
}

/** The sum of user and system time, in ticks, from the text of /proc/PID/stat; the process name may contain spaces and brackets. */
export function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

/** Resident memory of a process, in MB. */
export const residentMb = (pid: number): number => memoryMb(pid, 'VmRSS');

/** The largest resident memory of a process so far, in MB. */
export const peakMb = (pid: number): number => memoryMb(pid, 'VmHWM');

function memoryMb(pid: number, row: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`^${row}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}
