/**
 * The switches of `npm run reference`: one row each, read into values or refused, all faults at once. What a switch is not
 * given for is decided by whoever starts the service.
 */
import { parseArgs } from 'node:util';
import { type ProviderKind, providerKinds } from '../contract/fields.ts';
import { isMobileUrl } from './mobile-urls.ts';

type Row =
  | { readonly kind: 'text'; readonly shown: string; readonly means: string }
  | {
      /** Given once for each of its values. */
      readonly kind: 'list';
      readonly shown: string;
      readonly isOne: (value: string) => boolean;
      readonly allowed: string;
      readonly means: string;
    }
  | {
      readonly kind: 'whole' | 'share';
      readonly min: number;
      readonly max: number;
      readonly shown: string;
      readonly means: string;
    }
  | { readonly kind: 'flag'; readonly means: string };

const whole = (min: number, max: number, shown: string, means: string) =>
  ({ kind: 'whole', min, max, shown, means }) as const;
const text = (shown: string, means: string) => ({ kind: 'text', shown, means }) as const;
const list = <T extends string>(shown: string, isOne: (value: string) => value is T, allowed: string, means: string) =>
  ({ kind: 'list', shown, isOne, allowed, means }) as const;
const flag = (means: string) => ({ kind: 'flag', means }) as const;

const kindNames: readonly string[] = providerKinds.map(({ kind }) => kind);
const isProviderKind = (value: string): value is ProviderKind => kindNames.includes(value);

const rows = {
  port: whole(0, 65_535, 'PORT', 'port to listen on, 0 for any free one; default REFERENCE_PORT or 4001'),
  host: text('ADDRESS', 'address to listen on; default 127.0.0.1'),
  'data-dir': text('FOLDER', 'folder of the database and the signing key; default DATA_DIR or data'),
  'database-url': text('URL', 'PostgreSQL database in place of a file; default DATABASE_URL'),
  seed: whole(0, 4_294_967_295, 'N', 'the same number gives the same data; default 20261101'),
  agents: whole(1, 10_000, 'N', 'agents of a fresh database; default 60'),
  offices: whole(0, 10_000, 'N', 'offices of a fresh database; default 8'),
  transactions: whole(0, 10_000_000, 'N', 'transactions of a fresh database; default 5000'),
  'client-id': text('ID', 'OAuth client; default UPSTREAM_CLIENT_ID or development-client'),
  'client-secret': text('SECRET', 'its secret; default UPSTREAM_CLIENT_SECRET or development-secret'),
  'vendor-email': text('EMAIL', 'its userId; default UPSTREAM_VENDOR_EMAIL or vendor@integration.example'),
  'token-lifetime': whole(1, 86_400, 'SECONDS', 'lifetime of an access token; default 3600'),
  'max-file-bytes': whole(1, 1_000_000_000, 'BYTES', 'largest file that can be uploaded; default 26214400'),
  'file-url-lifetime': whole(1, 86_400, 'SECONDS', 'lifetime of a download address; default 900'),
  'provider-type': list(
    'TYPE',
    isProviderKind,
    `a type of service provider; there are ${kindNames.join(', ')}`,
    'a type of service provider that is taken, again for each; default all',
  ),
  'mobile-url': list(
    'URL',
    (value): value is string => isMobileUrl(value),
    'an https address without user name and password',
    'address that links of registrations may lead to or below, again for each; default https://mobile.example/',
  ),
  latency: whole(0, 600_000, 'MS', 'milliseconds that answers wait, more or less'),
  'fault-rate': {
    kind: 'share',
    min: 0,
    max: 1,
    shown: 'SHARE',
    means: 'share of calls that fail (429, 500, 503, cut), 0 to 1',
  },
  faults: flag('requests may ask for faults: x-reference-fault'),
  help: flag('this list'),
} as const satisfies Readonly<Record<string, Row>>;

type Name = keyof typeof rows;
type Value<R extends Row> = R extends { kind: 'text' }
  ? string
  : R extends { kind: 'flag' }
    ? true
    : R extends { kind: 'list'; isOne: (value: string) => value is infer T extends string }
      ? readonly T[]
      : number;

export type Switches = { readonly [N in Name]?: Value<(typeof rows)[N]> };

/** What was asked for, or every fault in it. */
export type ReadSwitches = { readonly switches: Switches } | { readonly faults: readonly string[] };

export function readSwitches(args: readonly string[]): ReadSwitches {
  const options = Object.fromEntries(
    Object.entries(rows).map(([name, { kind }]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' } as const]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const switches: Record<string, Given | Given[]> = {};
  const faults: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') faults.push(`${token.value} belongs to no switch`);
    else if (!isName(token.name)) faults.push(`${token.rawName} is no switch; there are ${allNames()}`);
    else {
      const row: Row = rows[token.name];
      const value = readValue(row, token.value);
      const before = switches[token.name];
      if (before !== undefined && row.kind !== 'list') faults.push(`${token.rawName} is given twice`);
      else if (value === null) faults.push(`${token.rawName}: ${expectation(row, token.value)}`);
      else switches[token.name] = row.kind === 'list' ? [before ?? [], value].flat() : value;
    }
  }
  return faults.length > 0 ? { faults } : { switches };
}

type Given = string | number | true;

function readValue(row: Row, given: string | undefined): Given | null {
  if (row.kind === 'flag') return given === undefined ? true : null;
  if (given === undefined || given === '') return null;
  if (row.kind === 'text') return given;
  if (row.kind === 'list') return row.isOne(given) ? given : null;
  const isNumber = row.kind === 'whole' ? /^\d+$/.test(given) : /^\d*\.?\d+$/.test(given);
  const number = Number(given);
  return isNumber && number >= row.min && number <= row.max ? number : null;
}

function expectation(row: Row, given: string | undefined): string {
  if (row.kind === 'flag') return 'takes no value';
  if (given === undefined || given === '') return `needs its ${row.shown}`;
  if (row.kind === 'list') return `${given} is not ${row.allowed}`;
  return `${given} is no ${row.kind === 'whole' ? 'whole number' : 'number'} ${row.kind === 'text' ? '' : `from ${row.min} to ${row.max}`}`;
}

function isName(name: string): name is Name {
  return Object.hasOwn(rows, name);
}

function allNames(): string {
  return Object.keys(rows)
    .map((name) => `--${name}`)
    .join(', ');
}

export function usage(): string {
  const lines = Object.entries<Row>(rows).map(([name, row]) => {
    const shown = row.kind === 'flag' ? `--${name}` : `--${name} ${row.shown}`;
    return `  ${shown.padEnd(26)} ${row.means}`;
  });
  return ['npm run reference -- [switches]', '', 'The POST API alone, on made-up data.', '', ...lines].join('\n');
}
