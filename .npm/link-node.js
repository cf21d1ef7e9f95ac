/**
 * After an install: npm scripts run the first `node` on their path, node_modules/.bin/node. npm 10 removes that link, because the packages of
 * the skipped platforms share its name; npm 11 links a binary that cannot start where libc is not glibc. So this links a binary that
 * starts, or none: without the optional packages, scripts run the Node of the machine. On Windows, npm's own link works.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const modules = join(import.meta.dirname, '../node_modules');
const bin = join(modules, '.bin');
if (process.platform !== 'win32' && existsSync(bin)) {
  const starts = (path) => spawnSync(path, ['--version']).status === 0;
  const packages = readdirSync(modules).filter((name) => name.startsWith('node-'));
  const binary = packages.map((name) => `../${name}/bin/node`).find((path) => starts(join(bin, path)));
  rmSync(join(bin, 'node'), { force: true });
  if (binary !== undefined) symlinkSync(binary, join(bin, 'node'));
}
