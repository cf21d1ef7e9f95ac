/**
 * The gateway without one of the bounds that keep one caller from taking it from the others, and without all of them. Their cost
 * is that of ordinary requests, which no bound rejects.
 */
import type { Variant } from './variants.ts';

const single: readonly Required<Pick<Variant, 'name' | 'edits'>>[] = [
  {
    name: 'response-size',
    edits: [
      {
        file: 'graphql/responses/response-limits.ts',
        from: 'if (context.reservation === null) {',
        to: 'if (result !== null) return JSON.stringify(result);\n      if (context.reservation === null) {',
      },
      {
        file: 'graphql/cost/cost.ts',
        from: 'const cost = prepared.estimateCost(variables);',
        to: 'const kept = prepared as { known?: any };\n      const cost = (kept.known ??= prepared.estimateCost(variables));',
      },
    ],
  },
  {
    name: 'json-size',
    edits: [
      {
        file: '../packages/platform/src/web/json-size.ts',
        from: 'const { length } = bytes;',
        to: 'const { length } = bytes;\n  if (length >= 0) return null;',
      },
      {
        file: 'graphql/limits/parameters.ts',
        from: '  measure(value, depth);\n',
        to: '',
      },
    ],
  },
  {
    name: 'admission',
    edits: [
      { file: 'http/middleware/middleware.ts', from: '    admit(admission, usageOf),\n', to: '' },
      { file: 'http/middleware/middleware.ts', from: '    limitCaller(rateLimit, usageOf),\n', to: '' },
    ],
  },
  {
    name: 'connections',
    edits: [
      {
        file: 'http/server/server.ts',
        from: '  limitConnections(server, {',
        to: '  if (port < 0) limitConnections(server, {',
      },
    ],
  },
  {
    name: 'fair-slots',
    edits: [
      {
        file: 'upstream/resilience/fair-queue.ts',
        from: /^[\s\S]*$/,
        to: `export type FairQueue = any;
export type FairQueueOptions = any;
export const NOBODY = '';
export function createFairQueue({ connections }: any): any {
  let free = connections;
  const waiting: (() => void)[] = [];
  return {
    async enter() {
      if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else free -= 1;
    },
    leave() {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
    close() {},
  };
}`,
      },
    ],
  },
  {
    name: 'contradictions',
    edits: [
      {
        file: 'gateway/reading/response-checks.ts',
        from: 'let others = 0;',
        to: 'let others = 0;\n      if (records.length >= 0) return;',
      },
      {
        file: 'gateway/reading/response-checks.ts',
        from: 'const asked = foldEmail(email);\n      const stated =',
        to: 'if (accounts.length > 0) return accounts[0] as never;\n      const asked = foldEmail(email);\n      const stated =',
      },
    ],
  },
  {
    name: 'ambiguity',
    edits: [
      {
        file: 'http/middleware/routing.ts',
        from: 'const problem = ambiguity(request);',
        to: 'const problem: string | null = null;',
      },
    ],
  },
];

export const bounds: readonly Variant[] = [
  { name: 'no-bounds', edits: single.flatMap(({ edits }) => edits) },
  ...single,
];
