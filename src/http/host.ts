/**
 * Which names the server answers to. A page of an attacker can let its own name point at this machine and then read
 * whatever the server shows to its neighbours; its browser still sends that name in `Host`, so unknown names are refused.
 */
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { loopbackNames } from '../platform/loopback.ts';
import { Refusal } from './refusal.ts';

const everyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

export interface HostOptions {
  /** The name or address that the server listens on. */
  readonly host: string;
  /** The names that it is reached by besides. */
  readonly allowedHosts: readonly string[];
}

export function refuseUnknownHosts(app: FastifyInstance, isKnown: (name: string) => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const name = hostName(request.headers.host);
    done(name !== undefined && isKnown(name) ? undefined : misdirected(name));
  });
}

export function createHostCheck({ host, allowedHosts }: HostOptions): (name: string) => boolean {
  const own = bare(host);
  const everywhere = everyAddress.has(own);
  const names = new Set([own, ...allowedHosts.map(bare)]);
  if (everywhere || loopbackNames.includes(own)) for (const name of loopbackNames) names.add(name);
  // An address in `Host` comes from no name that an attacker holds; probes and scrapers come by the machine's address.
  return (name) => names.has(name) || (everywhere && isIP(name) !== 0);
}

/** The name in a `Host` header, without port, brackets and final dot; undefined where it is not one. */
export function hostName(header: string | undefined): string | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(header ?? '');
  return match?.[1] === undefined ? undefined : bare(match[1]);
}

function bare(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

function misdirected(name: string | undefined): Refusal {
  const words = name === undefined ? 'The Host header is missing or malformed.' : `No host "${name}" is served here.`;
  return new Refusal(421, 'MISDIRECTED', `${words} Use a name that the server is configured for (ALLOWED_HOSTS).`);
}
