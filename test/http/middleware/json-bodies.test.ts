// Bodies at the edges of JSON: each is executed, or rejected in GraphQL's format; none causes an internal error.
import { expect, test } from 'vitest';
import { startGraphUnderAttack } from '../../support/hostile/graph-under-attack.ts';
import { jsonBodies } from './json-bodies.ts';

test(`${jsonBodies.length} bodies are executed if they are valid, and otherwise rejected in GraphQL's format`, async () => {
  const { send, token, problemsIn } = await startGraphUnderAttack();
  const headers = ['content-type: application/json', `authorization: Bearer ${token}`];
  const wrong: unknown[] = [];
  for (const [what, body, expected] of jsonBodies) {
    const answer = await send({ headers, body });
    const { data, errors } = JSON.parse(answer.body);
    const carriedOut = answer.status === 200 && data?.viewer.role === 'AGENT' && errors === undefined;
    const refused = answer.status >= 400 && data == null && typeof errors?.[0]?.extensions?.code === 'string';
    const faults = problemsIn(answer);
    if (!(expected === 'executed' ? carriedOut : refused) || faults.length > 0) {
      wrong.push({ what, expected, status: answer.status, body: answer.body.slice(0, 300), faults });
    }
  }
  expect(wrong).toEqual([]);
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('admin');
});

test.each([['"variables":{"a":[{"\\u005f_proto__":null}]}'], ['"constructor":{"prototype":{}}']])(
  'a body with %s is not said to be invalid JSON',
  async (key) => {
    const { send, token } = await startGraphUnderAttack();
    const headers = ['content-type: application/json', `authorization: Bearer ${token}`];
    const { status, body } = await send({ headers, body: `{"query":"{ viewer { role } }",${key}}` });
    expect(status).toBe(400);
    expect(JSON.parse(body).errors[0].message).toBe(
      'The body has the key `__proto__`, or `prototype` within `constructor`; neither is allowed.',
    );
  },
);
