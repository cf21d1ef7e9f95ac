/** A generic OAuth client library obtains tokens from the service as RFC 6749 specifies, and uses them. */
import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { problem, shareReference, vendor } from '../running.ts';

const shared = shareReference();

/** The service uses plain HTTP on loopback, which the library rejects unless it is allowed explicitly. */
const onLoopback = { [oauth.allowInsecureRequests]: true };
const client: oauth.Client = { client_id: vendor.id };

const authorizationServer = (): oauth.AuthorizationServer => ({
  issuer: shared().url,
  token_endpoint: `${shared().url}/oauth/token`,
  jwks_uri: `${shared().url}/.well-known/jwks.json`,
});

async function ask(authentication: oauth.ClientAuth, parameters: Record<string, string> = {}) {
  const server = authorizationServer();
  const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, parameters, onLoopback);
  return await oauth.processClientCredentialsResponse(server, client, response);
}

test.each([
  ['client_secret_basic', oauth.ClientSecretBasic],
  ['client_secret_post', oauth.ClientSecretPost],
])('a token obtained by %s gives access to an endpoint', async (_name, authenticate) => {
  const answer = await ask(authenticate(vendor.secret));
  expect(answer.token_type).toBe('bearer');
  expect(answer.expires_in).toBe(3600);

  const response = await oauth.protectedResourceRequest(
    answer.access_token,
    'POST',
    new URL(`${shared().url}/accounts/activeUsers`),
    new Headers({ 'content-type': 'application/json' }),
    JSON.stringify({ userId: vendor.vendorEmail }),
    onLoopback,
  );
  expect(response.status).toBe(200);
});

test('a requested scope does not prevent a token', async () => {
  const answer = await ask(oauth.ClientSecretPost(vendor.secret), { scope: 'transactions.read' });
  expect(answer.access_token).toBeTypeOf('string');
});

test('the library validates the token as a JWT access token (RFC 9068) with the published key', async () => {
  const server = authorizationServer();
  const { access_token: token } = await ask(oauth.ClientSecretBasic(vendor.secret));
  const request = new Request(`${server.issuer}/fsforms/listTrans`, { headers: { authorization: `Bearer ${token}` } });
  const claims = await oauth.validateJwtAccessToken(server, request, 'post-api', onLoopback);
  expect(claims.client_id).toBe(vendor.id);
  expect(claims.scope).toBe('account.read transactions.read transactions.create');
});

test.each([
  ['client_secret_basic', oauth.ClientSecretBasic],
  ['client_secret_post', oauth.ClientSecretPost],
])('a wrong secret by %s gets a 401', async (_name, authenticate) => {
  const server = authorizationServer();
  const authentication = authenticate('wrong');
  const response = await oauth.clientCredentialsGrantRequest(server, client, authentication, {}, onLoopback);
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual(problem(401, 'Invalid Credentials', 'Client credentials rejected'));
});

test('a rejected token gets a challenge that the library can parse', async () => {
  const url = new URL(`${shared().url}/accounts/activeUsers`);
  const refused = oauth.protectedResourceRequest('not-a-token', 'POST', url, new Headers(), '{}', onLoopback);
  await expect(refused).rejects.toThrow(oauth.WWWAuthenticateChallengeError);
});
