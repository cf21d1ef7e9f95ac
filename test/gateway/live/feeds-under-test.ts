/** Feeds over the model of a service, at a time that stands still until the test moves it. */
import type { FlatRecord } from '@realty-forms/contract/columns/codec.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { noReplicas, type Replicas } from '@realty-forms/platform/replicas/replicas.ts';
import { onTestFinished, vi } from 'vitest';
import type { AgentGrant } from '../../../src/gateway/callers/grants.ts';
import { createSealer } from '../../../src/gateway/ids/seal.ts';
import type { EventQueue } from '../../../src/gateway/live/event-queue.ts';
import { createFeedMessages } from '../../../src/gateway/live/feed-messages.ts';
import { createFeeds, type FeedsOptions } from '../../../src/gateway/live/feeds.ts';
import { createChangeCursors } from '../../../src/gateway/live/tracking/change-cursors.ts';
import type { ListSource } from '../../../src/gateway/live/tracking/change-window.ts';
import { transIdOf } from '../../../src/gateway/live/tracking/changes.ts';
import { createDecode } from '../../../src/gateway/reading/decode.ts';
import { sealKey } from '../../support/callers/id-keys.ts';
import { captureLog } from '../../support/caught-log.ts';
import { gatewayDefaults } from '../../support/gateways/default-options.ts';
import { ModelService, type Traits, type Write } from './model-service.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;

type Read = Parameters<ListSource['read']>;

interface RecordedRead {
  readonly at: number;
  readonly list: Read[0];
  readonly batch: Read[1];
}

export type FeedOverrides = Partial<FeedsOptions> & { readonly sourceOf?: () => ListSource };

/** Needs fake timers. `length` records, all changed long ago but one. */
export function feedsUnderTest({ sourceOf, ...overrides }: FeedOverrides = {}, length = 3, own: Partial<Traits> = {}) {
  const traits: Traits = { times: 'milliseconds', excludesSince: false, comparesDays: false, ...own };
  const service = new ModelService(traits, 60 * SECOND, length, length * 24 * 60 * MINUTE);
  vi.setSystemTime(service.now);
  const start = Date.now();
  const clock = { now: () => Date.now() };
  const reads: RecordedRead[] = [];
  const state: { fault: Error | null; isActive: boolean; record: FlatRecord | null } = {
    fault: null,
    isActive: true,
    record: null,
  };
  const keepUp = () => service.advance(Math.max(0, Date.now() - service.now));
  const write = (made: Partial<Write> & Pick<Write, 'kind'>) => {
    keepUp();
    service.write({ which: 0, content: 1, late: 0, ...made });
  };
  const source: ListSource = {
    async read(list, batch) {
      reads.push({ at: Date.now() - start, list, batch });
      if (state.fault !== null) throw state.fault;
      keepUp();
      return service.read(list, batch);
    },
    forget() {},
    batchBehavior: service.batchBehavior,
  };
  const { log, lines } = captureLog();
  const metrics = createMetrics();
  const cursors = createChangeCursors({ sealer: createSealer([sealKey(1)]), clock, timeZone: 'UTC' });
  const create = (
    replicas: Replicas = noReplicas,
    { sourceOf: ownSourceOf = sourceOf, ...own }: FeedOverrides = {},
  ) => {
    const created = createFeeds({
      ...gatewayDefaults.live,
      random: () => 0.5,
      cursors,
      decode: createDecode({ timeZone: 'UTC', log, metrics }),
      sources: { ofFeed: ownSourceOf ?? (() => source), ofRecord: () => async () => state.record },
      access: { isCurrent: async () => state.isActive },
      messages: createFeedMessages({ replicas, idKeys: [sealKey(1)], service: 'model' }),
      clock,
      log,
      metrics,
      ...overrides,
      ...own,
    });
    onTestFinished(() => created.close());
    return created;
  };
  const feeds = create();
  return {
    feeds,
    /** Feeds of another process over the same list. */
    create,
    service,
    source,
    state,
    lines,
    metrics,
    cursors,
    reads,
    /** The times of the polls, in seconds from the start; a poll reads a window. */
    polls: () => reads.filter(({ list }) => list.full).map(({ at }) => at / SECOND),
    counts: () => reads.filter(({ list, at }) => !list.full && at > 0).map(({ at }) => at / SECOND),
    write,
    edit: (which = 0, content = 1) => write({ kind: 'edit', which, content }),
    insert: () => write({ kind: 'insert' }),
    remove: (which = 0) => write({ kind: 'delete', which }),
    listen: (grant: AgentGrant, after: string | null = null, capacity?: number) =>
      new Listener(feeds.listen(grant, after, { capacity })),
  };
}

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Collects its events. */
export class Listener {
  readonly queue: EventQueue;
  cursor = '';
  fault: unknown;
  hasEnded = false;
  readonly #received: string[] = [];

  constructor(queue: EventQueue) {
    this.queue = queue;
    void this.#collect();
  }

  async #collect(): Promise<void> {
    try {
      for await (const event of this.queue) {
        this.cursor = event.cursor;
        const transId = transIdOf(event);
        this.#received.push(transId === null ? event.kind : `${event.kind} ${transId}`);
      }
    } catch (error) {
      this.fault = error;
    }
    this.hasEnded = true;
  }

  /** The events since the last call. */
  received(): string[] {
    return this.#received.splice(0);
  }

  leave(): void {
    void this.queue.return();
  }
}
