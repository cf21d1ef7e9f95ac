// GraphQL over HTTP, checked with the specification's own audits over a real socket.
import { type Audit, serverAudits } from 'graphql-http';
import { expect, onTestFinished, test } from 'vitest';
import { serviceToken } from '../support/callers/caller-tokens.ts';
import { listen } from '../support/gateways/graph-under-test.ts';
import { startHandTypedUpstream } from '../support/upstreams/hand-typed-upstream.ts';

const reason =
  'SHOULD be 200 under application/json; it is 400, so that proxies and monitors see a request that was never carried out';

/** The audits that the gateway deliberately fails, with the reason. */
const knownDeviations: Readonly<Record<string, string>> = {
  '572B': `a document that cannot be parsed: ${reason}`,
  FDE2: `a document that is not valid: ${reason}`,
  '7B9B': `variables of the wrong type: ${reason}`,
};

async function startGateway() {
  const stub = await startHandTypedUpstream();
  onTestFinished(() => stub.close());
  const url = await listen({ baseUrl: stub.url });
  const token = await serviceToken();
  const fetchFn = (input: string, { headers, ...init }: RequestInit = {}) =>
    // The first header authenticates; the second is the one Apollo requires of requests that a browser could send without a preflight.
    fetch(input, {
      ...init,
      headers: { ...headers, authorization: `Bearer ${token}`, 'apollo-require-preflight': 'yes' },
    });
  return { url: `${url}/graphql`, fetchFn };
}

test('every MUST holds, and every SHOULD and MAY except those declined', async () => {
  const audits: Audit[] = serverAudits(await startGateway());
  const results = [];
  for (const audit of audits) results.push(await audit.fn());
  const failed = results.filter(({ status }) => status !== 'ok');
  expect(results.length).toBeGreaterThan(50);
  expect(failed.filter(({ name }) => name.startsWith('MUST'))).toEqual([]);
  expect(failed.map(({ id }) => id)).toEqual(Object.keys(knownDeviations));
});

// The audits leave this out.
test('an optional parameter in the URL that is empty or null, and an empty name in a body, is one that was left out', async () => {
  const { url, fetchFn } = await startGateway();
  const answerTo = async (parameters: string) => {
    const response = await fetchFn(`${url}?query={viewer{role}}${parameters}`);
    return [response.status, await response.text()];
  };
  const plain = [200, '{"data":{"viewer":{"role":"SERVICE"}}}\n'];
  expect(await answerTo('')).toEqual(plain);
  for (const empty of [
    '&operationName=',
    '&variables=',
    '&extensions',
    '&operationName=&variables=&extensions=',
    '&variables=null&extensions=null',
  ])
    expect([empty, ...(await answerTo(empty))]).toEqual([empty, ...plain]);
  const byPost = await fetchFn(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'query A { viewer { role } }', operationName: '' }),
  });
  expect([byPost.status, await byPost.text()]).toEqual(plain);
  const twice = await answerTo('&variables={}&variables={}');
  expect(twice).toEqual([400, expect.stringContaining('only be specified once')]);
});
