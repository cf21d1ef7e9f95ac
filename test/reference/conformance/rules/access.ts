/** Rules that hold for every endpoint under the token: POST only, 401 Access Denied, scopes, required fields (4, 5, 7). */
import assert from 'node:assert/strict';
import { hasErrorBody, refused, succeeded } from '../answer.ts';
import { type Endpoint, endpoints } from '../endpoints.ts';
import { forgeTokens } from '../jwt.ts';
import { idPart, type Rule } from '../rule.ts';
import type { Credentials, Target } from '../target.ts';

const DENIED = 'Access Denied';
const MISSING = 'Missing Required Parameter';

async function completeRequest(target: Target, endpoint: Endpoint): Promise<Record<string, unknown>> {
  return { userId: target.credentials.vendorEmail, ...endpoint.request(await target.sample()) };
}

function readOnlyOf({ readOnly }: Target): Credentials {
  assert.ok(readOnly !== null, 'the rule needs a second client');
  return readOnly;
}

function rulesOf(endpoint: Endpoint): readonly Rule[] {
  const { name, path, section, scope, required } = endpoint;
  return [
    {
      id: `${section}.post-only`,
      section: '4',
      sentence: `${path} answers to POST only`,
      basis: 'spec',
      async check(target) {
        const token = await target.token();
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const answer = await target.client.send(method, path, { token });
          assert.ok(answer.status >= 400, `${method} was answered with ${answer.status}`);
        }
      },
    },
    {
      id: `${section}.content-type`,
      section: '4',
      sentence: `${path} takes application/json in UTF-8, with or without a charset, and answers in it`,
      basis: 'assumption',
      async check(target) {
        const [token, request] = [await target.token(), await completeRequest(target, endpoint)];
        const answers = [];
        for (const type of ['application/json', 'application/json; charset=utf-8']) {
          answers.push(await target.client.post(path, request, { token, headers: { 'content-type': type } }));
        }
        for (const { headers } of answers) assert.match(headers.get('content-type') ?? '', /^application\/json\b/);
        assert.equal(answers[1]?.text, answers[0]?.text);
      },
    },
    {
      id: `7.${name}.401.access-denied`,
      section: '5',
      sentence: `${path} without a token is 401 Access Denied`,
      basis: 'spec',
      async check(target) {
        refused(await target.client.post(path, await completeRequest(target, endpoint)), 401, DENIED);
      },
    },
    {
      id: `5.${name}.forged`,
      section: '5',
      sentence: `${path} with a token that was never issued is 401 Access Denied`,
      basis: 'spec',
      async check(target) {
        const request = await completeRequest(target, endpoint);
        for (const [kind, token] of Object.entries(forgeTokens(await target.token()))) {
          const answer = await target.client.post(path, request, { token });
          assert.equal(answer.status, 401, `${kind} was answered with ${answer.status}`);
          refused(answer, 401, DENIED);
        }
      },
    },
    {
      id: `5.${name}.denied-first`,
      section: '5',
      sentence: `${path} answers a caller who is not authorized 401 even where the request is incomplete`,
      basis: 'spec',
      async check({ client }) {
        refused(await client.post(path, {}), 401, DENIED);
      },
    },
    {
      id: `5.${name}.bearer`,
      section: '5',
      sentence: `${path} takes the token as Authorization: Bearer and in no other way`,
      basis: 'assumption',
      async check(target) {
        const token = await target.token();
        const request = await completeRequest(target, endpoint);
        refused(await target.client.post(path, request, { headers: { authorization: token } }), 401, DENIED);
        refused(await target.client.post(path, request, { headers: { authorization: `Basic ${token}` } }), 401, DENIED);
        refused(await target.client.post(path, { ...request, access_token: token }), 401, DENIED);
        const query = `${path}?access_token=${encodeURIComponent(token)}`;
        refused(await target.client.post(query, request), 401, DENIED);
      },
    },
    {
      id: `5.${name}.scope`,
      section: '5',
      needs: ['second-client'],
      basis: 'spec',
      ...(scope === 'transactions.create'
        ? {
            sentence: `${path} with a token without ${scope} is 401 Access Denied`,
            check: async (target: Target) =>
              refused(
                await target.call(path, endpoint.request(await target.sample()), readOnlyOf(target)),
                401,
                DENIED,
              ),
          }
        : {
            sentence: `${path} is open to a token that has ${scope} and not transactions.create`,
            check: async (target: Target) =>
              succeeded(await target.call(path, endpoint.request(await target.sample()), readOnlyOf(target))),
          }),
    },
    {
      id: `7.${name}.400.missing-required-parameter`,
      section: '7',
      sentence: `${path} with nothing in the request is 400 Missing Required Parameter`,
      basis: 'spec',
      async check(target) {
        refused(await target.client.post(path, {}, { token: await target.token() }), 400, MISSING);
      },
    },
    ...['userId', ...required].map(
      (field): Rule => ({
        id: `${section}.required.${idPart(field)}`,
        section,
        sentence: `${path} without ${field} is 400 Missing Required Parameter, and the message names it`,
        basis: 'assumption',
        async check(target) {
          const token = await target.token();
          const { [field]: left, ...rest } = await completeRequest(target, endpoint);
          assert.ok(left !== undefined, `the complete request has no ${field}`);
          for (const request of [rest, { ...rest, [field]: null }, { ...rest, [field]: '' }]) {
            const answer = await target.client.post(path, request, { token });
            refused(answer, 400, MISSING, new RegExp(`\\b${field}\\b`));
          }
        },
      }),
    ),
    {
      id: `7.${name}.body`,
      section: '7',
      sentence: `an error of ${path} is {status, type, message} with the status of the HTTP line`,
      basis: 'assumption',
      async check({ client, token }) {
        hasErrorBody(await client.post(path, {}));
        hasErrorBody(await client.post(path, {}, { token: await token() }));
        hasErrorBody(await client.post(path, '{"userId":', { token: await token() }));
      },
    },
    {
      id: `${section}.user-id`,
      section,
      sentence: `${path} with another vendor's userId is 401 Access Denied`,
      basis: 'assumption',
      async check(target) {
        const request = await completeRequest(target, endpoint);
        refused(await target.call(path, { ...request, userId: 'another@vendor.example' }), 401, DENIED);
      },
    },
  ];
}

export const accessRules: readonly Rule[] = endpoints.flatMap(rulesOf);
