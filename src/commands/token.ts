/**
 * `npm run -s token -- --role service`, `--role agent --nrds ID` or `--role coordinator --offices ID`: prints a development token and
 * nothing else on standard output. Fails if another issuer is configured, because the gateway then accepts only that issuer's tokens.
 */

import {
  fail,
  oneValue,
  readChoice,
  readWholeNumber,
  runWithSwitches,
  someValues,
  type Values,
} from '@realty-forms/platform/command-line.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import { loadConfig } from '../config/config.ts';
import {
  callerScopes,
  type DevelopmentCaller,
  issueDevelopmentToken,
  MAX_LIFETIME_SECONDS,
  unknownToEmbedded,
} from '../process/development.ts';

const usage = `npm run -s token -- --role service | --role agent --nrds ID[,ID …] | --role coordinator --agents ID[,ID …] | --role coordinator --offices ID[,ID …]
  [--scope NAME …] [--expires-in SECONDS]
scopes: ${callerScopes.join(' ')} (default: all)
expires in: 1 to ${MAX_LIFETIME_SECONDS} seconds (default: ${MAX_LIFETIME_SECONDS}, 7 days)`;

const switches = {
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

type Given = Values<typeof switches>;

/** The caller that the token is for, or what is wrong with the arguments. */
function readCaller({ role, scope = [], ...ids }: Given): DevelopmentCaller | { readonly faults: readonly string[] } {
  const scopes = scope.flat();
  if (role === undefined) return { faults: ['--role: required, agent, coordinator or service'] };
  const acting = readActing(role, ids);
  return 'faults' in acting ? acting : { role, ...acting, scopes: scopes.length > 0 ? scopes : callerScopes };
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

async function run(given: Given): Promise<number> {
  const caller = readCaller(given);
  if ('faults' in caller) return fail([...caller.faults, usage]);
  const result = loadConfig();
  if ('faults' in result) return fail(result.faults);
  const { config } = result;
  if (!config.isDevelopmentIssuer)
    return fail(['AUTH_ISSUER is set: only tokens of that issuer are accepted, no development tokens']);
  try {
    console.log(await issueDevelopmentToken(config, caller, given['expires-in']));
    for (const unknown of await unknownToEmbedded(caller, config))
      console.error(`The embedded service has no seeded ${unknown}: queries will find nothing.`);
    return 0;
  } catch (error) {
    const isOfFolder = error instanceof Fault && error.code !== 'NOT_INSTALLED';
    return fail([isOfFolder ? `${error.message}. Set DATA_DIR to a usable folder.` : (error as Error).message]);
  }
}

process.exitCode = await runWithSwitches(process.argv.slice(2), switches, usage, run);
