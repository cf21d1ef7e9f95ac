// A slice through the whole graph over a hostile upstream: each way of misbehaving has its code, what was asked beside it
// survives, no write happens twice, and nothing that upstream sent reaches the client.
import { expect, test } from 'vitest';
import { agentToken, serviceToken } from '../support/caller-tokens.ts';
import { type GraphUnderTest, startGraph } from '../support/graph-under-test.ts';
import { startHandTypedUpstream } from '../support/hand-typed-upstream.ts';
import { type Mode, modes } from '../support/hostile-modes.ts';
import { type HostileUpstream, startHostileUpstream } from '../support/hostile-upstream.ts';

// Longer than the waits before two retries take on a busy machine.
const DEADLINE_MS = 600;
const leaks = /hostile|<html|token-\d|client-secret-1|127\.0\.0\.1|Teapot|Oops|UND_ERR|ECONN|HPE_|node_modules|\.ts\b/i;

const slice = [
  'a reset before any byte',
  'a reset in the body',
  'silence',
  'a body that drips',
  'what is no HTTP',
  'two lengths',
  'headers too large',
  'HTML that is called JSON',
  'JSON that is cut',
  'a gzip bomb',
  'a huge body in chunks',
  'an object, whatever is due',
  'a text, whatever is due',
  'a redirect, 307',
  'a status of failure in the body',
  '500 with HTML',
  'a refusal that no row lists',
  '401 to every token',
  'a rate limit until the year 9999',
].map((name): [string, Mode] => {
  const mode = modes.find((each) => each.name === name);
  if (mode === undefined) throw new Error(`no mode "${name}"`);
  return [name, mode];
});

/** The graph over the hand-typed service, which the hostile one stands before. */
async function withGraph(
  target: string,
  { does }: Mode,
  run: (graph: GraphUnderTest, server: HostileUpstream) => Promise<void>,
) {
  const service = await startHandTypedUpstream();
  const server = await startHostileUpstream(does, async ({ path }, body) => {
    const headers = { 'content-type': 'application/json' };
    return await (await fetch(service.url + path, { method: 'POST', headers, body })).text();
  });
  const graph = await startGraph({ baseUrl: server.url(target), deadlineMs: DEADLINE_MS, maxResponseBytes: 1_000_000 });
  try {
    await run(graph, server);
  } finally {
    await Promise.all([service.close(), server.stop()]);
  }
}

const codeOf = ({ reading }: Mode) => (reading === 'UPSTREAM_RATE_LIMITED' ? 'RATE_LIMITED' : reading);

const query = `{
  transactions(agentNrdsId: "100") { totalCount nodes { name } }
  account(by: { nrdsId: "100" }) { firstName }
  viewer { role }
}`;

test.each(slice)('a list that upstream answers with %s blanks itself alone', async (_, mode) => {
  await withGraph('listTrans', mode, async ({ ask }) => {
    const { status, data, errors, text } = await ask(query, { token: await serviceToken() });
    expect(status).toBe(200);
    expect(data).toEqual({ transactions: null, account: { firstName: 'Ada' }, viewer: { role: 'SERVICE' } });
    expect(errors).toMatchObject([{ path: ['transactions'], extensions: { code: codeOf(mode) } }]);
    expect(text).not.toMatch(leaks);
  });
});

const mutation = `mutation ($input: CreateTransactionInput!) {
  createTransaction(input: $input) { outcome userErrors { code message } transaction { name } }
}`;
const input = {
  agentNrdsId: '100',
  stateId: 'OR',
  name: 'New House',
  streetAddress: '7 New Street',
  propertyType: 'FARM_AND_RANCH',
  type: 'LEASE_RENTAL',
  status: 'WITHDRAWN',
};

/** What is told of a creation: its outcome, or the code of the error where nothing can have been done. */
function outcomeOf({ reading }: Mode): string {
  if (reading === 'UPSTREAM_ACCESS_DENIED') return reading;
  if (reading === 'UPSTREAM_RATE_LIMITED') return 'RATE_LIMITED';
  return reading === 'UPSTREAM_REJECTED' ? 'REJECTED' : 'UNKNOWN';
}

test.each(slice)(
  'a creation that upstream answers with %s is sent once, and told for what is known of it',
  async (_, mode) => {
    await withGraph('addTrans', mode, async ({ ask }, server) => {
      const { data, errors, text } = await ask(mutation, { token: await agentToken(), variables: { input } });
      expect(data?.createTransaction?.outcome ?? errors?.[0]?.extensions['code']).toBe(outcomeOf(mode));
      const sent = server.requests.filter(({ endpoint }) => endpoint === 'addTrans').length;
      expect(sent).toBeLessThanOrEqual(mode.reading === 'UPSTREAM_ACCESS_DENIED' ? 2 : 1);
      // A refusal is quoted to whoever can put it right.
      if (mode.reading !== 'UPSTREAM_REJECTED') expect(text).not.toMatch(leaks);
    });
  },
);
