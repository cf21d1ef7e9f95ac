// All parts that distinguish probes from callers' requests agree on which they are.

import { probePaths } from '@realty-forms/platform/web/paths.ts';
import { expect, it } from 'vitest';
import { injectable } from '../../support/gateways/injectable.ts';
import { appUnderTest } from '../app-under-test.ts';

const free = { perMinute: 1, subjectOf: () => Promise.reject(new Error('nobody')) };

it.each(Object.values(probePaths))('%s is served, however often, and logged at debug level only', async (path) => {
  const { options, lines, setHealth } = appUnderTest({ rateLimit: free });
  setHealth({ tokenObtained: true, upstreamState: 'up' });
  const app = injectable(options);
  for (let each = 0; each < 3; each += 1) expect((await app.inject(path)).statusCode).toBe(200);
  expect(lines.map(({ level, route }) => [level, route])).toEqual(Array(3).fill([20, path]));
});

it('a probe whose answer is no has not failed', async () => {
  const { options, lines } = appUnderTest();
  expect((await injectable(options).inject(probePaths.ready)).statusCode).toBe(503);
  expect(lines.map(({ level, codes }) => [level, codes])).toEqual([[30, undefined]]);
  expect((await options.metrics.failures.get()).values.filter(({ value }) => value > 0)).toEqual([]);
});
