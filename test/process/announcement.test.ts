// To whom the gateway shows development tokens: to a terminal, and in GraphiQL unless others can reach it.
import { expect, test } from 'vitest';
import { type Config, readConfig } from '../../src/config/config.ts';
import { announcement } from '../../src/process/announcement.ts';
import { httpOptions } from '../../src/process/serve-options.ts';

const shared = {
  upstreamUrl: 'http://127.0.0.1:4001',
  clientSecret: 'hush-client',
  tokens: { agentNrdsId: '999000001', agent: 'hush-agent', service: 'hush-service' },
};

type Given = Record<string, string>;

const configOf = (given: Given) => (readConfig({ UPSTREAM_URL: 'embedded', ...given }) as { config: Config }).config;

function printed(isTerminal: boolean, given: Given = {}): string {
  return announcement('http://127.0.0.1:4000', configOf(given), shared, isTerminal);
}

test('on a terminal, the development tokens and the generated secret of the embedded service are printed', () => {
  for (const secret of [
    'agent 999000001  hush-agent',
    'service  hush-service',
    'development-client, secret hush-client',
  ]) {
    expect(printed(true)).toContain(secret);
  }
});

test('anywhere else, only how to get them', () => {
  expect(printed(false)).not.toContain('hush');
  expect(printed(false)).toMatch(/^Tokens {6}npm run -s token -- --role service \| --role agent --nrds 999000001$/m);
});

test('a configured secret is printed nowhere', () => {
  expect(printed(true, { UPSTREAM_CLIENT_SECRET: 'hush-client' })).not.toContain('hush-client');
});

test('GraphiQL has the tokens on a machine of its own', () => {
  expect(JSON.stringify(httpOptions(configOf({}), shared.tokens).playground)).toContain('hush-agent');
});

test.each<[Given]>([
  [{ PUBLIC_URL: 'https://graph.example.com' }],
  [{ ALLOWED_HOSTS: 'graph.example.com' }],
  [{ TRUST_PROXY: '127.0.0.1' }],
])('GraphiQL has no tokens with %j, which says that others reach the gateway', (given) => {
  const { playground } = httpOptions(configOf({ UPSTREAM_URL: 'embedded', ...given }), shared.tokens);
  expect(playground).toEqual({ enabled: true });
});
