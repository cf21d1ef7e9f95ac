/**
 * The service in this thread: prepares key, store, seed and clients, then serves HTTP on its port. It listens last, so that clients only
 * reach a complete service.
 */

import type { AddressInfo } from 'node:net';
import { systemClock } from '@realty-forms/platform/clock.ts';
import { Fault } from '@realty-forms/platform/fault.ts';
import { createLog, type Log } from '@realty-forms/platform/observability/log.ts';
import { isErrno } from '@realty-forms/platform/stores/private-files.ts';
import { createHostCheck } from '@realty-forms/platform/web/host.ts';
import type { FastifyInstance } from 'fastify';
import { type FileBytes, openFileBytes } from './files/bytes.ts';
import { createFileLinks } from './files/links.ts';
import { createFaultInjection } from './http/fault-injection.ts';
import { createHttp } from './http/http.ts';
import { allKinds, createProviderSchema } from './http/provider-schema.ts';
import type { ReferenceFaultCode } from './options.ts';
import {
  DEFAULT_FILE_URL_LIFETIME_SECONDS,
  DEFAULT_MAX_FILE_BYTES,
  DEFAULT_MOBILE_URLS,
  DEFAULT_TOKEN_LIFETIME_SECONDS,
  defaultSeed,
  type ReferenceOptions,
  type RunningReference,
} from './options.ts';
import { storeDocuments } from './seed/files.ts';
import { seedAsOf, seedDatabase } from './seed/seed-database.ts';
import type { Service } from './service.ts';
import { createAgents } from './store/agents.ts';
import { openStore } from './store/database.ts';
import { createFiles, databaseIdOf, type Files } from './store/files.ts';
import type { Store } from './store/tables.ts';
import { createTransactions } from './store/transactions.ts';
import { createClients, type KnownClient, withSecrets } from './tokens/clients.ts';
import { loadSigningKey } from './tokens/keys.ts';

/** Starts the service; rejects with a Fault whose code is a ReferenceFaultCode. */
export async function createReferenceServer(options: ReferenceOptions): Promise<RunningReference> {
  const clock = options.clock ?? systemClock;
  const log = createLog(options.logLevel);
  const key = loadSigningKey(options.dataDir);
  const clients = withSecrets(options.clients, options.dataDir);
  const seed = options.seed ?? seedAsOf(clock.now());
  let databaseId = '';
  const store = await openStore(options.dataDir, async (connection) => {
    if (seed !== false) await seedDatabase(connection, seed, clock.now(), options.seedMustMatch);
    databaseId = await databaseIdOf(connection);
  });

  const files = createFiles(store);
  const fileBytes = await openFiles(options.dataDir, databaseId, files, store, log);
  if (seed !== false && seed.files) await storeDocuments(fileBytes.storedDir);

  let url = '';
  const service: Service = {
    store,
    agents: createAgents(store),
    clients: createClients(clients),
    transactions: createTransactions(store, options.dialect?.order, options.dialect?.lists),
    files,
    fileBytes,
    fileLinks: createFileLinks({
      key,
      base: () => url,
      lifetimeSeconds: options.fileUrlLifetimeSeconds ?? DEFAULT_FILE_URL_LIFETIME_SECONDS,
      clock,
    }),
    maxFileBytes: options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
    providerSchema: createProviderSchema(options.providerTypes ?? allKinds),
    mobileUrls: options.mobileUrls ?? DEFAULT_MOBILE_URLS,
    isKnownHost: createHostCheck({ host: options.host, allowedHosts: options.allowedHosts ?? [] }),
    faultInjection: createFaultInjection(options.faultInjection ?? {}, seed === false ? defaultSeed.seed : seed.seed),
    dialect: options.dialect,
    key,
    issuer: () => url,
    tokenLifetimeSeconds: options.tokenLifetimeSeconds ?? DEFAULT_TOKEN_LIFETIME_SECONDS,
    timeZone: options.timeZone,
    clock,
    suggestedClient: suggestedClient(options, clients),
  };
  const app = createHttp(service, log);
  const close = async () => {
    await app.close();
    await store.destroy();
  };
  try {
    url = await listen(app, options);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, close };
}

function suggestedClient(
  { clients: [given], showsSecret }: ReferenceOptions,
  [known]: readonly KnownClient[],
): Service['suggestedClient'] {
  if (given === undefined || known === undefined) return undefined;
  const isShown = showsSecret === true && given.secret === undefined;
  return { id: given.id, vendorEmail: given.vendorEmail, secret: isShown ? known.secret : undefined };
}

/** Opens the storage of file bytes, and removes the remains of uploads that a killed process never acknowledged. */
async function openFiles(
  dataDir: string,
  databaseId: string,
  files: Files,
  store: Store,
  log: Log,
): Promise<FileBytes> {
  try {
    const bytes = await openFileBytes(dataDir, databaseId);
    const removed = await bytes.sweep(files.namesInUse);
    if (removed > 0) log.info({ removed }, 'unfinished uploads were removed');
    return bytes;
  } catch (error) {
    await store.destroy();
    throw error;
  }
}

type ListenAddress = Pick<ReferenceOptions, 'host' | 'port'>;

/** Returns the base URL of the service. */
async function listen(app: FastifyInstance, { host, port }: ListenAddress): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    throw listenFault({ host, port }, cause);
  }
  return baseUrlOf(host, (app.server.address() as AddressInfo).port);
}

/** A URL that clients can call: a service that listens on all interfaces is reached on loopback. */
function baseUrlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function listenFault({ host, port }: ListenAddress, cause: unknown): Fault<ReferenceFaultCode> {
  const where = `port ${port} of ${host}`;
  if (isErrno(cause, 'EADDRINUSE')) return new Fault('PORT_BUSY', `${where} is in use`, { cause });
  const isUnusable = ['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EINVAL'].some((code) => isErrno(cause, code));
  return isUnusable
    ? new Fault('ADDRESS_UNUSABLE', `the service cannot listen on ${where}`, { cause })
    : new Fault('START_FAILED', `the service failed to listen on ${where}`, { cause });
}
