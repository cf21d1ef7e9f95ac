// deploy/systemd: systemd accepts the unit, calls it well confined, and waits for as long as a shutdown takes.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { isMissing } from '../support/debian-packages.ts';
import { temporaryFolder } from '../support/programs/main-process.ts';
import { configOfEnvironment, longestShutdownMs, readDeployed, root } from './deployed-settings.ts';

const PROGRAM = '/usr/bin/systemd-analyze';

const unit = readDeployed('systemd/realty-forms-graphql.service');
const installed = '/opt/realty-forms-graphql';
const values = (key: string) => [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

test('it starts the program as the README does, from the folder where it is installed', () => {
  expect(values('ExecStart')).toEqual(['/usr/local/bin/node src/start.js']);
  expect(values('WorkingDirectory')).toEqual([installed]);
});

test('its settings exist, and the gateway has the time that a shutdown takes by default', () => {
  const [secrets = '', others = ''] = values('Environment');
  const named = `${secrets} ${others}`.split(' ').map((pair) => pair.split('=') as [string, string]);
  const given = Object.fromEntries(named.filter(([key]) => !key.endsWith('_FILE')));
  expect(Number(values('TimeoutStopSec')[0]) * 1_000).toBeGreaterThanOrEqual(
    longestShutdownMs(configOfEnvironment(given)),
  );
  const files = named.filter(([key]) => key.endsWith('_FILE')).map(([, path]) => path.replace('%d/', ''));
  expect(values('LoadCredential').map((each) => each.split(':')[0])).toEqual(files);
});

test.skipIf(isMissing('systemd'))('systemd finds no fault with it, and it is exposed to little', () => {
  const file = join(temporaryFolder(), 'realty-forms-graphql.service');
  // With program and Node where they are here, since systemd looks for it.
  const documentation = pathToFileURL(root).href.replaceAll('%', '%%');
  const here = unit.replace(`file:${installed}`, documentation).replaceAll(installed, root);
  writeFileSync(file, here.replace('/usr/local/bin/node', `"${process.execPath}"`));
  const run = (...args: string[]) => spawnSync(PROGRAM, args, { encoding: 'utf8' });
  expect(run('verify', '--man=no', file)).toMatchObject({ status: 0, stderr: '' });
  // Tenths of the scale that ends at 10, which is unconfined.
  expect(run('security', '--offline=true', '--threshold=15', '--no-pager', file)).toMatchObject({ status: 0 });
});
