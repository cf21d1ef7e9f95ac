// Responses of /graphql must not be stored, even those for which Apollo sets a cache-control of its own.
import { expect, test } from 'vitest';
import { serviceToken } from '../../support/callers/caller-tokens.ts';
import { startGraph } from '../../support/gateways/graph-under-test.ts';

test.each([
  ['a request without extensions', {}],
  ['an unknown persisted query', { persistedQuery: { version: 1, sha256Hash: 'x' } }],
  ['a persisted query without a version', { persistedQuery: 1 }],
])('the response to %s is no-store', async (_what, extensions) => {
  const { ask } = await startGraph({ baseUrl: 'http://127.0.0.1:9' });
  const { headers } = await ask('{ viewer { role } }', { token: await serviceToken(), extensions });
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
});
