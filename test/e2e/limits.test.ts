// The limits of the HTTP server, set by the program's own settings.
import { expect, test } from 'vitest';
import { developmentToken } from '../support/callers/development-tokens.ts';
import { startMain, temporaryFolder } from '../support/programs/main-process.ts';

const origin = 'https://app.example.com';

test('the rate limit counts per caller of a verified token, and a listed origin may read its headers', async () => {
  const main = startMain({ DATA_DIR: temporaryFolder(), RATE_LIMIT: '2', CORS_ORIGINS: origin });
  const url = await main.printed(/GraphQL +(\S+)/);
  const agent = await developmentToken(main.dataDir);
  const service = await developmentToken(main.dataDir, 'service');
  const ask = (token: string) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin },
      body: '{"query":"{ viewer { role } }"}',
    });
  const answers = [];
  for (const token of [agent, agent, agent, service]) answers.push(await ask(token));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
  const refused = answers[2] as Response;
  expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED', retryable: true } }] });
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fetch(url.replace('/graphql', '/readyz'))).status).toBe(200);
});
