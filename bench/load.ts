/**
 * The load generator, a separate process: sends a given number of requests on several connections, each with its own body and
 * token. Reads its orders from standard input and prints the counts; anything but a 2xx counts as failed.
 */
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

export interface LoadOptions {
  readonly url: string;
  readonly amount: number;
  /** One per connection. */
  readonly clients: readonly { readonly body: string; readonly token: string }[];
}

export interface LoadResult {
  readonly succeeded: number;
  readonly failed: number;
  readonly seconds: number;
}

if (import.meta.main) {
  const { url, amount, clients } = JSON.parse(await text(process.stdin)) as LoadOptions;
  let next = 0;
  let end = 0;
  const start = performance.now();
  const run = autocannon({
    url,
    connections: clients.length,
    amount,
    timeout: 60,
    sampleInt: 100,
    setupClient(client) {
      const { body, token } = clients[next % clients.length]!;
      next += 1;
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      client.setRequests([{ method: 'POST', path: new URL(url).pathname, headers, body }]);
    },
  });
  // The run ends only with autocannon's next sample, some time after the last response.
  run.on('response', () => {
    end = performance.now();
  });
  const result = await run;
  const counts: LoadResult = {
    succeeded: result['2xx'],
    failed: result.non2xx + result.errors + result.timeouts,
    seconds: (end - start) / 1000,
  };
  console.log(JSON.stringify(counts));
}
