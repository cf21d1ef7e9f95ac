// Access tokens with the claims that common identity providers write once they are set up as docs/connect.md says.
import { type JWTPayload, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createKeySet } from '../../../src/gateway/callers/key-set.ts';
import { createVerifier } from '../../../src/gateway/callers/principal.ts';
import { makeSigningPair } from '../../support/callers/signing-keys.ts';
import { createDateClock } from '../../support/date-clock.ts';

const issuer = 'https://login.example/';
const { jwk, privateKey, alg, kid } = await makeSigningPair('k1', 'RS256');

async function callerOf(claims: JWTPayload, typ?: string) {
  const clock = createDateClock();
  const seconds = Math.floor(clock.now() / 1000);
  // Keys of Microsoft and of Cognito, for example, name no algorithm, or no use.
  const keys = [{ ...jwk, alg: undefined, use: undefined }];
  const audience = ['page', 'back-end'];
  const verify = createVerifier({ issuer, audience, keySet: createKeySet(async () => ({ keys })), clock });
  const token = await new SignJWT({ iss: issuer, aud: 'page', sub: 'u', exp: seconds + 600, ...claims })
    .setProtectedHeader({ alg, kid, ...(typ && { typ }) })
    .sign(privateKey);
  const { scopes, subject: _, ...caller } = await verify(token);
  return { ...caller, scopes: [...scopes] };
}

const agent = { role: 'agent', nrdsIds: ['111', '222'], scopes: ['account.read', 'transactions.read'] };
const nrds = agent.nrdsIds;
const scope = 'account.read transactions.read';

test.each<[string, JWTPayload, string?]>([
  ['Auth0', { aud: ['page', `${issuer}userinfo`], azp: 'c', permissions: ['x'], role: 'agent', nrds, scope }, 'at+jwt'],
  ['AWS Cognito', { client_id: 'page', token_use: 'access', 'cognito:groups': ['x'], role: 'agent', nrds, scope }],
  ['Duende', { client_id: 'c', role: ['agent'], nrds, scope: agent.scopes }, 'at+jwt'],
  ['Firebase', { auth_time: 1, user_id: 'u', firebase: { sign_in_provider: 'x' }, role: 'agent', nrds, scope }, 'JWT'],
  ['FusionAuth', { applicationId: 'page', roles: ['agent', 'admin'], nrds, scope }, 'JWT'],
  ['Keycloak', { typ: 'Bearer', aud: ['page', 'account'], realm_access: { roles: ['x'] }, role: 'agent', nrds, scope }],
  ['Microsoft', { ver: '2.0', azp: 'c', tid: 't', roles: ['agent'], nrds: '111,222', scp: scope }, 'JWT'],
  ['Okta', { ver: 1, cid: 'c', uid: 'u', role: 'agent', nrds: '111 222', scp: agent.scopes }],
  ['PingFederate', { client_id: 'c', role: 'agent', nrds, scope: agent.scopes }],
  ['Zitadel', { aud: ['page', 'project'], 'urn:zitadel:iam:org:project:roles': { x: {} }, role: 'agent', nrds, scope }],
])('an agent’s token of %s is accepted', async (_, claims, typ) => {
  expect(await callerOf(claims, typ)).toEqual(agent);
});

test('an application’s token of Microsoft has its role and its scopes in one list', async () => {
  const claims = { aud: 'back-end', ver: '1.0', appid: 'c', idtyp: 'app', roles: ['transactions.read', 'service'] };
  expect(await callerOf(claims)).toEqual({ role: 'service', nrdsIds: [], scopes: claims.roles });
});

test('a single office in a coordinator’s token is a text with many providers', async () => {
  const coordinator = { role: 'coordinator', offices: '998000001', scope: 'account.read' };
  expect(await callerOf(coordinator)).toMatchObject({ role: 'coordinator', officeNrdsIds: ['998000001'] });
});

test('`roles` beside a `role` grants no scopes, since it may be for other applications', async () => {
  const claims = { role: 'agent', roles: ['admin', 'files.write'], nrds };
  expect(await callerOf(claims)).toEqual({ ...agent, scopes: [] });
});

test('`role` and `scope` are read before what would take their place', async () => {
  const claims = { role: 'agent', roles: ['service'], nrds, scope: '', scp: ['files.read'] };
  expect(await callerOf(claims)).toEqual({ ...agent, scopes: [] });
});
