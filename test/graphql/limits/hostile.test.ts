// A cross-section of the graph over a hostile upstream: each kind of misbehavior has its code, fields selected beside it
// survive, no write happens twice, and nothing that upstream sent reaches the client.
import { expect, onTestFinished, test } from 'vitest';
import { agentToken, serviceToken } from '../../support/callers/caller-tokens.ts';
import { type GraphUnderTest, startGraph } from '../../support/gateways/graph-under-test.ts';
import { DEADLINE_MS, holdDeadlines } from '../../support/held-deadlines.ts';
import { endlessModes, type Mode, modes } from '../../support/hostile/hostile-modes.ts';
import { startHostileUpstream } from '../../support/hostile/hostile-upstream.ts';
import { startHandTypedUpstream } from '../../support/upstreams/hand-typed-upstream.ts';

const leaks = /hostile|<html|token-\d|client-secret-1|127\.0\.0\.1|Teapot|Oops|UND_ERR|ECONN|HPE_|node_modules|\.ts\b/i;

const slice = [
  'a reset within the body',
  'no response',
  'HTML declared as JSON',
  'a huge chunked body',
  'a string for every endpoint',
  'an error status in the body of a 200',
  '500 with HTML',
  'a rejection that section 7 does not list',
  'a 401 for every token',
  'a rate limit until the year 9999',
].map((name): [string, Mode] => {
  const mode = modes.find((each) => each.name === name);
  if (mode === undefined) throw new Error(`no mode "${name}"`);
  return [name, mode];
});

const first = '{ account(by: { nrdsId: "100" }) { firstName } }';

/** What the graph over the hand-typed service responds, with the hostile one in front of it. */
async function askIn(mode: Mode, target: string, ...[query, options]: Parameters<GraphUnderTest['ask']>) {
  const service = await startHandTypedUpstream();
  const server = await startHostileUpstream(mode.does, async ({ path }, body) => {
    const headers = { 'content-type': 'application/json' };
    return await (await fetch(service.url + path, { method: 'POST', headers, body })).text();
  });
  const graph = await startGraph({
    baseUrl: server.url(target),
    deadlineMs: DEADLINE_MS,
    maxResponseBytes: 1_000_000,
  });
  onTestFinished(async () => void (await Promise.all([service.close(), server.stop()])));
  const isEndless = endlessModes.includes(mode);
  // The token, the directory and the account do not wait for the deadline.
  await graph.ask(first, { token: await serviceToken() });
  const pass = isEndless ? holdDeadlines() : undefined;
  const asked = graph.ask(query, options);
  if (isEndless) await expect.poll(server.misbehaved).toBe(1);
  pass?.(DEADLINE_MS);
  return { ...(await asked), server };
}

const codeOf = ({ reading }: Mode) => (reading === 'UPSTREAM_RATE_LIMITED' ? 'RATE_LIMITED' : reading);

const query = `{
  transactions(agentNrdsId: "100") { totalCount nodes { name } }
  account(by: { nrdsId: "100" }) { firstName }
  viewer { role }
}`;

test.each(slice)('a list for which upstream sends %s makes only its own field null', async (_, mode) => {
  const { status, data, errors, text } = await askIn(mode, 'listTrans', query, { token: await serviceToken() });
  expect(status).toBe(200);
  expect(data).toEqual({ transactions: null, account: { firstName: 'Ada' }, viewer: { role: 'SERVICE' } });
  expect(errors).toMatchObject([{ path: ['transactions'], extensions: { code: codeOf(mode) } }]);
  expect(text).not.toMatch(leaks);
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

/** The expected result of a creation: its outcome, or an error code if nothing can have been written. */
function outcomeOf({ reading }: Mode): string {
  if (reading === 'UPSTREAM_ACCESS_DENIED') return reading;
  if (reading === 'UPSTREAM_RATE_LIMITED') return 'RATE_LIMITED';
  return reading === 'UPSTREAM_REJECTED' ? 'REJECTED' : 'UNKNOWN';
}

test.each(slice)(
  'a creation for which upstream sends %s is sent once, and reports what is known of it',
  async (_, mode) => {
    const variables = { input };
    const { data, errors, text, server } = await askIn(mode, 'addTrans', mutation, {
      token: await agentToken(),
      variables,
    });
    expect(data?.createTransaction?.outcome ?? errors?.[0]?.extensions['code']).toBe(outcomeOf(mode));
    const sent = server.requests.filter(({ endpoint }) => endpoint === 'addTrans').length;
    expect(sent).toBeLessThanOrEqual(mode.reading === 'UPSTREAM_ACCESS_DENIED' ? 2 : 1);
    // A rejection is quoted for the caller, who can correct the input.
    if (mode.reading !== 'UPSTREAM_REJECTED') expect(text).not.toMatch(leaks);
  },
);
