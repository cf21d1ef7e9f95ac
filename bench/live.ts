/**
 * Live updates: `npm run bench -- live` opens 1,000 streams, each of a caller of its own, on one agent and on 50. Measured are the
 * calls of the POST API while they are open, the time from a poll's answer until each stream has told the change, the heap of an idle
 * stream, and ordinary queries beside them. Intervals are shortened, so that as many polls as in a minute fit into 18 s.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sign } from '../test/support/callers/caller-tokens.ts';
import { readSwitches, wholeNumber } from '../test/support/switches.ts';
import { type ChangingUpstream, startChangingUpstream } from '../test/support/upstreams/changing-upstream.ts';
import { collectedHeapMb, inspect, inspectorSwitches } from './inspector.ts';
import { openStreams, type StreamClients } from './live-streams.ts';
import { cpuMicros, generateGood, type Server } from './processes.ts';
import { atMost, machine, met, outputSwitches, publish, table, type Verdict } from './report.ts';
import { inTurns } from './rounds.ts';
import { startGateway } from './servers.ts';
import { quantile, summarize } from './statistics.ts';

/** In place of 10 and 60 s. */
const POLL_SECONDS = 3;
const COUNT_SECONDS = 18;
const WINDOW_MS = COUNT_SECONDS * 1_000;
const CHANGES = 4;
/** Streams that compile the code before the others are counted. */
const WARM_UPS = 300;
const WARM_UP_CHANGES = 2;
const ROUNDS = 7;
const IDLE_MS = 6_000;
const QUERIES = 3_000;
const QUERY = '{ transactions(first: 1) { nodes { id name status } pageInfo { endCursor } } }';
const AGENTS = Array.from({ length: 50 }, (_, index) => String(700_000_001 + index));

/** The largest values that are allowed. */
const targets = { callsPerAgent: 7, p99Ms: 300, kilobytes: 15, queries: 1.1 };

interface Row {
  readonly agents: number;
  /** In as long as a minute's polls take. */
  readonly calls: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly lastMs: number;
  readonly kilobytes: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, { ...outputSwitches, streams: wholeNumber(1_000) });
  const upstream = await startChangingUpstream(AGENTS);
  const servers: Server[] = [];
  const clients: StreamClients[] = [];
  try {
    const rows: Row[] = [];
    for (const agents of [AGENTS.length, 1]) {
      // The polls of another gateway would be taken for those of this one.
      await servers.pop()?.stop();
      const gateway = await start(upstream, values.streams);
      servers.push(gateway);
      rows.unshift(await measureStreams(upstream, gateway, AGENTS.slice(0, agents), values.streams, clients));
    }
    const [listening] = servers as [Server];
    const plain = await start(upstream, values.streams);
    servers.push(plain);
    const queries = await compareQueries(listening, plain);
    const text = report(rows, queries, values.streams);
    const verdicts = [...rows.flatMap(judge), atMost('query beside streams', queries, targets.queries)];
    publish('live', { text, results: { rows, queries }, verdicts }, values);
  } finally {
    for (const each of clients) each.close();
    for (const server of servers) await server.stop();
    await upstream.close();
  }
}

function start(upstream: ChangingUpstream, streams: number): Promise<Server> {
  const overrides = {
    LIVE_POLL_SECONDS: String(POLL_SECONDS),
    MAX_CONNECTIONS: String(5 * streams),
    LIVE_POLLS_PER_MINUTE: '100000',
  };
  return startGateway(upstream, { overrides, switches: inspectorSwitches });
}

/** One per stream, each of a subject of its own, for the agents in turn. */
const tokensFor = (agents: readonly string[], count: number): Promise<readonly string[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      sign({
        role: 'agent',
        sub: `caller-${index}`,
        nrds: [agents[index % agents.length]!],
        scope: 'transactions.read',
      }),
    ),
  );

