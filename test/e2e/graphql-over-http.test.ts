// GraphQL over HTTP, as the specification's own audits see it, over a real socket.
import { type Audit, serverAudits } from 'graphql-http';
import { expect, onTestFinished, test } from 'vitest';
import { serviceToken } from '../support/caller-tokens.ts';
import { listen } from '../support/graph-under-test.ts';
import { startHandTypedUpstream } from '../support/hand-typed-upstream.ts';

const visible =
  'SHOULD be 200 under application/json; it is 400, so that proxies and monitors see a request that was never carried out';

/** What the gateway does otherwise, with the reason. */
const declined: Readonly<Record<string, string>> = {
  '572B': `a document that cannot be parsed: ${visible}`,
  FDE2: `a document that is not valid: ${visible}`,
  '7B9B': `variables of the wrong type: ${visible}`,
};

async function startAudits(): Promise<Audit[]> {
  const stub = await startHandTypedUpstream();
  onTestFinished(() => stub.close());
  const url = await listen({ baseUrl: stub.url });
  const token = await serviceToken();
  const fetchFn = (input: string, { headers, ...init }: RequestInit = {}) =>
    // The first header is ours; the second is what Apollo wants of a request that a browser could send by itself.
    fetch(input, {
      ...init,
      headers: { ...headers, authorization: `Bearer ${token}`, 'apollo-require-preflight': 'yes' },
    });
  return serverAudits({ url: `${url}/graphql`, fetchFn });
}

test('every MUST holds, and every SHOULD and MAY but those that are declined', async () => {
  const audits = await startAudits();
  const results = [];
  for (const audit of audits) results.push(await audit.fn());
  const failed = results.filter(({ status }) => status !== 'ok');
  expect(results.length).toBeGreaterThan(50);
  expect(failed.filter(({ name }) => name.startsWith('MUST'))).toEqual([]);
  expect(failed.map(({ id }) => id)).toEqual(Object.keys(declined));
});
