/**
 * The URLs that a registration link may lead to (4.12). The link carries a member's token, so only https URLs are accepted
 * that are configured, or are below a configured one.
 */
import { Fault } from '@realty-forms/platform/fault.ts';
import type { ReferenceFaultCode } from '../options.ts';

export function isMobileUrl(text: string): boolean {
  return readHttps(text) !== null;
}

/** Returns the configured URLs; throws a Fault, before anything starts, if one of them is invalid. */
export function checkMobileUrls(configured: readonly string[]): readonly string[] {
  const invalid = configured.find((text) => !isMobileUrl(text));
  if (invalid === undefined) return configured;
  throw new Fault<ReferenceFaultCode>('START_FAILED', `the mobile URL ${invalid} is not an https URL`);
}

/** The parsed URL, or null if links must not lead to it. */
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
