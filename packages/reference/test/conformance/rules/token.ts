/** Rules of 4.1 and of the token endpoint's rows in section 7: what a token response contains, and what is rejected. */
import assert from 'node:assert/strict';
import { assertError, assertErrorBody, assertSuccess, isFields } from '../assertions.ts';
import type { ApiResponse, RequestBody } from '../client.ts';
import { readJwt } from '../jwt.ts';
import type { Rule } from '../rule.ts';
import type { Credentials, Target } from '../target.ts';

const PATH = '/oauth/token';

const requestOf = ({ id, secret }: Credentials) => ({
  grant_type: 'client_credentials',
  client_id: id,
  client_secret: secret,
});
const basicOf = ({ id, secret }: Credentials) => `Basic ${btoa([id, secret].map(encodeURIComponent).join(':'))}`;

function readToken(response: ApiResponse) {
  assertSuccess(response);
  const body = response.body;
  assert.ok(isFields(body), 'the answer is an object');
  const { token_type: type, expires_in: expiresIn, access_token: token } = body;
  assert.equal(type, 'Bearer');
  assert.ok(Number.isInteger(expiresIn) && Number(expiresIn) > 0, `expires_in is whole seconds, got ${expiresIn}`);
  assert.ok(typeof token === 'string');
  return { token, expiresIn: expiresIn as number };
}

async function assertOpensApi({ client, credentials }: Target, response: ApiResponse): Promise<void> {
  const { token } = readToken(response);
  assertSuccess(await client.post('/accounts/activeUsers', { userId: credentials.vendorEmail }, { token }));
}

const successRules: readonly Rule[] = [
  {
    id: '4.1.json',
    sentence:
      'a JSON body with grant_type, client_id and client_secret is answered with token_type, expires_in, access_token',
    async check({ client, credentials }) {
      readToken(await client.post(PATH, requestOf(credentials)));
    },
  },
  {
    id: '4.1.opens-api',
    sentence: 'the access_token opens the other endpoints',
    check: async (target) => assertOpensApi(target, await target.client.post(PATH, requestOf(target.credentials))),
  },
  {
    id: '4.1.jwt',
    sentence: 'the access_token is a JSON Web Token with a signature',
    async check({ client, credentials }) {
      const { token } = readToken(await client.post(PATH, requestOf(credentials)));
      const { header, signature } = readJwt(token);
      assert.ok(typeof header['alg'] === 'string' && header['alg'].toLowerCase() !== 'none', 'the token is not signed');
      assert.ok(signature.length > 0, 'the signature is empty');
    },
  },
  {
    id: '4.1.lifetime',
    sentence: 'the exp of the token is expires_in seconds ahead',
    isAssumed: true,
    async check({ client, credentials, now }) {
      const { token, expiresIn } = readToken(await client.post(PATH, requestOf(credentials)));
      const { exp } = readJwt(token).payload;
      const ahead = Number(exp) - now() / 1000;
      assert.ok(Math.abs(ahead - expiresIn) < 5, `exp is ${ahead} s ahead, expires_in says ${expiresIn}`);
    },
  },
  {
    id: '4.1.form-post',
    sentence: 'a form body with client_id and client_secret is accepted like a JSON body',
    isAssumed: true,
    check: async (target) =>
      assertOpensApi(target, await target.client.post(PATH, new URLSearchParams(requestOf(target.credentials)))),
  },
  {
    id: '4.1.form-basic',
    sentence: 'a form body with grant_type and Basic credentials is accepted like a JSON body',
    isAssumed: true,
    async check(target) {
      const form = new URLSearchParams({ grant_type: 'client_credentials' });
      const headers = { authorization: basicOf(target.credentials) };
      await assertOpensApi(target, await target.client.post(PATH, form, { headers }));
    },
  },
];

interface Rejection {
  readonly id: string;
  readonly sentence: string;
  readonly isAssumed?: true;
  readonly status: number;
  readonly type: string;
  /** The request bodies that must each be rejected this way; with `basic`, they are sent with Basic credentials. */
  readonly bodies: (credentials: Credentials) => readonly RequestBody[];
  readonly basic?: (credentials: Credentials) => Credentials;
}

const wrongSecret = (credentials: Credentials): Credentials => ({ ...credentials, secret: `${credentials.secret}x` });

