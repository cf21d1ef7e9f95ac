/**
 * `npm run -s token -- --role service` or `--role agent --nrds ID`: prints a development token and nothing else on standard output.
 * Refuses where another issuer is configured, whose tokens alone are taken then.
 */
import { loadConfig } from './config.ts';
import {
  allScopes,
  type DevelopmentCaller,
  issueDevelopmentToken,
  LONGEST_LIFETIME_SECONDS,
  strangersAmong,
} from './development.ts';
import { Fault } from './platform/fault.ts';
import { choose, flag, oneValue, readSwitches, readWholeNumber, someValues } from './platform/switches.ts';

const usage = `npm run -s token -- --role service | --role agent --nrds ID [--nrds ID …]  [--scope NAME …] [--expires-in SECONDS]
scopes: ${allScopes.join(' ')} (all, unless some are named)
expires in: 1 to ${LONGEST_LIFETIME_SECONDS} seconds (${LONGEST_LIFETIME_SECONDS}, 7 days, unless told)`;

const switches = {
  help: flag,
  role: oneValue('ROLE', (typed) => choose(['agent', 'service'], typed), undefined),
  nrds: someValues('ID', (typed) => typed),
  scope: someValues('NAME', (typed) =>
    typed
      .split(/[ ,]+/)
      .filter((scope) => scope !== '')
      .map((scope) => choose(allScopes, scope)),
  ),
  'expires-in': oneValue('SECONDS', (typed) => readWholeNumber(typed, 1, LONGEST_LIFETIME_SECONDS), undefined),
};

interface Asked {
  readonly caller: DevelopmentCaller;
  readonly lifetimeSeconds: number | undefined;
}

/** What is asked for, null for help, or what is wrong with it. */
function readAsked(): Asked | null | { readonly faults: readonly string[] } {
  const read = readSwitches(process.argv.slice(2), switches);
  if ('faults' in read) return read;
  const { help, role, nrds = [], scope = [] } = read.values;
  if (help) return null;
  const scopes = scope.flat();
  if (role === undefined) return { faults: ['--role: give agent or service'] };
  if (role === 'agent' && (nrds.length === 0 || nrds.length > 20))
    return { faults: ['--nrds: an agent has 1 to 20 of them'] };
  if (nrds.some((id) => !/^\S{1,64}$/.test(id)))
    return { faults: ['--nrds: an id has 1 to 64 characters, none of them blank'] };
  if (role === 'service' && nrds.length > 0) return { faults: ['--nrds: a service has none'] };
  const caller = { role, nrdsIds: nrds, scopes: scopes.length > 0 ? scopes : allScopes };
  return { caller, lifetimeSeconds: read.values['expires-in'] };
}

function fail(...lines: string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}

const asked = readAsked();
if (asked === null) {
  console.log(usage);
  process.exit(0);
}
const result = loadConfig();
if ('faults' in result) fail(...result.faults);
if (!result.config.isDevelopmentIssuer) fail('AUTH_ISSUER is set: its own tokens are taken, and no development tokens');
if ('faults' in asked) fail(...asked.faults, usage);
try {
  console.log(await issueDevelopmentToken(result.config, asked.caller, asked.lifetimeSeconds));
  for (const nrdsId of strangersAmong(asked.caller, result.config)) {
    console.error(
      `The embedded service is seeded with no agent ${nrdsId} that has enabled access: it will find nothing.`,
    );
  }
} catch (error) {
  fail(
    error instanceof Fault ? `${error.message}. Set DATA_DIR to a folder that can be used.` : (error as Error).message,
  );
}
