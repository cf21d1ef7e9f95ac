/** Rules for every endpoint that needs a token: POST only, 401 Access Denied, scopes, required fields (4, 5, 7). */
import assert from 'node:assert/strict';
import { assertError, assertErrorBody, assertSuccess } from './assertions.ts';
import type { ApiResponse } from './client.ts';
import { completeRequest, type Endpoint } from './endpoint.ts';
import { forgeTokens } from './jwt.ts';
import { idPart, type Rule } from './rule.ts';
import { type Credentials, carriesUserId, type Target } from './target.ts';

/** An error is a problem document. */
const JSON_TYPE = /^application\/(?:problem\+)?json\b/;
const DENIED = 'Access Denied';
const MISSING = 'Missing Required Parameter';
const BAD_REQUEST = 'Bad Request';

function readOnlyOf({ readOnly }: Target): Credentials {
  assert.ok(readOnly !== null, 'the rule needs a second client');
  return readOnly;
}

/** Asserts the 400 of the endpoint's row: by its type, or by its message if that reports what is missing; it names the field. */
function assertMissing(response: ApiResponse, { missing }: Endpoint, field?: string): void {
  const isInType = missing === 'in the type';
  const type = isInType ? MISSING : BAD_REQUEST;
  assertError(response, 400, type, isInType ? undefined : /^Missing Required Parameter/);
  if (field !== undefined) assertError(response, 400, type, new RegExp(`\\b${field}\\b`));
}

export function commonRules(endpoint: Endpoint): readonly Rule[] {
  const { name, path, section, scope, required, outcome, missing } = endpoint;
  const isWritten = outcome === 'written';
  const identity = carriesUserId(path) ? ['userId'] : [];
  return [
    {
      id: `${section}.post-only`,
      sentence: `${path} answers to POST only`,
      async check(target) {
        const token = await target.token();
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const response = await target.client.send(method, path, { token });
          assert.ok(response.status >= 400, `${method} was answered with ${response.status}`);
        }
      },
    },
    {
      id: `${section}.content-type`,
      sentence: `${path} takes application/json in UTF-8, with or without a charset, and answers in JSON`,
      isAssumed: true,
      ...(isWritten && { needs: ['write'] }),
      async check(target) {
        const [token, request] = [await target.token(), await completeRequest(target, endpoint)];
        const answers = [];
        for (const type of ['application/json', 'application/json; charset=utf-8']) {
          answers.push(await target.client.post(path, request, { token, headers: { 'content-type': type } }));
        }
        for (const { headers } of answers) assert.match(headers.get('content-type') ?? '', JSON_TYPE);
        assert.equal(answers[1]?.status, answers[0]?.status);
        if (!isWritten) assert.equal(answers[1]?.text, answers[0]?.text);
      },
    },
    {
      id: `7.${name}.401.access-denied`,
      sentence: `${path} without a token is 401 Access Denied`,
      async check(target) {
        assertError(await target.client.post(path, await completeRequest(target, endpoint)), 401, DENIED);
      },
    },
    {
      id: `5.${name}.forged`,
      sentence: `${path} with a token that was never issued is 401 Access Denied`,
      async check(target) {
        const request = await completeRequest(target, endpoint);
        for (const [kind, token] of Object.entries(forgeTokens(await target.token()))) {
          const response = await target.client.post(path, request, { token });
          assert.equal(response.status, 401, `${kind} was answered with ${response.status}`);
          assertError(response, 401, DENIED);
        }
      },
    },
    {
      id: `5.${name}.denied-first`,
      sentence: `${path} answers a caller who is not authorized 401 even where the request is incomplete`,
      async check({ client }) {
        assertError(await client.post(path, {}), 401, DENIED);
      },
    },
    {
      id: `5.${name}.bearer`,
      sentence: `${path} takes the token as Authorization: Bearer and in no other way`,
      isAssumed: true,
      async check(target) {
        const token = await target.token();
        const request = await completeRequest(target, endpoint);
        assertError(await target.client.post(path, request, { headers: { authorization: token } }), 401, DENIED);
        assertError(
          await target.client.post(path, request, { headers: { authorization: `Basic ${token}` } }),
          401,
          DENIED,
        );
        assertError(await target.client.post(path, { ...request, access_token: token }), 401, DENIED);
        const query = `${path}?access_token=${encodeURIComponent(token)}`;
        assertError(await target.client.post(query, request), 401, DENIED);
      },
    },
    {
      id: `5.${name}.scope`,
      needs: ['second-client', ...(isWritten ? (['write'] as const) : [])],
      isAssumed: endpoint.assumedScope !== undefined,
      ...(scope === 'transactions.create'
        ? {
            sentence: `${path} with a token without ${scope} is 401 Access Denied`,
            check: async (target: Target) =>
              assertError(
                await target.call(path, endpoint.request(await target.sample()), readOnlyOf(target)),
                401,
                DENIED,
              ),
          }
        : {
            sentence: `${path} is open to a token that has ${scope} and not transactions.create`,
            async check(target: Target) {
              const response = await target.call(path, endpoint.request(await target.sample()), readOnlyOf(target));
              if (outcome === 'refused') assert.notEqual(response.status, 401);
              else assertSuccess(response);
            },
          }),
    },
    ...(missing === null ? [] : [nothing(endpoint)]),
    ...[...identity, ...required].map(
      (field): Rule => ({
        id: `${section}.required.${idPart(field)}`,
        sentence: `${path} without ${field} is 400 Missing Required Parameter, and the message names it`,
        isAssumed: true,
        async check(target) {
          const token = await target.token();
          const { [field]: omitted, ...rest } = await completeRequest(target, endpoint);
          assert.ok(omitted !== undefined, `the complete request has no ${field}`);
          for (const request of [rest, { ...rest, [field]: null }, { ...rest, [field]: '' }]) {
            const response = await target.client.post(path, request, { token });
            assertMissing(response, endpoint, field);
          }
        },
      }),
    ),
    {
      id: `7.${name}.body`,
      sentence: `an error of ${path} is {title, type, status, detail} with the status of the HTTP line`,
      isAssumed: true,
      async check({ client, token }) {
        assertErrorBody(await client.post(path, {}));
        if (missing !== null) assertErrorBody(await client.post(path, {}, { token: await token() }));
        assertErrorBody(await client.post(path, '{"userId":', { token: await token() }));
      },
    },
    ...identity.map(
      (field): Rule => ({
        id: `${section}.${idPart(field)}`,
        sentence: `${path} with another vendor's userId is 401 Access Denied`,
        isAssumed: true,
        async check(target) {
          const request = await completeRequest(target, endpoint);
          assertError(await target.call(path, { ...request, [field]: 'another@vendor.example' }), 401, DENIED);
        },
      }),
    ),
  ];
}

function nothing(endpoint: Endpoint): Rule {
  const { name, path, missing } = endpoint;
  const isInType = missing === 'in the type';
  const type = isInType ? MISSING : BAD_REQUEST;
  return {
    id: `7.${name}.400.${idPart(type.replaceAll(' ', '-'))}`,
    sentence: `${path} with nothing in the request is 400 ${type}${isInType ? '' : `: ${MISSING}`}`,
    check: async (target) =>
      assertMissing(await target.client.post(path, {}, { token: await target.token() }), endpoint),
  };
}
