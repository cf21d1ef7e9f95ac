/**
 * The addresses that a registration's link may lead to (4.12). A member's token goes there, so each is https, and only what is
 * configured or lies below it is taken.
 */
import { Fault } from '../platform/fault.ts';
import type { ReferenceFaultCode } from './options.ts';

export function isMobileUrl(text: string): boolean {
  return readHttps(text) !== null;
}

/** The configured addresses, checked before anything starts. */
export function checkMobileUrls(configured: readonly string[]): readonly string[] {
  const refused = configured.find((text) => !isMobileUrl(text));
  if (refused === undefined) return configured;
  throw new Fault<ReferenceFaultCode>('START_FAILED', `the mobile address ${refused} is no https address`);
}

/** The address, or null where no link may lead to it. */
export function acceptMobileUrl(text: string, configured: readonly string[]): URL | null {
  const url = readHttps(text);
  return url !== null && configured.some((allowed) => isAtOrBelow(url, new URL(allowed))) ? url : null;
}

function readHttps(text: string): URL | null {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}

function isAtOrBelow(url: URL, { origin, pathname }: URL): boolean {
  const folder = pathname.endsWith('/') ? pathname : `${pathname}/`;
  return url.origin === origin && (url.pathname === pathname || url.pathname.startsWith(folder));
}
