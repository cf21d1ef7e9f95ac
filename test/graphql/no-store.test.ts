// Answers of /graphql are stored by nobody, also those for which Apollo has a cache-control of its own.
import { expect, test } from 'vitest';
import { serviceToken } from '../support/caller-tokens.ts';
import { startGraph } from '../support/graph-under-test.ts';

test.each([
  ['no extension', {}],
  ['a persisted query that is not there', { persistedQuery: { version: 1, sha256Hash: 'x' } }],
  ['a persisted query of no version', { persistedQuery: 1 }],
])('the answer to %s is no-store', async (_what, extensions) => {
  const { ask } = await startGraph({ baseUrl: 'http://127.0.0.1:9' });
  const { headers } = await ask('{ viewer { role } }', { token: await serviceToken(), extensions });
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
});
