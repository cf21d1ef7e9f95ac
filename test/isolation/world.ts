/**
 * A world of agents: a POST API whose every text carries its own mark, and a gateway in front of it that is called without a
 * port. Whoever creates a world closes it.
 */

import { join } from 'node:path';
import { systemClock } from '@realty-forms/platform/clock.ts';
import { createMetrics } from '@realty-forms/platform/observability/metrics.ts';
import { openStore } from '@realty-forms/reference/store/database.ts';
import type { Store } from '@realty-forms/reference/store/tables.ts';
import type { GraphQLSchema } from 'graphql';
import { createGateway, type Gateway } from '../../src/gateway/gateway.ts';
import { openSqliteIndex } from '../../src/gateway/search/store/sqlite-index.ts';
import { createGraphQL } from '../../src/graphql/server.ts';
import type { AppOptions } from '../../src/http/server/app.ts';
import { type HttpServer, startHttpServer } from '../../src/http/server/server.ts';
import { createUpstream, type Upstream } from '../../src/upstream/call.ts';
import { verify } from '../support/callers/caller-tokens.ts';
import { type CapturedLog, captureLog } from '../support/caught-log.ts';
import {
  appDefaults,
  gatewayDefaults,
  graphqlDefaults,
  indexingOf,
  subgraphWith,
} from '../support/gateways/default-options.ts';
import { type Injectable, injectable } from '../support/gateways/injectable.ts';
import { openLedgerInMemory } from '../support/gateways/memory-ledger.ts';
import { createFolder, removeFolder } from '../support/programs/script-resources.ts';
import { createMarks, type NewMark } from './marks.ts';
import {
  CLIENT_SECRET,
  copyDatabases,
  FIRST_NEW_MARK,
  INDEX_FILE,
  startReference,
  upstreamOptions,
} from './world-data.ts';

export interface WorldOptions {
  readonly clientSecret?: string;
  readonly idSecret?: Uint8Array;
  /** Wraps the POST API in a proxy. */
  readonly proxy?: (url: string) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
  readonly introspection?: boolean;
  /** Replaces a part of the gateway. */
  readonly upstream?: (upstream: Upstream) => Upstream;
  readonly gateway?: (gateway: Gateway) => Gateway;
}

export interface World {
  readonly app: Injectable;
  /** The same on a port, for streams; returns its URL. */
  readonly listen: () => Promise<string>;
  readonly gateway: Gateway;
  readonly schema: GraphQLSchema;
  readonly newMark: NewMark;
  readonly lines: CapturedLog['lines'];
  /** The live database of the POST API. */
  readonly store: Store;
  readonly close: () => Promise<void>;
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const clientSecret = options.clientSecret ?? CLIENT_SECRET;
  const { introspection } = { ...graphqlDefaults, ...options };
  // A router could ask on behalf of any caller.
  const graph = subgraphWith({ resolvesTransId: true });
  const dataDir = createFolder('isolation-');
  await copyDatabases(dataDir);
  const newMark = createMarks(FIRST_NEW_MARK);
  const store = await openStore(dataDir, async () => undefined);
  const reference = await startReference(dataDir, clientSecret);
  const proxy = await options.proxy?.(reference.url);
  const { log, lines } = captureLog();
  const metrics = createMetrics();
  const clock = systemClock;
  const directUpstream = createUpstream(upstreamOptions(proxy?.url ?? reference.url, clientSecret, log, metrics));
  const index = await openSqliteIndex(join(dataDir, INDEX_FILE), { timeZone: 'UTC' });
  await index.open('settings');
  const upstream = options.upstream?.(directUpstream) ?? directUpstream;
  const directGateway = createGateway({
    ...gatewayDefaults,
    upstream,
    idKeys: [{ id: 1, secret: options.idSecret ?? Buffer.alloc(32, 7) }],
    ledgerStore: openLedgerInMemory(clock),
    indexing: indexingOf(index),
    clock,
    log,
    metrics,
  });
  const gateway = options.gateway?.(directGateway) ?? directGateway;
  const graphql = await createGraphQL({ ...graphqlDefaults, graph, gateway, introspection, log });
  const appOptions: AppOptions = {
    ...appDefaults,
    log,
    metrics,
    verify,
    graphql,
    gateway,
    health: { upstream: 'embedded', state: () => ({ tokenObtained: true, upstreamState: 'up' }) },
  };
  const app = injectable(appOptions);
  let server: HttpServer | undefined;
  return {
    app,
    async listen() {
      server = await startHttpServer({ ...appOptions, port: 0, drainDelayMs: 0, graceMs: 1_000 });
      return server.url;
    },
    gateway,
    schema: graph.schema,
    newMark,
    lines,
    store,
    async close() {
      await app.close();
      directGateway.feeds.close();
      await server?.close();
      await graphql.stop();
      await directUpstream.close();
      await index.close();
      await proxy?.close();
      await reference.close();
      await store.destroy();
      removeFolder(dataDir);
    },
  };
}