async function measureStreams(
  upstream: ChangingUpstream,
  gateway: Server,
  agents: readonly string[],
  count: number,
  clients: StreamClients[],
): Promise<Row> {
  const change = () => {
    const names = agents.map(upstream.change);
    return (stream: number) => names[stream % agents.length] ?? null;
  };
  const inspector = await inspect(gateway);
  // Each agent has its feed, and the code is compiled, before the streams are counted.
  const first = await openStreams(gateway.url, await tokensFor(agents, WARM_UPS));
  clients.push(first);
  const startedAt = performance.now();
  const listsBefore = upstream.lists();
  await first.received(change());
  const before = await collectedHeapMb(inspector);
  const streams = await openStreams(gateway.url, await tokensFor(agents, count));
  clients.push(streams);
  const kilobytes = (((await collectedHeapMb(inspector)) - before) * 2 ** 20) / count / 1_000;
  inspector.close();
  first.close();
  for (let round = 0; round < WARM_UP_CHANGES; round += 1) await streams.received(change());

  const rounds: (readonly number[])[] = [];
  for (let round = 0; round < CHANGES; round += 1) {
    const changedAt = performance.now();
    const arrivals = await streams.received(change());
    const polledAt = new Map(
      upstream.polls
        .filter(({ at }) => at > changedAt)
        .toReversed()
        .map(({ nrdsId, at }) => [nrdsId, at]),
    );
    const delays = arrivals.map((at, stream) => at - (polledAt.get(agents[stream % agents.length] ?? '') ?? at));
    rounds.push(delays);
  }
  // At least twice as long as that many polls take, from the moment at which each agent has its feed.
  await delay(Math.max(0, startedAt + 2 * WINDOW_MS - performance.now()));
  const calls = Math.round(((upstream.lists() - listsBefore) * WINDOW_MS) / (performance.now() - startedAt));
  return {
    agents: agents.length,
    calls,
    medianMs: ofMedianRound(rounds, 0.5),
    p99Ms: ofMedianRound(rounds, 0.99),
    lastMs: ofMedianRound(rounds, 1),
    kilobytes,
  };
}

/** One change may be told while the machine does something else. */
function ofMedianRound(rounds: readonly (readonly number[])[], share: number): number {
  return quantile(
    rounds.map((delays) => quantile(delays, share)),
    0.5,
  );
}

/** The CPU time of a query beside the streams, in parts of that without them. */
async function compareQueries(listening: Server, plain: Server): Promise<number> {
  const body = JSON.stringify({ query: QUERY });
  const clients = (await tokensFor(AGENTS.slice(0, 8), 8)).map((token) => ({ token, body }));
  const idle = await idleMicrosPerMs(listening);
  const query = async ({ url, pid }: Server): Promise<number> => {
    const [before, startedAt] = [cpuMicros(pid), performance.now()];
    await generateGood({ url, clients, until: { responses: QUERIES } });
    const own = pid === listening.pid ? idle * (performance.now() - startedAt) : 0;
    return (cpuMicros(pid) - before - own) / QUERIES;
  };
  const turns = [() => query(listening), () => query(plain)];
  await inTurns(2, turns);
  const [beside = [], without = []] = await inTurns(ROUNDS, turns);
  return summarize(beside.map((micros, round) => micros / (without[round] ?? Number.NaN))).median;
}

/** Give or take a poll: intervals vary by a tenth. */
const maxCalls = (agents: number): number => Math.ceil(agents * targets.callsPerAgent * 1.03);

/** What the streams themselves take: polls, signs of life, and looking after them. */
async function idleMicrosPerMs({ pid }: Server): Promise<number> {
  const before = cpuMicros(pid);
  await delay(IDLE_MS);
  return (cpuMicros(pid) - before) / IDLE_MS;
}

const judge = ({ agents, calls, p99Ms, kilobytes }: Row): Verdict[] => [
  atMost(`calls for agents: ${agents},`, calls, maxCalls(agents), 'per minute'),
  atMost(`p99 for agents: ${agents},`, p99Ms, targets.p99Ms, 'ms'),
  atMost(`an idle stream for agents: ${agents},`, kilobytes, targets.kilobytes, 'kB'),
];

function report(rows: readonly Row[], queries: number, streams: number): string {
  const lines = rows.map((row) => [
    row.agents,
    row.calls,
    maxCalls(row.agents),
    row.medianMs,
    row.p99Ms,
    row.lastMs,
    row.kilobytes.toFixed(1),
    met(judge(row)),
  ]);
  return [
    `${streams} streams, each of a caller of its own; medians of ${CHANGES} changes of each agent; ${machine()}`,
    table(
      [
        'agents',
        'POST API calls per minute',
        'at most',
        'change told after the poll, median ms',
        'p99 ms (at most 300)',
        'the last one, ms',
        'heap per idle stream, kB (at most 15)',
        'met',
      ],
      lines,
    ),
    `CPU time of a query beside ${streams} idle streams, in parts of that without them, median of ${ROUNDS} alternating rounds: ${queries.toFixed(2)} (at most ${targets.queries.toFixed(2)})`,
  ].join('\n\n');
}
