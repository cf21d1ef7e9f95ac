/** The paths that more than one part knows. */

export const GRAPHQL_PATH = '/graphql';

/** What monitoring systems probe: logging, rate limits and load shedding distinguish it from callers' requests by this. */
export const probePaths = { alive: '/healthz', ready: '/readyz', metrics: '/metrics' } as const;

const probed: ReadonlySet<string | undefined> = new Set(Object.values(probePaths));

export function isProbe(path: string | undefined): boolean {
  return probed.has(path);
}
