// Shutdown of the program while many clients listen: each is told to subscribe again elsewhere, and the program does not wait for them.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { developmentToken } from '../support/callers/development-tokens.ts';
import { type MainProcess, startMain } from '../support/programs/main-process.ts';

const STREAMS = 100;
/** Whatever is open after this time is cut off. Streams end at once, which takes a busy machine seconds. */
const GRACE_MS = 60_000;

test(`SIGTERM ends ${STREAMS} open streams in order once no new connection is accepted, and the program with 0`, async () => {
  const program = await startProgram();
  const streams: Awaited<ReturnType<typeof subscribe>>[] = [];
  // A few at a time: all at once are more work than is admitted.
  while (streams.length < STREAMS) {
    const opened = await Promise.all(Array.from({ length: 10 }, () => subscribe(program)));
    expect(opened.map(({ status }) => status)).toEqual(Array(10).fill(200));
    streams.push(...opened);
  }
  await Promise.all(streams.map(({ hasBegun }) => hasBegun));
  program.main.signal('SIGTERM');
  streams.push(await openWhileDraining(program));
  await Promise.race(streams.map(({ rest }) => rest));
  // Whoever subscribes again must not come back to this process, which would refuse it.
  await expect(fetch(`${program.url}/readyz`)).rejects.toThrow();
  const ends = await Promise.all(streams.map(({ rest }) => rest));
  const complete =
    /\nevent: next\ndata: \{"errors":\[\{[^\n]*"code":"STREAM_ENDED","retryable":true[^\n]*\n\nevent: complete\ndata:\n\n$/;
  expect(ends.filter((text) => !complete.test(text))).toEqual([]);
  const { code, stdout } = await program.main.ended;
  expect(code).toBe(0);
  expect(stdout).not.toContain('did not finish in time');
});

interface Program {
  readonly main: MainProcess;
  readonly url: string;
  readonly token: string;
  readonly agent: Agent;
}

async function startProgram(): Promise<Program> {
  const main = startMain({
    RATE_LIMIT: '1000000',
    MAX_REQUESTS_PER_CALLER: '5000',
    // New connections are accepted for a moment, as behind a load balancer that has not noticed yet.
    DRAIN_DELAY_MS: '4000',
    DRAIN_GRACE_MS: String(GRACE_MS),
  });
  const url = await main.printed(/"graphql":"(\S+?)\/graphql"/);
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  onTestFinished(() => agent.destroy());
  return { main, url, token: await developmentToken(main.dataDir), agent };
}

/** Sends a subscription; resolves when the headers of its response have come. */
async function subscribe({ url, token, agent }: Pick<Program, 'url' | 'token' | 'agent'>) {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'text/event-stream',
    'content-type': 'application/json',
  };
  const sent = request(`${url}/graphql`, { method: 'POST', agent, headers });
  sent.end(JSON.stringify({ query: 'subscription { transactionChanges { kind } }' }));
  const [response] = await once(sent, 'response');
  let text = '';
  const begun = Promise.withResolvers<void>();
  const rest = new Promise<string>((resolve) => {
    response.on('data', (chunk: Buffer) => {
      text += String(chunk);
      if (text.includes('READY')) begun.resolve();
    });
    // What breaks off lacks its last words.
    response.on('error', () => undefined);
    response.on('close', () => resolve(text));
  });
  return { status: response.statusCode as number, headers: response.headers, hasBegun: begun.promise, rest };
}

/** As behind a load balancer that has not noticed yet: new streams are accepted like any other request, and end with all others. */
async function openWhileDraining({ url, token }: Program) {
  await expect.poll(async () => (await fetch(`${url}/readyz`).catch(() => null))?.status).toBe(503);
  const agent = new Agent();
  onTestFinished(() => agent.destroy());
  const stream = await subscribe({ url, token, agent });
  expect(stream.status).toBe(200);
  await stream.hasBegun;
  return stream;
}
