/** The filling of an index in memory over models of services, one for each agent, at a time that stands still until the test moves it. */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { noReplicas, type Replicas } from '@realty-forms/platform/replicas/replicas.ts';
import { createLeases, leaseTable } from '@realty-forms/platform/stores/leases.ts';
import { openSqliteSql } from '@realty-forms/platform/stores/sqlite-sql.ts';
import { onTestFinished, vi } from 'vitest';
import { createSealer } from '../../../../src/gateway/ids/seal.ts';
import { createChangeCursors } from '../../../../src/gateway/live/tracking/change-cursors.ts';
import { createDecode } from '../../../../src/gateway/reading/decode.ts';
import type { AgentReads } from '../../../../src/gateway/search/filling/agent-list.ts';
import { Filling, type FillingOptions } from '../../../../src/gateway/search/filling/filling.ts';
import { Interest } from '../../../../src/gateway/search/filling/interest.ts';
import type { SearchIndex } from '../../../../src/gateway/search/index.ts';
import { sealKey } from '../../../support/callers/id-keys.ts';
import { captureLog } from '../../../support/caught-log.ts';
import { indexInMemory } from '../../../support/gateways/search-index.ts';
import { serviceGrantOf } from '../../live/grants.ts';
import { ModelService, type Traits, type Write } from '../../live/model-service.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
const OVERLAP_MS = 120 * SECOND;
/** How often the filling looks for what is due. */
const ROUND_MS = 2 * SECOND;
export const clock = { now: () => Date.now() };
/** Work with the index that is under way: it takes real time, in which the simulated one stands still. */
let busy = 0;
const turn = () => new Promise((resolve) => void setImmediate(resolve));

async function settle(): Promise<void> {
  for (let idle = 0; idle < 3; idle += 1) {
    await turn();
    if (busy > 0) idle = -1;
  }
}

/** Lets so much time pass. */
export async function pass(ms: number): Promise<void> {
  await settle();
  for (const end = Date.now() + ms; Date.now() < end; await settle())
    await vi.advanceTimersByTimeAsync(Math.min(ROUND_MS, end - Date.now()));
}

/** The same for a long time, with few of the rounds in which nothing is due: two of a minute, or of five. */
export async function skip(ms: number): Promise<void> {
  const jump = Math.min(5 * MINUTE, Math.max(MINUTE, ms / 60)) - 2 * ROUND_MS;
  for (const end = Date.now() + ms; Date.now() < end; ) {
    vi.setSystemTime(Math.min(end, Date.now() + jump));
    await pass(2 * ROUND_MS);
  }
}

export const simulateTime = () =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });

function counted(index: SearchIndex): SearchIndex {
  const entries = Object.entries(index).map(([name, method]) => [
    name,
    async (...args: readonly unknown[]) => {
      busy += 1;
      try {
        return await (method as (...given: readonly unknown[]) => unknown)(...args);
      } finally {
        busy -= 1;
      }
    },
  ]);
  return Object.fromEntries(entries) as SearchIndex;
}

export interface Call {
  readonly nrdsId: string;
  readonly at: number;
  readonly what: 'list' | 'record';
  readonly size?: number;
  readonly full?: boolean;
}

