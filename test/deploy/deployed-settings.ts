/** What the files of deploy/ are compared with: the settings that exist, with their kinds, as the gateway itself reads them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, configWarnings, readConfig } from '../../src/config/config.ts';
import { describeUnknown, unknownInEnvironment } from '../../src/config/unknown-keys.ts';

export const root = join(import.meta.dirname, '../..');
export const deploy = join(root, 'deploy');
export const readDeployed = (name: string): string => readFileSync(join(deploy, name), 'utf8');

export type Environment = Readonly<Record<string, string>>;

/** The configuration that an environment amounts to; throws with everything that the gateway would complain about. */
export function configOfEnvironment(environment: Environment): Config {
  const result = readConfig(environment);
  const unknown = unknownInEnvironment(environment).map(describeUnknown);
  const complaints = [...unknown, ...('faults' in result ? result.faults : configWarnings(result.config))];
  if ('faults' in result || complaints.length > 0) throw new Error(complaints.join('\n'));
  return result.config;
}

/** What a shutdown takes beyond the settings' times: webhooks on their way, the ledger, the log, the traces. */
const FLUSHING_MS = 12_000;

/** How long a supervisor has to wait before it kills the gateway. */
export function longestShutdownMs({ DRAIN_DELAY_MS, DRAIN_GRACE_MS, UPSTREAM_DEADLINE_MS }: Config): number {
  return DRAIN_DELAY_MS + DRAIN_GRACE_MS + UPSTREAM_DEADLINE_MS + FLUSHING_MS;
}

/** The lines `KEY=value` of a file of settings, without comments. */
export function readEnvironment(name: string): Environment {
  return Object.fromEntries(
    readDeployed(name)
      .split('\n')
      .filter((line) => /^\w/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** What the image sets, which deployments add to: the `ENV` of its last stage. */
export function imageEnvironment(): Environment {
  const [, pairs = ''] = /^ENV (.*)$/m.exec(readDeployed('Dockerfile')) ?? [];
  return Object.fromEntries(pairs.split(' ').map((pair) => pair.split('=') as [string, string]));
}

export const version = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
