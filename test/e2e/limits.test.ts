// Settings that change what every caller gets, in one real program: the limits of the HTTP server, and INTROSPECTION=off.
import { expect, test } from 'vitest';
import { developmentToken } from '../support/callers/development-tokens.ts';
import { startMain } from '../support/programs/main-process.ts';

const origin = 'https://app.example.com';

test('RATE_LIMIT counts per caller of a verified token, a listed origin may read its headers, and with INTROSPECTION=off the schema is not exposed anywhere', async () => {
  const main = startMain({ RATE_LIMIT: '3', CORS_ORIGINS: origin, INTROSPECTION: 'off' });
  const url = await main.printed(/"graphql":"(\S+?)"/);
  const agent = await developmentToken(main.dataDir);
  const service = await developmentToken(main.dataDir, 'service');
  const ask = (token: string, query = '{ viewer { role } }') =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin },
      body: JSON.stringify({ query }),
    });
  const jsonOf = async (query: string) => (await ask(service, query)).json() as Promise<object>;

  expect((await fetch(new URL('/schema.graphql', url))).status).toBe(404);
  expect(await jsonOf('{ viewer { role } }')).toEqual({ data: { viewer: { role: 'SERVICE' } } });
  expect(await jsonOf('{ __schema { types { name } } }')).toMatchObject({
    errors: [{ extensions: { retryable: false } }],
  });

  const answers = [];
  for (const token of [agent, agent, agent, agent, service]) answers.push(await ask(token, '{ viewr { role } }'));
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429, 400]);
  expect(await answers[0]?.json()).toMatchObject({ errors: [{ message: expect.not.stringContaining('viewer') }] });
  const refused = answers[3] as Response;
  expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED', retryable: true } }] });
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetch(url.replace('/graphql', '/readyz'))).status).toBe(200);
});
