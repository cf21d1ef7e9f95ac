/** The paths that several parts know, and how to read one from a request. */

export const GRAPHQL_PATH = '/graphql';

/** The paths that monitoring systems probe: logging, rate limits and load shedding treat them differently from callers' requests. */
export const probePaths = { alive: '/healthz', ready: '/readyz', metrics: '/metrics' } as const;

const probed: ReadonlySet<string | undefined> = new Set(Object.values(probePaths));

export function isProbe(path: string | undefined): boolean {
  return probed.has(path);
}

/**
 * The path of a request, decoded; null if it is malformed. A request may name a whole URL, without a path for the root, and its path may be
 * encoded: it is the same path.
 */
export function pathOf(url: string): string | null {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
