/** INTROSPECTION=off in the real program: queries work, and no response reveals the schema. */
import { expect, test } from 'vitest';
import { developmentToken } from '../support/callers/development-tokens.ts';
import { startMain, temporaryFolder } from '../support/programs/main-process.ts';

test('with INTROSPECTION=off queries work, and the schema is not exposed anywhere', async () => {
  const gateway = startMain({ DATA_DIR: temporaryFolder(), INTROSPECTION: 'off' });
  const url = await gateway.printed(/^GraphQL +(\S+)$/m);
  const token = await developmentToken(gateway.dataDir);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async (query: string) =>
    (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) })).json() as Promise<object>;

  expect((await fetch(new URL('/schema.graphql', url))).status).toBe(404);
  expect(await ask('{ viewer { role } }')).toEqual({ data: { viewer: { role: 'AGENT' } } });
  expect(await ask('{ __schema { types { name } } }')).toMatchObject({
    errors: [{ extensions: { retryable: false } }],
  });
  expect(await ask('{ viewr { role } }')).toMatchObject({
    errors: [{ message: expect.not.stringContaining('viewer') }],
  });
});
