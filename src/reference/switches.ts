/**
 * The switches of `npm run reference`, a row each, with what they mean. What a switch is not given for is decided by whoever starts
 * the service.
 */
import { providerKinds } from '../contract/fields.ts';
import {
  choose,
  flag,
  Misread,
  oneValue,
  readDecimal,
  readWholeNumber,
  type Switch,
  someValues,
  text,
  type Values,
} from '../platform/switches.ts';
import { isMobileUrl } from './mobile-urls.ts';

const whole = (min: number, max: number, shown: string) =>
  oneValue(shown, (typed) => readWholeNumber(typed, min, max), undefined);
const share = (typed: string) => readDecimal(typed, 'a number from 0 to 1', (number) => number <= 1);
const types = providerKinds.map(({ kind }) => kind);

function mobileUrl(typed: string): string {
  if (isMobileUrl(typed)) return typed;
  throw new Misread('an https address without user name and password', typed);
}

interface Row<T> extends Switch<T> {
  readonly means: string;
}

const row = <T>(means: string, taken: Switch<T>): Row<T> => ({ ...taken, means });

export const switches = {
  port: row('port to listen on, 0 for any free one; default REFERENCE_PORT or 4001', whole(0, 65_535, 'PORT')),
  host: row('address to listen on; default 127.0.0.1', text('ADDRESS')),
  'data-dir': row('folder of the database and the signing key; default DATA_DIR or data', text('FOLDER')),
  'database-url': row('PostgreSQL database in place of a file; default DATABASE_URL', text('URL')),
  seed: row('the same number gives the same data; default 20261101', whole(0, 4_294_967_295, 'N')),
  agents: row('agents of a fresh database; default 60', whole(1, 10_000, 'N')),
  offices: row('offices of a fresh database; default 8', whole(0, 10_000, 'N')),
  transactions: row('transactions of a fresh database; default 5000', whole(0, 10_000_000, 'N')),
  'client-id': row('OAuth client; default UPSTREAM_CLIENT_ID or development-client', text('ID')),
  'client-secret': row('its secret; default UPSTREAM_CLIENT_SECRET or development-secret', text('SECRET')),
  'vendor-email': row('its userId; default UPSTREAM_VENDOR_EMAIL or vendor@integration.example', text('EMAIL')),
  'token-lifetime': row('lifetime of an access token; default 3600', whole(1, 86_400, 'SECONDS')),
  'max-file-bytes': row('largest file that can be uploaded; default 26214400', whole(1, 1_000_000_000, 'BYTES')),
  'file-url-lifetime': row('lifetime of a download address; default 900', whole(1, 86_400, 'SECONDS')),
  'provider-type': row(
    'a type of service provider that is taken, again for each; default all',
    someValues('TYPE', (typed) => choose(types, typed)),
  ),
  'mobile-url': row(
    'address that links of registrations may lead to or below, again for each; default https://mobile.example/',
    someValues('URL', mobileUrl),
  ),
  latency: row('milliseconds that answers wait, more or less', whole(0, 600_000, 'MS')),
  'fault-rate': row('share of calls that fail (429, 500, 503, cut), 0 to 1', oneValue('SHARE', share, undefined)),
  faults: row('requests may ask for faults: x-reference-fault', flag),
  help: row('this list', flag),
};

export type Switches = Values<typeof switches>;

export function usage(): string {
  const lines = Object.entries(switches).map(([name, { shown, means }]) => {
    return `  ${`--${name} ${shown}`.padEnd(27)} ${means}`;
  });
  return ['npm run reference -- [switches]', '', 'The POST API alone, on made-up data.', '', ...lines].join('\n');
}
