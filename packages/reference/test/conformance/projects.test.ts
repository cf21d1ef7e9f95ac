// How often the conformance rules run: against our own service on every database, against another one once.
import { matchesGlob } from 'node:path';
import { expect, test, vi } from 'vitest';

const RULES = 'packages/reference/test/conformance/conformance.test.ts';

interface Project {
  readonly test: { readonly name: string; readonly include: readonly string[]; readonly exclude: readonly string[] };
}

/** The projects that run the rules; `variant` makes the configuration be evaluated anew. */
async function projectsWithRules(variant: string): Promise<string[]> {
  const path = `../../../../vitest.config.ts?${variant}`;
  const { default: config } = (await import(path)) as { default: { test: { projects: readonly Project[] } } };
  return config.test.projects
    .filter(({ test: { include, exclude } }) => {
      const isIn = (patterns: readonly string[]) => patterns.some((pattern) => matchesGlob(RULES, pattern));
      return isIn(include) && !isIn(exclude);
    })
    .map(({ test: { name } }) => name);
}

test('a service at CONFORMANCE_BASE_URL gets each request of a rule once, whatever is installed here', async () => {
  vi.stubEnv('CONFORMANCE_BASE_URL', 'https://api.vendor.example');
  expect(await projectsWithRules('elsewhere')).toEqual(['suite']);
});
