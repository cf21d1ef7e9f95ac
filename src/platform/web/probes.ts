/**
 * Paths that monitoring systems probe: logging, rate limits and load shedding distinguish them from callers' requests by this.
 */
export const probePaths = { alive: '/healthz', ready: '/readyz', metrics: '/metrics' } as const;

const paths: ReadonlySet<string | undefined> = new Set(Object.values(probePaths));

export function isProbe(path: string | undefined): boolean {
  return paths.has(path);
}
