// Live updates of replicas of the real program with a real PostgreSQL server, which cannot be reached for a while. Those of workers are in workers.test.ts.
import { describe, expect, onTestFinished, test } from 'vitest';
import { agentToken } from '../support/callers/caller-tokens.ts';
import { startCutProxy } from '../support/cut-proxy.ts';
import { type OpenedStream, openStream } from '../support/gateways/stream-client.ts';
import { findBinaries, notInstalled } from '../support/postgresql/binaries.ts';
import { startPostgres } from '../support/postgresql/server.ts';
import { type MainProcess, startMain } from '../support/programs/main-process.ts';
import { type ChangingUpstream, startChangingUpstream } from '../support/upstreams/changing-upstream.ts';
import { settingsFor } from '../support/upstreams/real-upstream.ts';

const AGENT = '111';
const query =
  'subscription ($after: String) { transactionChanges(after: $after) { kind cursor transaction { name } } }';
const token = await agentToken([AGENT]);

async function startService(): Promise<ChangingUpstream> {
  const upstream = await startChangingUpstream([AGENT]);
  onTestFinished(upstream.close);
  return upstream;
}

interface Replica {
  /** By which the service knows it. */
  readonly name: string;
  readonly main: MainProcess;
  readonly url: string;
}

async function startReplica(name: string, { url, keySetUrl }: ChangingUpstream, settings = {}): Promise<Replica> {
  const main = startMain({
    ...settingsFor(url, keySetUrl),
    UPSTREAM_VENDOR_EMAIL: name,
    LIVE_POLL_SECONDS: '1',
    MAX_REQUESTS_PER_CALLER: '5000',
    RATE_LIMIT: '100000',
    LOG_LEVEL: 'error',
    ...settings,
  });
  return { name, main, url: await main.printed(/"graphql":"(http:\S+?)\/graphql"/) };
}

const open = ({ url }: Pick<Replica, 'url'>, after: string | null = null) =>
  openStream(url, { query, token, variables: { after } });

/** Opens a stream and reads its first event. */
async function listen(replica: Pick<Replica, 'url'>) {
  const stream = await open(replica);
  return { stream, first: (await stream.result()).data.transactionChanges };
}

async function nameIn(stream: OpenedStream): Promise<string> {
  const { data } = await stream.result();
  return data.transactionChanges.transaction.name;
}

/** Those who have polled the last few times. */
const lastPolls = ({ polls }: ChangingUpstream, count: number) => new Set(polls.slice(-count).map(({ by }) => by));

/** Waits until the service was polled so many times more. */
async function polledTimes({ polls }: ChangingUpstream, count: number): Promise<void> {
  const until = polls.length + count;
  await expect.poll(() => polls.length).toBeGreaterThanOrEqual(until);
}

const isInstalled = findBinaries() !== null;

describe.skipIf(!isInstalled)(isInstalled ? 'replicas with one PostgreSQL server' : notInstalled, () => {
  test('one polls for all, each by itself while the server is away, and another one if it is killed', {}, async () => {
    const server = await startPostgres();
    onTestFinished(server.close);
    const proxy = await startCutProxy(Number(server.port));
    onTestFinished(proxy.close);
    const shared = { LEDGER_URL: `postgresql://postgres@127.0.0.1:${proxy.port}/postgres` };
    const upstream = await startService();
    const [one, other] = (await Promise.all(
      ['one@vendor.example', 'other@vendor.example'].map((name) => startReplica(name, upstream, shared)),
    )) as [Replica, Replica];
    const streams = await Promise.all([one, other].map((replica) => listen(replica)));
    expect(streams.map(({ first }) => first.kind)).toEqual(['READY', 'READY']);

    // One of them polls, and both tell what has changed.
    await polledTimes(upstream, 1);
    await expect.poll(() => lastPolls(upstream, 3).size).toBe(1);
    const name = upstream.change(AGENT);
    expect(await Promise.all(streams.map(({ stream }) => nameIn(stream)))).toEqual([name, name]);

    // Nothing reaches the server.
    proxy.cut();
    await expect.poll(() => lastPolls(upstream, 4).size).toBe(2);
    const whileAway = upstream.change(AGENT);
    expect(await Promise.all(streams.map(({ stream }) => nameIn(stream)))).toEqual([whileAway, whileAway]);

    // It is reached again.
    proxy.heal();
    await expect.poll(() => lastPolls(upstream, 4).size).toBe(1);
    const whenBack = upstream.change(AGENT);
    expect(await Promise.all(streams.map(({ stream }) => nameIn(stream)))).toEqual([whenBack, whenBack]);

    // The one that polls is killed, and the other one polls.
    await polledTimes(upstream, 2);
    const [last] = lastPolls(upstream, 1);
    const [killed, left] = last === one.name ? [one, other] : [other, one];
    killed.main.signal('SIGKILL');
    await killed.main.ended;
    const afterKill = upstream.change(AGENT);
    expect(await nameIn(streams[left === one ? 0 : 1]!.stream)).toBe(afterKill);
    expect(lastPolls(upstream, 1)).toEqual(new Set([left.name]));
  });
});
