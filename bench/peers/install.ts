/**
 * Fetches the packages of the servers in this folder, which only the comparison needs: a package of its own, with locked versions, so
 * that they are no dependencies of the product. Once they are installed, nothing is fetched.
 */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Throws an error with npm's reason if the packages can be neither found nor fetched. */
export function installPeers(folder = import.meta.dirname): void {
  if (areInstalled(folder)) return;
  console.error('fetching the packages of bench/peers');
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--loglevel=error'];
  const { status, stderr, error } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim();
  throw new Error(`The packages of bench/peers cannot be fetched; --without-peers compares the others.\n${reason}`);
}

/** npm writes its own copy of the lock file last. */
export function areInstalled(folder = import.meta.dirname): boolean {
  const changed = (file: string) => statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return changed('node_modules/.package-lock.json') > changed('package-lock.json');
}
