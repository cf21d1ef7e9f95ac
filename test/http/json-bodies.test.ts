// Bodies at the edges of JSON: each is carried out or refused in GraphQL's shape; none is a failure of the server's own.
import { expect, test } from 'vitest';
import { besiegeGraph } from '../support/besieged-graph.ts';
import { jsonBodies } from './json-bodies.ts';

test(`${jsonBodies.length} bodies are carried out where they are good, and else refused in the shape of GraphQL`, async () => {
  const { send, token, faultsOf } = await besiegeGraph();
  const headers = ['content-type: application/json', `authorization: Bearer ${token}`];
  const wrong: unknown[] = [];
  for (const [what, body, expected] of jsonBodies) {
    const answer = await send({ headers, body });
    const { data, errors } = JSON.parse(answer.body);
    const carriedOut = answer.status === 200 && data?.viewer.role === 'AGENT' && errors === undefined;
    const refused = answer.status >= 400 && data == null && typeof errors?.[0]?.extensions?.code === 'string';
    const faults = faultsOf(answer);
    if (!(expected === 'carried out' ? carriedOut : refused) || faults.length > 0) {
      wrong.push({ what, expected, status: answer.status, body: answer.body.slice(0, 300), faults });
    }
  }
  expect(wrong).toEqual([]);
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('admin');
});
