/**
 * `npm run -s token -- --role service` or `--role agent --nrds ID`: prints a development token and nothing else on standard
 * output. Fails if another issuer is configured, since only that issuer's tokens are accepted then.
 */

import { Fault } from '@realty-forms/platform/fault.ts';
import {
  flag,
  oneValue,
  readChoice,
  readSwitches,
  readWholeNumber,
  someValues,
} from '@realty-forms/platform/switches.ts';
import { loadConfig } from '../config/config.ts';
import {
  callerScopes,
  type DevelopmentCaller,
  issueDevelopmentToken,
  MAX_LIFETIME_SECONDS,
  unknownNrdsIds,
} from '../process/development.ts';

const usage = `npm run -s token -- --role service | --role agent --nrds ID [--nrds ID …]  [--scope NAME …] [--expires-in SECONDS]
scopes: ${callerScopes.join(' ')} (default: all)
expires in: 1 to ${MAX_LIFETIME_SECONDS} seconds (default: ${MAX_LIFETIME_SECONDS}, 7 days)`;

const switches = {
  help: flag,
  role: oneValue('ROLE', (typed) => readChoice(['agent', 'service'], typed), undefined),
  nrds: someValues('ID', (typed) => typed.split(',')),
  scope: someValues('NAME', (typed) =>
    typed
      .split(/[ ,]+/)
      .filter((scope) => scope !== '')
      .map((scope) => readChoice(callerScopes, scope)),
  ),
  'expires-in': oneValue('SECONDS', (typed) => readWholeNumber(typed, 1, MAX_LIFETIME_SECONDS), undefined),
};

interface TokenRequest {
  readonly caller: DevelopmentCaller;
  readonly lifetimeSeconds: number | undefined;
}

/** The requested token, null for help, or what is wrong with the arguments. */
function readRequest(): TokenRequest | null | { readonly faults: readonly string[] } {
  const read = readSwitches(process.argv.slice(2), switches);
  if ('faults' in read) return read;
  const { help, role, nrds: typedIds = [], scope = [] } = read.values;
  if (help) return null;
  const nrds = typedIds.flat();
  const scopes = scope.flat();
  if (role === undefined) return { faults: ['--role: required, agent or service'] };
  if (role === 'agent' && (nrds.length === 0 || nrds.length > 20))
    return { faults: ['--nrds: an agent needs 1 to 20 ids'] };
  if (nrds.some((id) => !/^\S{1,64}$/.test(id)))
    return { faults: ['--nrds: an id has 1 to 64 characters and no whitespace'] };
  if (role === 'service' && nrds.length > 0) return { faults: ['--nrds: not allowed with --role service'] };
  const caller = { role, nrdsIds: nrds, scopes: scopes.length > 0 ? scopes : callerScopes };
  return { caller, lifetimeSeconds: read.values['expires-in'] };
}

function fail(...lines: string[]): never {
  for (const line of lines) console.error(line);
  process.exit(1);
}

const request = readRequest();
if (request === null) {
  console.log(usage);
  process.exit(0);
}
const result = loadConfig();
if ('faults' in result) fail(...result.faults);
if (!result.config.isDevelopmentIssuer)
  fail('AUTH_ISSUER is set: only tokens of that issuer are accepted, no development tokens');
if ('faults' in request) fail(...request.faults, usage);
try {
  console.log(await issueDevelopmentToken(result.config, request.caller, request.lifetimeSeconds));
  for (const nrdsId of await unknownNrdsIds(request.caller, result.config)) {
    console.error(
      `The embedded service has no seeded agent ${nrdsId} that has enabled access: queries will find nothing.`,
    );
  }
} catch (error) {
  const isOfFolder = error instanceof Fault && error.code !== 'NOT_INSTALLED';
  fail(isOfFolder ? `${error.message}. Set DATA_DIR to a usable folder.` : (error as Error).message);
}
