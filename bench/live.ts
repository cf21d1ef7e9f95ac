/**
 * Live updates: `npm run bench -- live` opens 1,000 streams, each of a caller of its own, on one agent and on 50. Measured are the
 * calls of the POST API while they are open, the time from a poll's answer until each stream has told the change, and the heap of an
 * idle stream. Intervals are shortened, so that as many polls as in a minute fit into 18 s.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sign } from '../test/support/callers/caller-tokens.ts';
import { readSwitches, wholeNumber } from '../test/support/switches.ts';
import { type ChangingUpstream, startChangingUpstream } from '../test/support/upstreams/changing-upstream.ts';
import { collectedHeapMb, inspect, inspectorSwitches } from './inspector.ts';
import { openStreams } from './live-streams.ts';
import type { Server } from './processes.ts';
import { atMost, machine, met, outputSwitches, publish, table, type Verdict } from './report.ts';
import { startGateway } from './servers.ts';
import { quantile } from './statistics.ts';

/** In place of 10 and 60 s. */
const POLL_SECONDS = 3;
const COUNT_SECONDS = 18;
const WINDOW_MS = COUNT_SECONDS * 1_000;
const CHANGES = 4;
/** Streams that compile the code before the others are counted. */
const WARM_UPS = 300;
const WARM_UP_CHANGES = 2;
const AGENTS = Array.from({ length: 50 }, (_, index) => String(700_000_001 + index));

/** The largest values that are allowed. */
const targets = { callsPerAgent: 7, p99Ms: 300, kilobytes: 15 };

interface Row {
  readonly agents: number;
  /** In as long as a minute's polls take. */
  readonly calls: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly kilobytes: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const values = readSwitches(args, { ...outputSwitches, streams: wholeNumber(1_000) });
  const upstream = await startChangingUpstream(AGENTS);
  const rows: Row[] = [];
  try {
    for (const agents of [1, AGENTS.length]) {
      // A gateway of its own: the polls of another one would be taken for those of this one.
      const gateway = await start(upstream, values.streams);
      try {
        rows.push(await measureStreams(upstream, gateway, AGENTS.slice(0, agents), values.streams));
      } finally {
        await gateway.stop();
      }
      console.error(JSON.stringify(rows.at(-1)));
    }
  } finally {
    await upstream.close();
  }
  publish('live', { text: report(rows, values.streams), results: { rows }, verdicts: rows.flatMap(judge) }, values);
}

function start(upstream: ChangingUpstream, streams: number): Promise<Server> {
  const overrides = {
    LIVE_POLL_SECONDS: String(POLL_SECONDS),
    MAX_CONNECTIONS: String(5 * (streams + WARM_UPS)),
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
): Promise<Row> {
  const change = () => {
    const names = agents.map(upstream.change);
    return (stream: number) => names[stream % agents.length] ?? null;
  };
  const inspector = await inspect(gateway);
  // Each agent has its feed, and the code is compiled, before the streams are counted.
  const first = await openStreams(gateway.url, await tokensFor(agents, WARM_UPS));
  const startedAt = performance.now();
  const listsBefore = upstream.lists();
  await first.received(change());
  const before = await collectedHeapMb(inspector);
  const streams = await openStreams(gateway.url, await tokensFor(agents, count));
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
  streams.close();
  return {
    agents: agents.length,
    calls,
    medianMs: ofMedianRound(rounds, 0.5),
    p99Ms: ofMedianRound(rounds, 0.99),
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

/** Give or take a poll: intervals vary by a tenth. */
const maxCalls = (agents: number): number => Math.ceil(agents * targets.callsPerAgent * 1.03);

const judge = ({ agents, calls, p99Ms, kilobytes }: Row): Verdict[] => [
  atMost(`calls for agents: ${agents},`, calls, maxCalls(agents), 'per minute'),
  atMost(`p99 for agents: ${agents},`, p99Ms, targets.p99Ms, 'ms'),
  atMost(`an idle stream for agents: ${agents},`, kilobytes, targets.kilobytes, 'kB'),
];

function report(rows: readonly Row[], streams: number): string {
  const lines = rows.map((row) => [
    row.agents,
    `${row.calls} (${maxCalls(row.agents)})`,
    row.medianMs,
    row.p99Ms,
    row.kilobytes.toFixed(1),
    met(judge(row)),
  ]);
  return [
    `${streams} streams, each with its own caller; medians of ${CHANGES} changes of each agent; ${machine()}`,
    table(
      [
        'agents',
        'calls per minute (at most)',
        'from poll to client: median, ms',
        'p99, ms (at most 300)',
        'heap per idle stream, kB (at most 15)',
        'met',
      ],
      lines,
    ),
  ].join('\n\n');
}
