/**
 * Fetches the packages of the servers in this folder, which only the comparison needs: a package of its own, with locked versions, so
 * that they are no dependencies of the product. Once they are installed, nothing is fetched.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Throws an error with npm's reason if the packages can be neither found nor fetched. */
export function installPeers(folder = import.meta.dirname): void {
  if (areInstalled(folder)) return;
  console.error('fetching the packages of bench/peers');
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--loglevel=error'];
  const { status, stderr, error } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  if (status === 0) {
    copyFileSync(...locksIn(folder));
    return;
  }
  const reason = error?.message ?? stderr.trim();
  throw new Error(
    `The packages of bench/peers cannot be fetched; --server gateway --server floor compares the others.\n${reason}`,
  );
}

function areInstalled(folder = import.meta.dirname): boolean {
  const [wanted, installed] = locksIn(folder);
  return existsSync(installed) && readFileSync(installed).equals(readFileSync(wanted));
}

/** The lock file, and its copy beside the packages that were installed by it. */
function locksIn(folder: string): readonly [string, string] {
  return [join(folder, 'package-lock.json'), join(folder, 'node_modules/.installed-lock.json')];
}