/** Needs fake timers. The lists of these agents have so many transactions, all changed long ago but one. */
export async function fillingUnderTest(
  lengths: Readonly<Record<string, number>>,
  own: Partial<Traits> = {},
  given = indexInMemory(),
) {
  const traits: Traits = { times: 'milliseconds', excludesSince: false, comparesDays: false, ...own };
  const services = new Map<string, ModelService>();
  for (const [nrdsId, length] of Object.entries(lengths)) {
    const service = new ModelService(traits, 60 * SECOND, length, length * 24 * 60 * MINUTE);
    services.set(nrdsId, service);
    vi.setSystemTime(service.now);
  }
  const start = Date.now();
  const keepUp = (service: ModelService) => service.advance(Math.max(0, Date.now() - service.now));
  const serviceOf = (nrdsId: string) => services.get(nrdsId) as ModelService;
  const database = openSqliteSql(':memory:', clock);
  await database.query(leaseTable);
  const leases = createLeases(database);
  const index = counted(given);
  await index.open('settings');
  const calls: Call[] = [];
  const deleted: string[] = [];
  const { log, lines } = captureLog();
  const cursors = createChangeCursors({ sealer: createSealer([sealKey(1)]), clock, timeZone: 'UTC' });
  const decode = createDecode({ timeZone: 'UTC', log, metrics: createMetrics() });
  const state = {
    fault: null as Error | null,
    /** Of reads of a transaction by its number. */
    recordFaults: new Map<string, Error>(),
    agents: Object.keys(lengths) as readonly string[] | Error,
    closedDays: null as number | null,
    /** What the service has by number and in no list. */
    elsewhere: new Map<string, FlatRecord>(),
  };
  const readsWith = async (nrdsId: string, mayCall: () => Promise<void>): Promise<AgentReads> => {
    const service = serviceOf(nrdsId);
    const call = async (made: Omit<Call, 'nrdsId' | 'at'>) => {
      await mayCall();
      calls.push({ nrdsId, at: Date.now() - start, ...made });
      if (state.fault !== null) throw state.fault;
      keepUp(service);
    };
    return {
      grant: await serviceGrantOf(nrdsId),
      source: {
        list: {
          batchBehavior: service.batchBehavior,
          forget() {},
          async read(list, batch) {
            await call({ what: 'list', size: batch.size, full: list.full });
            return await service.read(list, batch);
          },
        },
        async record(transId) {
          await call({ what: 'record' });
          const fault = state.recordFaults.get(transId);
          if (fault !== undefined) throw fault;
          const found = service.rows().get(transId);
          return found === undefined ? (state.elsewhere.get(transId) ?? null) : JSON.parse(found);
        },
      },
      cursors,
      options: { decode, clock, overlapMs: OVERLAP_MS, log },
      closedDays: state.closedDays,
    };
  };
  /** A process that fills, unless another one does. */
  const create = (changed: Partial<FillingOptions> = {}, replicas: Replicas = noReplicas) => {
    const interest = new Interest(replicas, clock);
    const filling = new Filling({
      index,
      agents: async () => {
        if (state.agents instanceof Error) throw state.agents;
        return state.agents;
      },
      readsOf: readsWith,
      leases,
      interest,
      callsPerMinute: 6_000,
      onDeleted: (nrdsId, transIds) => void deleted.push(...transIds.map((transId) => `${nrdsId} ${transId}`)),
      clock,
      random: () => 0.5,
      log,
      metrics: createMetrics(),
      ...changed,
    });
    filling.start();
    // Otherwise its rounds would go on, and in the fake time of other files' tests, which share the worker.
    onTestFinished(() => void filling.close());
    return { filling, interest };
  };
  const write = (nrdsId: string, made: Partial<Write> & Pick<Write, 'kind'>) => {
    keepUp(serviceOf(nrdsId));
    serviceOf(nrdsId).write({ which: 0, content: 1, late: 0, ...made });
  };
  return {
    create,
    index,
    cursors,
    calls,
    deleted,
    lines,
    state,
    serviceOf,
    readsWith,
    edit: (nrdsId: string, which = 0, content = 1) => write(nrdsId, { kind: 'edit', which, content }),
    insert: (nrdsId: string) => write(nrdsId, { kind: 'insert' }),
    remove: (nrdsId: string, which = 0) => write(nrdsId, { kind: 'delete', which }),
    write,
    /** The rows of an agent, by their numbers, as the service writes them. */
    async rows(nrdsId: string): Promise<Map<string, string>> {
      const log = await index.changesSince(0, 10_000);
      const changes = log.changes.filter((each) => each.nrdsId === nrdsId);
      const [sample = '{}'] = serviceOf(nrdsId).rows().values();
      // The index leaves blanks out.
      const blanks = Object.fromEntries(Object.keys(JSON.parse(sample)).map((column) => [column, '']));
      return new Map(
        changes.flatMap(({ transId, record }) =>
          record === null ? [] : [[String(transId), JSON.stringify({ ...blanks, ...record })] as const],
        ),
      );
    },
  };
}
