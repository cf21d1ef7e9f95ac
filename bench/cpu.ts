/** The operating system's accounting of a process: CPU time of all its threads, and resident memory, now and at its peak. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Reads CPU time in microseconds, as the scheduler counts it for each thread that still runs: ticks of 10 ms would be a twentieth of
 * a short round. Throws on systems without /proc, so that no figure can come from another source.
 */
export function createCpuReader(): (pid: number) => number {
  if (process.platform !== 'linux') {
    throw new Error(`CPU time is read from /proc, which ${process.platform} does not have: run the benchmark on Linux`);
  }
  return (pid) => {
    const threads = `/proc/${pid}/task`;
    return readdirSync(threads).reduce((sum, thread) => sum + runMicros(`${threads}/${thread}/schedstat`), 0);
  };
}

/** The first of the file's three numbers is the time on a CPU in nanoseconds. A thread that has just ended has none. */
function runMicros(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ', 1)[0]) / 1_000;
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

/** Resident memory of a process, in MB. */
export const residentMb = (pid: number): number => memoryMb(pid, 'VmRSS');

/** The largest resident memory of a process so far, in MB. */
export const peakMb = (pid: number): number => memoryMb(pid, 'VmHWM');

function memoryMb(pid: number, row: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = new RegExp(`^${row}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}
