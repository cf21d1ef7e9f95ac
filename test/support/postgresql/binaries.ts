/** Finds the programs of Debian's package `postgresql`, newest version first; null if it is not installed. */
import { existsSync, globSync } from 'node:fs';
import { dirname } from 'node:path';

export const notInstalled =
  'PostgreSQL is not installed (Debian: apt-get install postgresql): the tests of the store on it do not run';

export function findBinaries(): string | null {
  const folders = globSync('/usr/lib/postgresql/*/bin/initdb').map(dirname);
  const [newest] = folders
    .filter((folder) => ['postgres', 'psql'].every((program) => existsSync(`${folder}/${program}`)))
    .sort((a, b) => versionOf(b) - versionOf(a));
  return newest ?? null;
}

export function versionOf(folder: string): number {
  return Number(/postgresql\/(\d+)/.exec(folder)?.[1] ?? 0);
}
