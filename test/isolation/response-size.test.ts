// No response is larger than its estimate: random operations over the whole schema and seeded data.

import { demoAgentNrdsId } from '@realty-forms/reference/seed/agents.ts';
import { getVariableValues, Kind, parse } from 'graphql';
import { expect, onTestFinished, test } from 'vitest';
import { createCostEstimator } from '../../src/graphql/cost/estimate.ts';
import { createSchema } from '../../src/graphql/schema/schema.ts';
import { serviceToken } from '../support/callers/caller-tokens.ts';
import { everyFieldOf } from '../support/gateways/full-selection.ts';
import { startGraph } from '../support/gateways/graph-under-test.ts';
import { CLIENT_SECRET, client, startUpstream } from '../support/upstreams/real-upstream.ts';
import { createKnownValues, learnFrom } from './known.ts';
import { createOperations } from './operations.ts';
import { createRandom } from './random.ts';

const OPERATIONS = 150;
const schema = createSchema();
const estimateCost = createCostEstimator(schema);

function estimate(text: string, variables: Readonly<Record<string, unknown>>): number {
  const [operation] = parse(text).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('the document has no operation');
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  return estimateCost(operation, { fragments: {}, variableValues: coerced ?? {} }).bytes;
}

test('no response is larger than its estimate', async () => {
  const upstream = await startUpstream({ seed: { agents: 5, offices: 2, transactions: 300, seed: 3 } });
  onTestFinished(() => upstream.close());
  const { ask } = await startGraph({
    baseUrl: upstream.url,
    clientId: client.id,
    clientSecret: CLIENT_SECRET,
    vendorEmail: client.vendorEmail,
  });
  const token = await serviceToken();
  const random = createRandom(20_261_122);
  const known = createKnownValues(random);
  known.add('nrdsId', demoAgentNrdsId);
  const next = createOperations(schema);
  const sizes: number[] = [];
  const check = async (query: string, variables: Readonly<Record<string, unknown>>): Promise<void> => {
    const { data } = await ask(query, { token, variables });
    if (data === undefined) return;
    learnFrom(data, [known]);
    const size = Buffer.byteLength(JSON.stringify({ data }));
    sizes.push(size);
    expect(size, query).toBeLessThanOrEqual(estimate(query, variables));
  };
  const whole = `id email ${everyFieldOf('Transaction', ['account', 'files'])} files(first: 5) { nodes { ${everyFieldOf('TransactionFile', ['transaction'])} } }`;
  await check('{ accounts(first: 5) { edges { cursor } nodes { id email nrdsId office { name } } } }', {});
  const page = `transactions(agentNrdsId: "${demoAgentNrdsId}", first: 100)`;
  await check(`{ ${page} { nodes { ${whole.replace('id email', '')} } } }`, {});
  for (const field of ['flat', 'name', 'property { legalDescription }', 'seller { parties { email } }', 'archiveUrl']) {
    await check(`{ ${page} { edges { cursor } nodes { ${field} } } }`, {});
  }
  const ownText = () => 'some text';
  for (let sent = 0; sent < OPERATIONS; sent += 1) {
    const { query, variables } = next({ random, candidates: known, all: known, ownText, anyText: ownText });
    if (!query.includes('Upload')) await check(query, variables);
  }
  // The result proves nothing unless there were large responses too.
  expect(sizes.filter((size) => size > 1_000).length).toBeGreaterThan(15);
  expect(Math.max(...sizes)).toBeGreaterThan(200_000);
});
