/**
 * Checks of URLs, hosts, networks and certificates in settings: rejects those that could never match or be reached. Messages leave out the
 * parts of a URL that can be secret.
 */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { quoted } from '@realty-forms/platform/quote.ts';
import { eachHost } from '@realty-forms/platform/stores/postgres-url.ts';
import { isLoopback } from '@realty-forms/platform/web/host.ts';

/** Parts of a URL that have no meaning where it is used. */
export type Part = 'user' | 'query' | 'fragment';

interface PartRow {
  readonly label: string;
  readonly isIn: (url: URL, value: string) => boolean;
}

const parts: Readonly<Record<Part, PartRow>> = {
  user: { label: 'user name or password', isIn: ({ username, password }) => username !== '' || password !== '' },
  // A bare `?` or `#` at the end is not in `search` or `hash`, but would still precede anything that is appended to the URL.
  query: { label: 'query', isIn: ({ href }) => href.replace(/#.*$/, '').includes('?') },
  fragment: { label: 'fragment', isIn: ({ href }) => href.includes('#') },
};

/** Parts that make any URL unusable. */
const unusable: readonly PartRow[] = [
  // Not part of the parsed URL, but would precede anything that is appended to the value.
  { label: 'white space', isIn: (_, value) => /\s/.test(value) },
  { label: 'port 0', isIn: ({ port }) => port === '0' },
  {
    label: 'broken % escape in the user name or password (% itself is %25)',
    isIn: ({ username, password }) => !isEscaped(username + password),
  },
];

/** Accepts https, or http to this machine, without any of these parts. */
export function secureUrlProblem(value: string, forbidden: readonly Part[]): string | null {
  const url = URL.parse(value);
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!isSecure) return `${showUrl(value)} is not an https URL (http is allowed for loopback only)`;
  return partsProblem(url, value, forbidden, showUrl(value));
}

/** For URLs that may contain a password: the message never shows the value. */
export function secretUrlProblem(value: string, forbidden: readonly Part[]): string | null {
  return isHttpUrl(value) ? partsProblem(new URL(value), value, forbidden) : 'the value is not an http or https URL';
}

/** The problem of a URL with a forbidden or unusable part; `shown` is how the message names the URL. */
function partsProblem(url: URL, value: string, forbidden: readonly Part[], shown = 'the URL'): string | null {
  const found = [...forbidden.map((part) => parts[part]), ...unusable].filter(({ isIn }) => isIn(url, value));
  return found.length === 0 ? null : `${shown} must have ${found.map(({ label }) => `no ${label}`).join(', ')}`;
}

function isEscaped(text: string): boolean {
  try {
    return decodeURIComponent(text) !== null;
  } catch {
    return false;
  }
}

/** An `@` in the path, in the name of a parameter or in the fragment was meant to end a password. */
function isDatabaseUrl(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return false;
  return ![url.pathname, ...url.searchParams.keys(), url.hash].some((part) => part.includes('@'));
}

/** The URL can name several hosts, and a schema. The message never shows the value, which may contain a password. */
export function ledgerUrlProblem(value: string): string | null {
  const urls = eachHost(value);
  if (!urls.every(isDatabaseUrl))
    return 'the value is not a URL of the form postgresql://user:password@host:port,host:port/name?schema=name (in a password, / is %2F, ? is %3F, # is %23)';
  const first = new URL(urls[0] as string);
  const problem = partsProblem(first, value, []);
  if (problem !== null) return problem;
  const schema = first.searchParams.get('schema');
  return schema === null || /^[a-z_][a-z0-9_]{0,62}$/.test(schema)
    ? null
    : `the schema ${quoted(schema)} has other characters than a-z, 0-9 and _, or is too long`;
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** An origin as browsers send it in `Origin`; anything else would never match. `*` and `null` do not name a particular origin. */
export function isOrigin(entry: string): boolean {
  return isHttpUrl(entry) && new URL(entry).origin === entry;
}

/** A name or address that can be compared with a `Host` header, whose port is ignored. */
export function isHostName(entry: string): boolean {
  const bare = entry.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 6 || (bare === entry && /^[\w-]+(\.[\w-]+)*\.?$/.test(entry));
}

/** A host in the form that a file's URL has: in upper or lower case, and with a port only if it is not the default one. */
export function isFileHost(entry: string): boolean {
  const name = entry.replace(/:[1-9]\d*$/, '');
  return isHostName(name) && URL.parse(`https://${entry}`)?.host === entry.toLowerCase();
}

/** An address, with or without a prefix length; a prefix length of 0 would trust everybody. */
export function isNetwork(entry: string): boolean {
  const [, address = '', prefix = '1'] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(prefix) <= (version === 4 ? 32 : 128);
}

/** Checks the text of a PEM file: TLS ignores a file without certificates, which would only be noticed at the first call. */
export function certificatesProblem(text: string): string | null {
  try {
    return new X509Certificate(text) && null;
  } catch {
    return 'the file contains no PEM certificate that can be read (-----BEGIN CERTIFICATE-----)';
  }
}

/** Hides what can be secret: a URL, or a value mistaken for one, can contain a password, and a query can be a key. */
export function showUrl(value: unknown): string {
  return quoted(
    String(value)
      .replace(/^(.*\/\/)?.*@/s, '$1…@')
      .replace(/\?.+$/s, '?…'),
  );
}
