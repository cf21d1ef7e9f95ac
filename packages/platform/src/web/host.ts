/**
 * The host names to which a server answers. An attacker's page can point its own name at this machine (DNS rebinding) and then read
 * whatever the server shows to its neighbors. The browser still sends that name in `Host`, so unknown names are rejected. So are requests
 * whose host or length a proxy in front could read differently.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { TOKEN_HEADER } from './bearer.ts';

/** Names by which a machine reaches only itself: traffic to them never leaves it. */
const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** Accepts a name or an address, with or without the brackets of a URL. */
export function isLoopback(host: string): boolean {
  return loopbackNames.includes(host) || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

const wildcardAddresses: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

export interface HostOptions {
  /** The name or address on which the server listens. */
  readonly host: string;
  /** Additional names by which the server can be reached. */
  readonly allowedHosts: readonly string[];
}

export function createHostCheck({ host, allowedHosts }: HostOptions): (name: string) => boolean {
  const ownName = normalizeName(host);
  const isWildcard = wildcardAddresses.has(ownName);
  const names = new Set([ownName, ...allowedHosts.map(normalizeName)]);
  if (isWildcard || loopbackNames.includes(ownName)) for (const name of loopbackNames) names.add(name);
  // An address in `Host` cannot be a name that an attacker controls; probes and scrapers use the machine's address.
  return (name) => names.has(name) || (isWildcard && isIP(name) !== 0);
}

/** The name in a `Host` header, without port, brackets and trailing dot; undefined if the header is malformed. */
export function hostName(header: string | undefined): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header ?? '');
  return match?.[1] === undefined ? undefined : normalizeName(match[1]);
}

/** Why the next reader could read a request differently; null for an ordinary one. */
export function ambiguity({ headers, rawHeaders, url = '' }: IncomingMessage): string | null {
  const repeated = repeatedHeader(rawHeaders);
  if (repeated !== null) return `The request has more than one ${repeated} header.`;
  if (!url.startsWith('/') && !isForHost(url, headers.host)) {
    return 'The host in the request target is not that of the Host header.';
  }
  const encoding = headers['transfer-encoding'];
  if (encoding === undefined || encoding.toLowerCase() === 'chunked') return null;
  return 'The only transfer-encoding accepted is chunked.';
}

/** Node keeps the first of these and drops the others; a proxy in front may have read another one. */
function repeatedHeader(rawHeaders: readonly string[]): string | null {
  let hosts = 0;
  let tokens = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name?.length === TOKEN_HEADER.length && name.toLowerCase() === tokenHeader) tokens += 1;
  }
  if (hosts > 1) return 'Host';
  return tokens > 1 ? TOKEN_HEADER : null;
}

const tokenHeader = TOKEN_HEADER.toLowerCase();

/** A target in absolute form names its own host (RFC 9112, 3.2.2); `*` has none. */
function isForHost(target: string, header = ''): boolean {
  if (target === '*') return true;
  const [, scheme = 'http', authority = ''] = /^(https?):\/\/([^/?#]*)/i.exec(target) ?? [];
  const defaultPort = scheme.toLowerCase() === 'https' ? '443' : '80';
  return authority !== '' && withPort(authority, defaultPort) === withPort(header, defaultPort);
}

function withPort(authority: string, defaultPort: string): string {
  const name = hostName(authority);
  return `${name ?? authority}:${/:(\d+)$/.exec(authority)?.[1] ?? defaultPort}`;
}

function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
