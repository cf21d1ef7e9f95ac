import { createPrivateKey, createPublicKey, type webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_AUDIENCE } from '@realty-forms/contract/calls/endpoints.ts';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../../../../test/support/free-port.ts';
import { issueCallerToken } from '../../src/tokens/token.ts';
import { type Running, runReference, shareReference, temporaryDir, vendor } from '../running.ts';

const dataDir = temporaryDir(afterAll);
const shared = shareReference({ dataDir });

const grant = { grant_type: 'client_credentials' };
const credentials = { client_id: vendor.id, client_secret: vendor.secret };
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const basic = (id: string, secret: string) =>
  `Basic ${Buffer.from([id, secret].map((part) => encodeURIComponent(part).replaceAll('%20', '+')).join(':')).toString('base64')}`;
const tryToken = async (running: Running, token: string) =>
  (await running.post('/accounts/activeUsers', { userId: vendor.vendorEmail }, { authorization: `Bearer ${token}` }))
    .status;

describe('the token endpoint', () => {
  test('names the service, the client, its scopes and the lifetime in the token', async () => {
    const running = await runReference({ tokenLifetimeSeconds: 120 });
    const { body } = await running.post('/oauth/token', { ...grant, ...credentials });
    expect(Object.keys(body)).toEqual(['token_type', 'expires_in', 'access_token']);
    expect(body.expires_in).toBe(120);
    const claims = decodeJwt(body.access_token);
    expect(claims).toMatchObject({ iss: running.url, aud: API_AUDIENCE, sub: vendor.id, client_id: vendor.id });
    expect(claims['scope']).toBe('account.read transactions.read transactions.create');
    expect(Number(claims.exp) - Number(claims.iat)).toBe(120);
    expect(claims.jti).toBeTypeOf('string');
  });

  test('publishes the key that verifies its tokens, and only its public half', async () => {
    const running = shared();
    const keys = createRemoteJWKSet(new URL(`${running.url}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(await running.token(), keys, { issuer: running.url });
    expect(payload.sub).toBe(vendor.id);
    const { body } = await running.send('/.well-known/jwks.json');
    expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  test('accepts a form that repeats the client_id of its Basic credentials, and asks for a scope', async () => {
    const body = new URLSearchParams({ ...grant, client_id: vendor.id, scope: 'transactions.read' }).toString();
    const headers = { ...formType, authorization: basic(vendor.id, vendor.secret) };
    expect((await shared().post('/oauth/token', body, headers)).status).toBe(200);
  });

  test.each([
    ['two sets of credentials', { ...grant, ...credentials }, { authorization: basic(vendor.id, vendor.secret) }],
    ['a field that is given twice', 'grant_type=client_credentials&grant_type=client_credentials', formType],
    ['a body of another type', '<grant/>', { 'content-type': 'application/xml' }],
  ])('rejects %s as Invalid Request', async (_name, body, headers) => {
    const running = shared();
    const response = await running.post('/oauth/token', body, headers);
    expect([response.status, response.body.title]).toEqual([400, 'Invalid Request']);
  });

  test.each([
    ['Basic credentials that are not base64', 'Basic %%%'],
    ['Basic credentials with an invalid escape', `Basic ${Buffer.from('a%zz:b').toString('base64')}`],
    ['a bearer token', 'Bearer abc'],
  ])('rejects %s as Invalid Credentials', async (_name, authorization) => {
    const running = shared();
    const response = await running.post('/oauth/token', 'grant_type=client_credentials', {
      ...formType,
      authorization,
    });
    expect([response.status, response.body.title]).toEqual([401, 'Invalid Credentials']);
    expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
  });

  test('challenges no client whose credentials are in the body', async () => {
    const response = await shared().post('/oauth/token', { ...grant, client_id: vendor.id, client_secret: 'wrong' });
    expect([response.status, response.body.title]).toEqual([401, 'Invalid Credentials']);
    expect(response.headers.has('www-authenticate')).toBe(false);
  });

  test('accepts only the configured secret, and removes clients that are no longer configured', async () => {
    const folder = temporaryDir();
    const port = await freePort();
    const before = await runReference({ dataDir: folder, port, clients: [vendor, { ...vendor, id: 'old-client' }] });
    const oldToken = await before.token();
    await before.close();
    // A child process that another test is starting holds a copy of the closed port until it runs its own program.
    const restart = () => runReference({ dataDir: folder, port, clients: [{ ...vendor, secret: 'new' }] });
    const after = await vi.waitFor(restart, { timeout: 60_000 });
    const ask = async (id: string, secret: string) =>
      (await after.post('/oauth/token', { ...grant, client_id: id, client_secret: secret })).status;
    expect(await ask(vendor.id, 'new')).toBe(200);
    expect(await ask(vendor.id, vendor.secret)).toBe(401);
    expect(await ask('old-client', vendor.secret)).toBe(401);
    expect(await tryToken(after, oldToken)).toBe(200);
  });
});

describe('an API call rejects', () => {
  function signingKey() {
    const jwk = JSON.parse(readFileSync(join(dataDir, 'signing-key.json'), 'utf8')) as webcrypto.JsonWebKey;
    return createPrivateKey({ key: jwk, format: 'jwk' });
  }

  test('a token once it has expired by the service’s clock', async () => {
    let time = Date.parse('2026-11-20T10:00:00Z');
    const running = await runReference({ clock: { now: () => time }, tokenLifetimeSeconds: 60 });
    const token = await running.token();
    time += 59_000;
    expect(await tryToken(running, token)).toBe(200);
    time += 1000;
    expect(await tryToken(running, token)).toBe(401);
  });

  test('a token that is signed with the public key as a secret', async () => {
    const running = shared();
    const token = await running.token();
    const claims = decodeJwt(token);
    const pem = createPublicKey(signingKey()).export({ type: 'spki', format: 'pem' });
    const header = { ...decodeProtectedHeader(token), alg: 'HS256' };
    const confused = await new SignJWT(claims).setProtectedHeader(header).sign(Buffer.from(pem));
    expect(await tryToken(running, confused)).toBe(401);
  });

  test.each([
    ['another audience', { aud: 'gateway' }, {}],
    ['another issuer', { iss: 'http://127.0.0.1:1' }, {}],
    ['no expiry', { exp: undefined }, {}],
    ['no subject', { sub: undefined }, {}],
    ['an unknown client as its subject', { sub: 'nobody' }, {}],
    ['insufficient scopes', { scope: 'transactions.read' }, {}],
    ['a scope that only begins like the required one', { scope: 'account.readers' }, {}],
    ['another type', {}, { typ: 'JWT' }],
  ])('a well-signed token with %s', async (_name, claims, header) => {
    const running = shared();
    const token = await running.token();
    const sign = (more: object, head: object) =>
      new SignJWT({ ...decodeJwt(token), ...more })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...head })
        .sign(signingKey());
    expect(await tryToken(running, await sign({}, {}))).toBe(200);
    expect(await tryToken(running, await sign(claims, header))).toBe(401);
  });
});

describe("a caller's token", () => {
  const caller = {
    issuer: 'http://127.0.0.1:4001',
    audience: 'gateway',
    role: 'agent',
    nrdsIds: ['999000001'],
    scopes: ['account.read', 'transactions.read'],
    subject: 'demo-agent',
    lifetimeSeconds: 3600,
  } as const;

  test('does not give access to the API, even with its scopes and issuer', async () => {
    const running = shared();
    const token = await issueCallerToken({ ...caller, dataDir, issuer: running.url, subject: vendor.id });
    expect(await tryToken(running, token)).toBe(401);
  });

  test.each([
    ['the audience of the API', { audience: API_AUDIENCE }],
    ['an agent role without agents', { nrdsIds: [] }],
    ['a service role with agents', { role: 'service' as const }],
  ])('is not issued for %s', async (_name, wrong) => {
    await expect(issueCallerToken({ ...caller, dataDir: temporaryDir(), ...wrong })).rejects.toThrow(RangeError);
  });
});