const rejections: readonly Rejection[] = [
  {
    id: '7.token.400.unsupported-grant-type',
    sentence: 'a grant type other than client_credentials is an Unsupported Grant Type',
    status: 400,
    type: 'Unsupported Grant Type',
    bodies: (credentials) =>
      ['password', 'authorization_code', 'refresh_token', 'client_credential'].map((grant) => ({
        ...requestOf(credentials),
        grant_type: grant,
      })),
  },
  {
    id: '7.token.400.invalid-request',
    sentence: 'a body that is no JSON object is an Invalid Request',
    status: 400,
    type: 'Invalid Request',
    bodies: () => ['{"grant_type":', '[]', 'null', '"client_credentials"'],
  },
  {
    id: '4.1.required',
    sentence: 'a request without grant_type, client_id or client_secret is an Invalid Request',
    isAssumed: true,
    status: 400,
    type: 'Invalid Request',
    bodies: (credentials) => {
      const { grant_type, client_id, client_secret } = requestOf(credentials);
      return [{ client_id, client_secret }, { grant_type, client_secret }, { grant_type, client_id }, {}];
    },
  },
  {
    id: '4.1.text-only',
    sentence: 'a grant_type, client_id or client_secret that is no text is an Invalid Request',
    isAssumed: true,
    status: 400,
    type: 'Invalid Request',
    bodies: (credentials) => [
      { ...requestOf(credentials), grant_type: ['client_credentials'] },
      { ...requestOf(credentials), client_id: 1 },
      { ...requestOf(credentials), client_secret: { $ne: '' } },
    ],
  },
  {
    id: '7.token.401.invalid-credentials',
    sentence: 'an unknown client, a wrong secret and a secret of other case are Invalid Credentials',
    status: 401,
    type: 'Invalid Credentials',
    bodies: (credentials) => [
      requestOf(wrongSecret(credentials)),
      requestOf({ ...credentials, secret: credentials.secret.slice(0, -1) }),
      requestOf({ ...credentials, id: `${credentials.id}x` }),
      requestOf({ ...credentials, secret: swapCase(credentials.secret) }),
    ],
  },
  {
    id: '4.1.form-post.refused',
    sentence: 'a form body with a wrong secret is Invalid Credentials',
    isAssumed: true,
    status: 401,
    type: 'Invalid Credentials',
    bodies: (credentials) => [new URLSearchParams(requestOf(wrongSecret(credentials)))],
  },
  {
    id: '4.1.form-basic.refused',
    sentence: 'Basic credentials with a wrong secret are Invalid Credentials',
    isAssumed: true,
    status: 401,
    type: 'Invalid Credentials',
    bodies: () => [new URLSearchParams({ grant_type: 'client_credentials' })],
    basic: wrongSecret,
  },
];

function swapCase(text: string): string {
  const swapped = text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  return swapped === text ? `${text} ` : swapped;
}

async function provoke({ client, credentials }: Target, { bodies, basic }: Rejection): Promise<readonly ApiResponse[]> {
  const options = basic === undefined ? {} : { headers: { authorization: basicOf(basic(credentials)) } };
  return Promise.all(bodies(credentials).map((body) => client.post(PATH, body, options)));
}

const refusalRules: readonly Rule[] = rejections.map((row) => ({
  id: row.id,
  sentence: row.sentence,
  isAssumed: row.isAssumed,
  async check(target) {
    for (const response of await provoke(target, row)) assertError(response, row.status, row.type);
  },
}));

const bodies: Rule = {
  id: '7.token.body',
  sentence: 'an error of the token endpoint is {title, type, status, detail} with the status of the HTTP line',
  isAssumed: true,
  async check(target) {
    for (const row of rejections) for (const response of await provoke(target, row)) assertErrorBody(response);
  },
};

const indistinct: Rule = {
  id: '4.1.indistinct',
  sentence: 'an unknown client and a wrong secret are answered alike, and neither answer repeats the secret',
  isAssumed: true,
  async check({ client, credentials }) {
    const wrong = await client.post(PATH, requestOf(wrongSecret(credentials)));
    const unknown = await client.post(PATH, requestOf({ ...credentials, id: `${credentials.id}x` }));
    assert.deepEqual(unknown.body, wrong.body);
    assert.ok(!wrong.text.includes(credentials.secret), 'the answer repeats the secret');
  },
};

export const tokenRules: readonly Rule[] = [...successRules, ...refusalRules, bodies, indistinct];
