/**
 * What addresses, hosts and networks of the settings must look like: each is refused here if it would never match, or never
 * be reached, later. What is wrong is told without the parts of an address that can be secret.
 */
import { isIP } from 'node:net';
import { isLoopback } from '../platform/loopback.ts';

/** Parts of an address that mean nothing where it is used. */
export type Part = 'user' | 'query' | 'fragment';

const parts: Readonly<Record<Part, { readonly named: string; readonly isIn: (url: URL) => boolean }>> = {
  user: { named: 'user name or password', isIn: ({ username, password }) => username !== '' || password !== '' },
  // A bare mark at the end is not in `search` or `hash`, and would still stand in whatever the address is put before.
  query: { named: 'query', isIn: ({ href }) => href.replace(/#.*$/, '').includes('?') },
  fragment: { named: 'fragment', isIn: ({ href }) => href.includes('#') },
};

/** Https, or http to this machine, without any of these parts. */
export function secureUrlProblem(value: string, without: readonly Part[]): string | null {
  if (!isSecureUrl(value)) return `${showUrl(value)} is not an https address (http only to loopback)`;
  return surplus(value, without);
}

export function httpUrlProblem(value: string, without: readonly Part[]): string | null {
  if (!isHttpUrl(value)) return `${showUrl(value)} is not an http or https address`;
  return surplus(value, without);
}

function surplus(value: string, without: readonly Part[]): string | null {
  const url = new URL(value);
  const found = without.filter((part) => parts[part].isIn(url)).map((part) => `no ${parts[part].named}`);
  return found.length === 0 ? null : `${showUrl(value)} can have ${found.join(', ')} here`;
}

/** The value is never shown: it may hold a password. */
export function databaseUrlProblem(value: string): string | null {
  const isOne = URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol);
  return isOne ? null : 'the value is no address of the form postgresql://user:password@host:port/name';
}

/** Nor is this one. */
export function redisUrlProblem(value: string): string | null {
  const isOne = URL.canParse(value) && /^rediss?:$/.test(new URL(value).protocol);
  return isOne ? null : 'the value is no address of the form redis://user:password@host:port/database';
}

function isSecureUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

function isHttpUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** As a browser writes it in `Origin`: anything else would never match. `*` and `null` are nobody in particular. */
export function isOrigin(entry: string): boolean {
  return isHttpUrl(entry) && new URL(entry).origin === entry;
}

/** A name or address as it is compared with a `Host` header, whose port is not looked at. */
export function isHostName(entry: string): boolean {
  const bare = entry.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 6 || (bare === entry && /^[\w-]+(\.[\w-]+)*\.?$/.test(entry));
}

/** A host as an address of a file has it: in capitals or not, and with a port only where it is not the usual one. */
export function isFileHost(entry: string): boolean {
  const name = entry.replace(/:\d+$/, '');
  return isHostName(name) && URL.parse(`https://${entry}`)?.host === entry.toLowerCase();
}

/** An address, with or without a prefix; one of no bits would believe everybody. */
export function isNetwork(entry: string): boolean {
  const [, address = '', prefix = '1'] = /^([^/]+)(?:\/([1-9]\d{0,2}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(prefix) <= (version === 4 ? 32 : 128);
}

/** Whether one port cannot be listened on at both. What names stand for is not known; they are compared as they are. */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [bareAddress(one), bareAddress(other)];
  return (
    a === b || a === '::' || b === '::' || (a === '0.0.0.0' && isIP(b) !== 6) || (b === '0.0.0.0' && isIP(a) !== 6)
  );
}

function bareAddress(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host.replace(/^\[(.*)\]$/, '$1');
}

export function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

/** An address can hold a password, and so can what somebody took for one; a query can be a key. */
export function showUrl(value: unknown): string {
  return show(
    String(value)
      .replace(/^(.*\/\/)?.*@/s, '$1…@')
      .replace(/\?.+$/s, '?…'),
  );
}
