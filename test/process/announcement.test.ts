// To whom the gateway shows secrets: to a terminal, and development tokens in GraphiQL unless others can reach it.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Config, readConfig } from '../../src/config/config.ts';
import { announcedFields, announcement } from '../../src/process/announcement.ts';
import { httpOptions, tokenAdvice } from '../../src/process/serve-options.ts';

const shared = { upstreamUrl: 'http://127.0.0.1:4001', clientSecret: 'hush-client', demoAgentNrdsId: '999000001' };

type Given = Record<string, string>;

const configOf = (given: Given) => (readConfig({ UPSTREAM_URL: 'embedded', ...given }) as { config: Config }).config;

const URL = 'http://127.0.0.1:4000';
const printed = (given: Given = {}): string => announcement(URL, configOf(given), shared);

test('on a terminal, a few short lines have the URLs, the generated secret of the embedded service, and how to get a token', () => {
  const lines = printed().split('\n');
  expect(lines).toEqual([
    'GraphQL     http://127.0.0.1:4000/graphql',
    'GraphiQL    http://127.0.0.1:4000/graphiql',
    'POST API    http://127.0.0.1:4001 (embedded)',
    'Try it      http://127.0.0.1:4001/docs (development-client, secret hush-client)',
    'Tokens      npm run -s token -- --role service | --role agent --nrds 999000001',
  ]);
});

test('anywhere else, it is a line for programs, without a secret', () => {
  expect(announcedFields(URL, configOf({}), shared)).toEqual({
    graphql: 'http://127.0.0.1:4000/graphql',
    graphiql: 'http://127.0.0.1:4000/graphiql',
    upstream: 'http://127.0.0.1:4001',
    docs: 'http://127.0.0.1:4001/docs',
    tokens: 'npm run -s token -- --role service | --role agent --nrds 999000001',
  });
});

test('the command for tokens names a data folder that only this start knows of', () => {
  expect(printed({ DATA_DIR: "/srv/Zoë's data" })).toContain(
    String.raw`Tokens      DATA_DIR='/srv/Zoë'\''s data' npm run -s token -- --role service`,
  );
});

test('a configured secret is printed nowhere', () => {
  expect(printed({ UPSTREAM_CLIENT_SECRET: 'hush-client' })).not.toContain('hush-client');
});

test('GraphiQL and pages have tokens on a machine of its own, as of each visit, and none with an identity provider', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'announcement-'));
  onTestFinished(() => rm(DATA_DIR, { recursive: true }));
  const { developmentCallers } = httpOptions(configOf({ DATA_DIR }));
  vi.setSystemTime('2030-01-01');
  const [agent] = (await developmentCallers?.()) ?? [];
  expect(decodeJwt(String(agent?.token)).exp).toBeGreaterThan(Date.now() / 1_000);
  const issuer = {
    AUTH_ISSUER: 'https://id.example',
    AUTH_AUDIENCE: 'graph',
    AUTH_JWKS_URL: 'https://id.example/keys',
  };
  expect(httpOptions(configOf(issuer)).developmentCallers).toBeUndefined();
});

test.each<[Given]>([
  [{ PUBLIC_URL: 'https://graph.example.com' }],
  [{ ALLOWED_HOSTS: 'graph.example.com' }],
  [{ TRUST_PROXY: '127.0.0.1' }],
])('GraphiQL and pages have no tokens with %j, which says that others reach the gateway', (given) => {
  expect(httpOptions(configOf(given)).developmentCallers).toBeUndefined();
  // Nor does a response name the data folder.
  expect(tokenAdvice(configOf(given), shared.demoAgentNrdsId)).toBeUndefined();
});

// Which Node runs the gateway: one release.
const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');

test('the image, .nvmrc and the documentation name the same release of Node', () => {
  const release = read('.nvmrc').trim();
  expect(read('deploy/Dockerfile')).toContain(`FROM node:${release}-`);
  expect(read('docs/deploy.md')).toContain(`${release} or later`);
});
