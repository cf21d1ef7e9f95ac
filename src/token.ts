/** `npm run -s token -- --role service` or `--role agent --nrds ID`: prints a development token and nothing else. */
import { loadConfig } from './config.ts';
import { allScopes, type DevelopmentCaller, issueDevelopmentToken } from './development.ts';
import { Fault } from './platform/fault.ts';
import { choose, oneValue, readSwitches, someValues } from './platform/switches.ts';

const usage = `npm run -s token -- --role service | --role agent --nrds ID [--nrds ID …]  [--scope NAME …]
scopes: ${allScopes.join(' ')} (all, unless some are named)`;

const switches = {
  role: oneValue('ROLE', (typed) => choose(['agent', 'service'], typed), undefined),
  nrds: someValues('ID', (typed) => typed),
  scope: someValues('NAME', (typed) =>
    typed
      .split(/[ ,]+/)
      .filter((scope) => scope !== '')
      .map((scope) => choose(allScopes, scope)),
  ),
};

/** Who is asked for, or what is wrong with that. */
function readCaller(): DevelopmentCaller | { readonly faults: readonly string[] } {
  const read = readSwitches(process.argv.slice(2), switches);
  if ('faults' in read) return read;
  const { role, nrds = [], scope = [] } = read.values;
  const scopes = scope.flat();
  if (role === undefined) return { faults: ['--role: give agent or service'] };
  if (role === 'agent' && (nrds.length === 0 || nrds.length > 20))
    return { faults: ['--nrds: an agent has 1 to 20 of them'] };
  if (nrds.some((id) => !/^\S{1,64}$/.test(id)))
    return { faults: ['--nrds: an id has 1 to 64 characters, none of them blank'] };
  if (role === 'service' && nrds.length > 0) return { faults: ['--nrds: a service has none'] };
  return { role, nrdsIds: nrds, scopes: scopes.length > 0 ? scopes : allScopes };
}

function fail(...lines: string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}

const result = loadConfig();
if ('faults' in result) fail(...result.faults);
if (!result.config.isDevelopmentIssuer) fail('AUTH_ISSUER is set: its own tokens are taken, and no development tokens');
const caller = readCaller();
if ('faults' in caller) fail(...caller.faults, usage);
try {
  console.log(await issueDevelopmentToken(result.config, caller));
} catch (error) {
  fail(
    error instanceof Fault ? `${error.message}. Set DATA_DIR to a folder that can be used.` : (error as Error).message,
  );
}
