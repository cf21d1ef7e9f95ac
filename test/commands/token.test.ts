// The command that prints development tokens: it prints a token and nothing else, or a message and no token.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@realty-forms/platform/clock.ts';
import { loadSigningKey } from '@realty-forms/reference/tokens/keys.ts';
import { decodeJwt } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { createKeySet } from '../../src/gateway/callers/key-set.ts';
import { createVerifier } from '../../src/gateway/callers/principal.ts';
import { callerScopes, DEVELOPMENT_AUDIENCE, DEVELOPMENT_ISSUER } from '../../src/process/development.ts';
import { runAlone, standingCommand } from '../support/programs/commands.ts';
import { environment, temporaryFolder } from '../support/programs/main-process.ts';

const words = (args: string) => args.split(' ').filter((arg) => arg !== '');

const command = standingCommand('token');
afterAll(command.end);
const token = (args: string, given: Record<string, string>) => command.run(words(args), environment(given));

/** The caller that the gateway identifies by the token. */
async function callerOf(folder: string, printed: string) {
  const { publicJwk } = loadSigningKey(folder);
  const keySet = createKeySet(async () => ({ keys: [publicJwk] }));
  const verify = createVerifier({
    issuer: DEVELOPMENT_ISSUER,
    audience: DEVELOPMENT_AUDIENCE,
    keySet,
    clock: systemClock,
  });
  const { scopes, subject: _, ...caller } = await verify(printed.trim());
  return { ...caller, scopes: [...scopes] };
}

test.each<[string, { role: string; nrdsIds: string[]; officeNrdsIds?: string[]; scopes: string[] }]>([
  ['--role agent --nrds 999000002', { role: 'agent', nrdsIds: ['999000002'], scopes: [...callerScopes] }],
  [
    '--role=agent --nrds=999000001,999000002 --nrds=999000060',
    { role: 'agent', nrdsIds: ['999000001', '999000002', '999000060'], scopes: [...callerScopes] },
  ],
  [
    '--role coordinator --agents 999000001,999000002 --scope account.read',
    { role: 'coordinator', nrdsIds: ['999000001', '999000002'], scopes: ['account.read'] },
  ],
  [
    '--role coordinator --offices 998000001 --offices 998000002',
    { role: 'coordinator', nrdsIds: [], officeNrdsIds: ['998000001', '998000002'], scopes: [...callerScopes] },
  ],
  [
    '--role agent --nrds 999000001 --scope transactions.read,account.read --scope files.read',
    { role: 'agent', nrdsIds: ['999000001'], scopes: ['transactions.read', 'account.read', 'files.read'] },
  ],
])('%s gives a token for that caller, which the gateway accepts', async (args, caller) => {
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await token(args, { DATA_DIR: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(await callerOf(folder, stdout)).toEqual(caller);
  expect(decodeJwt(stdout)).toMatchObject({ exp: expect.any(Number), sub: expect.any(String) });
});

test.each([
  ['', 604_800],
  [' --expires-in=1', 1],
])('--role service%s gives a token for %d seconds', async (more, seconds) => {
  const { stdout } = await token(`--role service${more}`, { DATA_DIR: temporaryFolder() });
  const { iat, exp } = decodeJwt(stdout);
  expect((exp ?? 0) - (iat ?? 0)).toBe(seconds);
});

test('--help prints the usage, whatever else is wrong', async () => {
  const { code, stdout, stderr } = await token('--help', { PORT: 'x' });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^npm run -s token -- --role service/);
  expect(stdout).toContain('1 to 604800 seconds (default: 604800, 7 days)');
});

test.each(['999000000', '999000061', '0999000001', '999000008'])(
  'an agent %s that the embedded service lacks, or that never enabled access, gets a token with a warning',
  async (nrdsId) => {
    const { code, stdout, stderr } = await token(`--role agent --nrds ${nrdsId}`, { DATA_DIR: temporaryFolder() });
    expect([code, decodeJwt(stdout)['nrds']]).toEqual([0, [nrdsId]]);
    expect(stderr).toBe(
      `The embedded service has no seeded agent ${nrdsId} that has enabled access: queries will find nothing.\n`,
    );
  },
);

test('an office that the embedded service lacks gets a token with a warning', async () => {
  const { stderr } = await token('--role coordinator --offices 998000001,77', { DATA_DIR: temporaryFolder() });
  expect(stderr).toBe('The embedded service has no seeded office 77: queries will find nothing.\n');
});

test.each([
  ['', '--role'],
  ['--role admin', '--role'],
  ['--role coordinator', '--agents or --offices'],
  ['--role coordinator --agents 1 --offices 2', '--agents or --offices'],
  ['--role coordinator --nrds 1', '--nrds'],
  ['--role coordinator --offices=', '--offices'],
  [`--role coordinator --agents ${'1,'.repeat(500)}1`, '--agents'],
  ['--role agent --nrds 1 --offices 2', '--offices'],
  ['--role service --agents 1', '--agents'],
  ['--role agent', '--nrds'],
  ['--role agent --nrds 1,', '--nrds'],
  [`--role agent ${'--nrds 1 '.repeat(21)}`, '--nrds'],
  ['--role service --scope everything', 'everything'],
  ['--role service --expires-in 0', '--expires-in'],
  ['--role service --expires-in 604801', '--expires-in'],
  ['--role service --expires-in 7d', '--expires-in'],
  ['service', 'service'],
])('"%s" is rejected with the usage, and prints no token', async (args, named) => {
  const { code, stdout, stderr } = await token(args, { DATA_DIR: temporaryFolder() });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.split('\n')[0]).toContain(named);
  expect(stderr).toContain('npm run -s token -- --role service');
  expect(stderr).not.toMatch(/\bat .*\.ts/);
});

test('a process that prints no token ends with the exit code 2', async () => {
  const { code, stdout, stderr } = await runAlone('token', ['--role', 'admin'], environment({}));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('npm run -s token -- --role service');
});

test('with an issuer configured there are no development tokens', async () => {
  const given = { AUTH_ISSUER: 'a', AUTH_AUDIENCE: 'b', AUTH_JWKS_URL: 'https://login.example/jwks' };
  const { code, stdout, stderr } = await token('--role service', given);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^AUTH_ISSUER is set.*\n$/);
});

test('faults of the configuration are reported as at the start', async () => {
  const { code, stdout, stderr } = await token('--role service', { PORT: 'x', GRAPHIQL: 'y' });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^PORT: .*\nGRAPHIQL: .*\n$/);
});

test('a data folder that cannot be used is reported in one line', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const { code, stdout, stderr } = await token('--role service', { DATA_DIR: join(file, 'data') });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^the data folder .*DATA_DIR.*\n$/);
});
