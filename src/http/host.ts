/**
 * The host names that the server answers to. An attacker's page can point its own name at this machine (DNS rebinding) and then
 * read whatever the server shows to its neighbors; the browser still sends that name in `Host`, so unknown names are rejected.
 */
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { loopbackNames } from '../platform/loopback.ts';
import { HttpFault } from './http-fault.ts';

const wildcardAddresses: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

export interface HostOptions {
  /** The name or address that the server listens on. */
  readonly host: string;
  /** Additional names by which it is reached. */
  readonly allowedHosts: readonly string[];
}

export function rejectUnknownHosts(app: FastifyInstance, isKnown: (name: string) => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const name = hostName(request.headers.host);
    done(name !== undefined && isKnown(name) ? undefined : misdirected(name));
  });
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

function normalizeName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

function misdirected(name: string | undefined): HttpFault {
  const problem =
    name === undefined ? 'The Host header is missing or malformed.' : `The host "${name}" is not served here.`;
  return new HttpFault(421, 'MISDIRECTED', `${problem} Use a name that the server is configured for (ALLOWED_HOSTS).`);
}
