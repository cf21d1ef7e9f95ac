// The Debian packages that tests use: CI installs all of them, and a run without one says which tests were skipped.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { debianPackages, describeSkipped } from '../support/debian-packages.ts';

test('CI installs every package', () => {
  const script = readFileSync(join(import.meta.dirname, '../../.ci/run'), 'utf8');
  const [, listed = ''] = /^packages=\((.*)\)$/m.exec(script) ?? [];
  expect(listed.split(' ')).toEqual(Object.keys(debianPackages).toSorted());
});

test('without a package, the end of a run says what was skipped, and how to have it run', () => {
  const packages = {
    haproxy: { isInstalled: () => false, tests: 'replicas' },
    openssl: { isInstalled: () => true, tests: 'TLS' },
  };
  expect(describeSkipped(packages)).toBe(
    [
      'Skipped, because Debian packages are not installed:',
      '  haproxy: replicas',
      'To run them: apt-get install --no-install-recommends haproxy',
    ].join('\n'),
  );
});
