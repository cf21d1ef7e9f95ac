/** `npm run -s token -- --role service` or `--role agent --nrds ID`: prints a development token and nothing else. */
import { parseArgs } from 'node:util';
import { loadConfig } from './config.ts';
import { allScopes, type DevelopmentCaller, issueDevelopmentToken } from './development.ts';
import { Fault } from './platform/fault.ts';

const usage = `npm run -s token -- --role service | --role agent --nrds ID [--nrds ID …]  [--scope NAME …]
scopes: ${allScopes.join(' ')} (all, unless some are named)`;

function readCaller(): DevelopmentCaller {
  const { values } = parseArgs({
    options: {
      role: { type: 'string' },
      nrds: { type: 'string', multiple: true, default: [] },
      scope: { type: 'string', multiple: true, default: [] },
    },
  });
  const { role, nrds } = values;
  const scopes = values.scope.flatMap((scope) => scope.split(/[ ,]+/)).filter((scope) => scope !== '');
  const unknown = scopes.find((scope) => !(allScopes as readonly string[]).includes(scope));
  if (unknown !== undefined) throw new Error(`--scope: ${unknown} is none of the scopes`);
  if (role !== 'agent' && role !== 'service') throw new Error('--role: give agent or service');
  if (role === 'agent' && (nrds.length === 0 || nrds.length > 20))
    throw new Error('--nrds: an agent has 1 to 20 of them');
  if (nrds.some((id) => !/^\S{1,64}$/.test(id)))
    throw new Error('--nrds: an id has 1 to 64 characters, none of them blank');
  if (role === 'service' && nrds.length > 0) throw new Error('--nrds: a service has none');
  return { role, nrdsIds: nrds, scopes: scopes.length > 0 ? scopes : allScopes };
}

function fail(...lines: string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}

const result = loadConfig();
if ('faults' in result) fail(...result.faults);
if (!result.config.isDevelopmentIssuer) fail('AUTH_ISSUER is set: its own tokens are taken, and no development tokens');
try {
  console.log(await issueDevelopmentToken(result.config, readCaller()));
} catch (error) {
  if (error instanceof Fault) fail(`${error.message}. Set DATA_DIR to a folder that can be used.`);
  fail((error as Error).message, usage);
}
