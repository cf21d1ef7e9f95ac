/**
 * Sends requests, as a process of its own: as many as it is told, from several connections, each with a body and a token of
 * its own. Reads its orders from standard input and prints what came back; anything but success is counted.
 */
import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';

export interface Orders {
  readonly url: string;
  readonly amount: number;
  /** One a connection. */
  readonly clients: readonly { readonly body: string; readonly token: string }[];
}

export interface Sent {
  readonly succeeded: number;
  readonly failed: number;
  readonly seconds: number;
}

if (import.meta.main) {
  const { url, amount, clients } = JSON.parse(await text(process.stdin)) as Orders;
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
  // The run itself ends with the next sample, some time after the last answer.
  run.on('response', () => {
    end = performance.now();
  });
  const result = await run;
  const sent: Sent = {
    succeeded: result['2xx'],
    failed: result.non2xx + result.errors + result.timeouts,
    seconds: (end - start) / 1000,
  };
  console.log(JSON.stringify(sent));
}
