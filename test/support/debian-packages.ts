/**
 * The Debian packages that some tests use. Without one, these tests are skipped, and the last lines of a run say which, and how to
 * have them run.
 */
import { existsSync } from 'node:fs';
import type { Reporter } from 'vitest/node';
import { findBinaries } from './postgresql/binaries.ts';

interface DebianPackage {
  readonly isInstalled: () => boolean;
  /** What is not tested without it. */
  readonly tests: string;
}

const program = (path: string) => () => existsSync(path);

const debianPackages: Readonly<Record<string, DebianPackage>> = {
  'chromium-headless-shell': {
    isInstalled: program('/usr/bin/chromium-headless-shell'),
    tests: 'the example page, GraphiQL and the page at /docs in a browser',
  },
  haproxy: { isInstalled: program('/usr/sbin/haproxy'), tests: 'deploy/haproxy, and replicas behind it' },
  openssl: { isInstalled: program('/usr/bin/openssl'), tests: 'TLS to the service and to PostgreSQL' },
  pgbouncer: { isInstalled: program('/usr/sbin/pgbouncer'), tests: 'a pooler in front of PostgreSQL' },
  postgresql: {
    isInstalled: () => findBinaries() !== null,
    tests: 'the write ledger and replicas on PostgreSQL',
  },
  prometheus: { isInstalled: program('/usr/bin/promtool'), tests: 'deploy/prometheus, and its alerts' },
  systemd: { isInstalled: program('/usr/bin/systemd-analyze'), tests: 'deploy/systemd' },
};

/** Whether tests that use these packages have to be skipped. */
export const isMissing = (...names: readonly string[]): boolean =>
  names.some((name) => !debianPackages[name]?.isInstalled());

/** Null if all packages are installed. */
function describeSkipped(): string | null {
  const missing = Object.entries(debianPackages).filter(([, { isInstalled }]) => !isInstalled());
  if (missing.length === 0) return null;
  return [
    'Skipped, because Debian packages are not installed:',
    ...missing.map(([name, { tests }]) => `  ${name}: ${tests}`),
    `To run them: apt-get install --no-install-recommends ${missing.map(([name]) => name).join(' ')}`,
  ].join('\n');
}

export class SkippedTests implements Reporter {
  onTestRunEnd(): void {
    const text = describeSkipped();
    if (text !== null) console.warn(`\n${text}`);
  }
}
