/**
 * For the release workflow: `check vX.Y.Z` fails unless the tag is the version of the packages and the newest one in CHANGELOG.md; `notes
 * vX.Y.Z` prints what the changelog says of it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [command, tag = ''] = process.argv.slice(2);
const read = (name) => readFileSync(join(import.meta.dirname, '..', name), 'utf8');

const sections = read('CHANGELOG.md').split(/^## /m).slice(1);
const released = sections.find((each) => !each.startsWith('Unreleased')) ?? '';

if (command === 'notes') console.log(released.slice(released.indexOf('\n')).trim());
else {
  const versions = ['package.json', 'client/package.json'].map((name) => JSON.parse(read(name)).version);
  const faults = versions.filter((version) => tag !== `v${version}`).map((version) => `the version is ${version}`);
  if (!`${released} `.startsWith(`${tag.slice(1)} `))
    faults.push(`CHANGELOG.md begins with ${released.split('\n', 1)[0]}`);
  for (const fault of faults) console.error(`${tag}: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
