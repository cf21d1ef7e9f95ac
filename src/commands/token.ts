/**
 * `npm run -s token -- --role service`, `--role agent --nrds ID` or `--role coordinator --offices ID`: prints a development token and
 * nothing else on standard output. Fails if another issuer is configured, because the gateway then accepts only that issuer's tokens.
 */

import {
  flag,
  oneValue,
  readChoice,
  readSwitches,
  readWholeNumber,
  someValues,
} from '@realty-forms/platform/command-line.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import { loadConfig } from '../config/config.ts';
import {
  callerScopes,
  type DevelopmentCaller,
  isForeign,
  issueDevelopmentToken,
  lacksKey,
  MAX_LIFETIME_SECONDS,
  unknownToEmbedded,
} from '../process/development.ts';

const usage = `npm run -s token -- --role service | --role agent --nrds ID[,ID …] | --role coordinator --agents ID[,ID …] | --role coordinator --offices ID[,ID …]
  [--scope NAME …] [--expires-in SECONDS]
scopes: ${callerScopes.join(' ')} (default: all)
expires in: 1 to ${MAX_LIFETIME_SECONDS} seconds (default: ${MAX_LIFETIME_SECONDS}, 7 days)`;

const switches = {
  help: flag,
  role: oneValue('ROLE', (typed) => readChoice(['agent', 'coordinator', 'service'], typed), undefined),
  nrds: someValues('ID', (typed) => typed.split(',')),
  agents: someValues('ID', (typed) => typed.split(',')),
  offices: someValues('ID', (typed) => typed.split(',')),
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
  const { help, role, scope = [] } = read.values;
  if (help) return null;
  const scopes = scope.flat();
  if (role === undefined) return { faults: ['--role: required, agent, coordinator or service'] };
  const acting = readActing(role, read.values);
  if ('faults' in acting) return acting;
  const caller = { role, ...acting, scopes: scopes.length > 0 ? scopes : callerScopes };
  return { caller, lifetimeSeconds: read.values['expires-in'] };
}

const idSwitches = ['nrds', 'agents', 'offices'] as const;
type IdSwitch = (typeof idSwitches)[number];

/** The agents or offices for whom the caller acts. */
function readActing(
  role: DevelopmentCaller['role'],
  typed: Readonly<Record<IdSwitch, readonly (readonly string[])[] | undefined>>,
): Pick<DevelopmentCaller, 'nrdsIds' | 'officeNrdsIds'> | { readonly faults: readonly string[] } {
  const given = idSwitches.filter((name) => typed[name] !== undefined);
  const allowed = { agent: ['nrds'], coordinator: ['agents', 'offices'], service: [] as string[] }[role];
  const excess = given.find((name) => !allowed.includes(name));
  if (excess !== undefined) return { faults: [`--${excess}: not allowed with --role ${role}`] };
  if (role === 'service') return { nrdsIds: [] };
  const [name, ...more] = given;
  if (role === 'coordinator' && (name === undefined || more.length > 0))
    return { faults: ['--agents or --offices: a coordinator needs one of the two'] };
  const ids = typed[name ?? 'nrds']?.flat() ?? [];
  const max = role === 'agent' ? 20 : 500;
  const who = role === 'agent' ? 'an agent' : 'a coordinator';
  if (ids.length === 0 || ids.length > max) return { faults: [`--${name ?? 'nrds'}: ${who} needs 1 to ${max} ids`] };
  if (ids.some((id) => !/^\S{1,64}$/.test(id)))
    return { faults: [`--${name}: an id has 1 to 64 characters and no whitespace`] };
  return name === 'offices' ? { nrdsIds: [], officeNrdsIds: ids } : { nrdsIds: ids };
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
  const isKeyNew = await lacksKey(result.config);
  const token = await issueDevelopmentToken(result.config, request.caller, request.lifetimeSeconds);
  console.log(token);
  const { DATA_DIR } = result.config;
  if (await isForeign(token, result.config))
    console.error(
      `The gateway that is running has another data folder than ${DATA_DIR}, and will reject this token: set DATA_DIR to its folder. Its start prints the command.`,
    );
  else if (isKeyNew)
    console.error(
      `No gateway has been started with the data folder ${DATA_DIR}: the token is signed with a new key. Only a gateway that you start with this DATA_DIR accepts it.`,
    );
  for (const unknown of await unknownToEmbedded(request.caller, result.config))
    console.error(`The embedded service has no seeded ${unknown}: queries will find nothing.`);
} catch (error) {
  const isOfFolder = error instanceof Fault && error.code !== 'NOT_INSTALLED';
  fail(isOfFolder ? `${error.message}. Set DATA_DIR to a usable folder.` : (error as Error).message);
}
