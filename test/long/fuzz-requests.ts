/**
 * Sends generated requests, valid and invalid, to its own instance of the POST API and prints the number of responses by status.
 * Fails on the first 5xx and on the first response that the OpenAPI document does not contain, with the seed that reproduces it.
 */

import { createReferenceServer } from '@realty-forms/reference/server.ts';
import fc from 'fast-check';
import type { Document } from '../../packages/reference/test/openapi/response-validator.ts';
import { readOnly } from '../../packages/reference/test/read-only-client.ts';
import { createSender, requestsOf, type Sender } from '../../packages/reference/test/requests/requests.ts';
import { createFolder } from '../support/programs/script-resources.ts';
import { caseSwitches, readSwitches } from '../support/switches.ts';

/** The client of the document's examples, with every scope. */
const generator = {
  id: 'generator',
  secret: 'generator-secret',
  vendorEmail: 'vendor@vendor.example',
  scopes: ['account.read', 'transactions.read', 'transactions.create'],
} as const;

const DEFAULT_RUNS = 10_000;

export async function run(args: readonly string[]): Promise<boolean> {
  const { runs: numRuns, seed } = readSwitches(args, caseSwitches(DEFAULT_RUNS));
  const dataDir = createFolder('fuzz-');
  const server = await createReferenceServer({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    clients: [generator, readOnly],
    seed: { agents: 16, offices: 3, transactions: 60, seed: 1 },
    timeZone: 'UTC',
    logLevel: 'silent',
  });
  try {
    const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
    const tokens = {
      vendor: await obtainToken(server.url, generator),
      'read-only': await obtainToken(server.url, readOnly),
    };
    const sender = createSender({ url: server.url, document, tokens });
    console.log(`${numRuns} requests, seed ${seed}`);
    const outcome = await fc.check(
      fc.asyncProperty(requestsOf(document), async (request) => {
        const complaint = await sender.send(request);
        if (complaint !== null) throw new Error(complaint);
      }),
      { numRuns, seed },
    );
    print(sender);
    if (!outcome.failed) console.log('every response is documented, none is a 5xx');
    if (outcome.failed) console.error(await fc.asyncDefaultReportMessage(outcome));
    return !outcome.failed;
  } finally {
    await server.close();
  }
}

async function obtainToken(
  url: string,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: form });
  return ((await response.json()) as { access_token: string }).access_token;
}

function print({ counts }: Sender): void {
  const byPath = new Map<string, string[]>();
  for (const [key, count] of [...counts].sort()) {
    const [path = '', status] = key.split(' ');
    byPath.set(path, [...(byPath.get(path) ?? []), `${status}: ${count}`]);
  }
  for (const [path, statuses] of byPath) console.log(`${path.padEnd(30)} ${statuses.join('  ')}`);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(`${'all'.padEnd(30)} ${total}`);
}
