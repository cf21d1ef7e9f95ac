/**
 * The command-line switches of `npm run reference`, one row each, with their descriptions. The caller that starts the service chooses
 * defaults for omitted switches.
 */
import type { UpstreamScope } from '@realty-forms/contract/calls/endpoints.ts';
import { providerKinds } from '@realty-forms/contract/columns/fields.ts';
import {
  flag,
  oneValue,
  readChoice,
  readDecimal,
  readWholeNumber,
  type Switch,
  SwitchValueError,
  someValues,
  text,
  type Values,
} from '@realty-forms/platform/command-line.ts';
import { presetNames } from './dialect/dialect.ts';
import { isMobileUrl } from './handlers/registration.ts';
import { allScopes, type ClientOptions } from './options.ts';

const wholeNumber = (min: number, max: number, placeholder: string) =>
  oneValue(placeholder, (typed) => readWholeNumber(typed, min, max), undefined);
const readFraction = (typed: string) => readDecimal(typed, 'a number from 0 to 1', (number) => number <= 1);
const types = providerKinds.map(({ kind }) => kind);

function mobileUrl(typed: string): string {
  if (isMobileUrl(typed)) return typed;
  throw new SwitchValueError('an https URL without user name and password', typed);
}

const readScopes = (typed: string): readonly UpstreamScope[] =>
  typed.split(',').map((scope) => readChoice(allScopes, scope.trim()));

function client(typed: string): ClientOptions {
  const [id, secret, vendorEmail, scopes, more] = typed.split(':');
  // The message would show the secret.
  if (!id || !secret || !vendorEmail || more !== undefined) throw new SwitchValueError(CLIENT_FORMAT, '…');
  return { id, secret, vendorEmail, scopes: scopes === undefined ? allScopes : readScopes(scopes) };
}

const CLIENT_FORMAT = 'ID:SECRET:EMAIL or ID:SECRET:EMAIL:SCOPE,SCOPE';

interface DescribedSwitch<T> extends Switch<T> {
  readonly description: string;
}

const row = <T>(description: string, option: Switch<T>): DescribedSwitch<T> => ({ ...option, description });

export const switches = {
  port: row('port to listen on, 0 for any free one; default 4001', wholeNumber(0, 65_535, 'PORT')),
  host: row('address to listen on; default 127.0.0.1', text('ADDRESS')),
  'data-dir': row(
    'folder of the database and the signing key; default DATA_DIR or data, or a subfolder if --seed or a number is given',
    text('FOLDER'),
  ),
  seed: row('the same number produces the same data; default 20261101', wholeNumber(0, 4_294_967_295, 'N')),
  agents: row('agents of a fresh database; default 60', wholeNumber(1, 10_000, 'N')),
  offices: row('offices of a fresh database; default 8', wholeNumber(0, 10_000, 'N')),
  transactions: row('transactions of a fresh database; default 5000', wholeNumber(0, 10_000_000, 'N')),
  'client-id': row('OAuth client; default UPSTREAM_CLIENT_ID or development-client', text('ID')),
  'client-secret': row(
    'its secret; default UPSTREAM_CLIENT_SECRET or the generated one in the data folder',
    text('SECRET'),
  ),
  'vendor-email': row('its userId; default UPSTREAM_VENDOR_EMAIL or vendor@integration.example', text('EMAIL')),
  'client-scopes': row(
    `its scopes, comma-separated, of ${allScopes.join(', ')}; default all`,
    oneValue('SCOPES', readScopes, undefined),
  ),
  client: row(`another client, repeatable: ${CLIENT_FORMAT}`, someValues('CLIENT', client)),
  'token-lifetime': row('lifetime of an access token; default 3600', wholeNumber(1, 86_400, 'SECONDS')),
  'max-file-bytes': row('largest file that can be uploaded; default 26214400', wholeNumber(1, 1_000_000_000, 'BYTES')),
  'file-url-lifetime': row('lifetime of a download URL; default 900', wholeNumber(1, 86_400, 'SECONDS')),
  'provider-type': row(
    'accepted type of service provider, repeatable; default all',
    someValues('TYPE', (typed) => readChoice(types, typed)),
  ),
  'mobile-url': row(
    'URL that registration links may lead to, or below; repeatable; default https://mobile.example/',
    someValues('URL', mobileUrl),
  ),
  latency: row('delay of each response in milliseconds, varied by up to a quarter', wholeNumber(0, 600_000, 'MS')),
  'fault-rate': row(
    'share of calls that fail (429, 500, 503, connection reset), 0 to 1',
    oneValue('SHARE', readFraction, undefined),
  ),
  faults: row(
    'lets requests select a fault with the header x-reference-fault; an unknown one is answered with their names',
    flag,
  ),
  dialect: row(
    `how it decides what the specification leaves open: a JSON file, or ${presetNames.join(', ')}`,
    text('FILE'),
  ),
  help: row('show this list', flag),
};

export type Switches = Values<typeof switches>;

export function usage(): string {
  const lines = Object.entries(switches).map(([name, { placeholder, description }]) => {
    return `  ${`--${name} ${placeholder}`.padEnd(27)} ${description}`;
  });
  return ['npm run reference -- [options]', '', 'The POST API alone, on made-up data.', '', ...lines].join('\n');
}
