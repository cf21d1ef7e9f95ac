/** Where machines ask how the process is. Whoever watches, counts or turns away requests knows them from those of callers by this. */
export const probePaths = { alive: '/healthz', ready: '/readyz', metrics: '/metrics' } as const;

const paths: ReadonlySet<string | undefined> = new Set(Object.values(probePaths));

export function isProbe(path: string | undefined): boolean {
  return paths.has(path);
}
