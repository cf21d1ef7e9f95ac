/** Puts the use cases together over one upstream. What this returns is all that an adapter needs. */
import type { FilterNotation } from '../contract/filter.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Upstream } from '../upstream/call.ts';
import { type Access, createAccess } from './access.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type Calls, createCalls } from './calls.ts';
import { type Create, createCreate } from './create-transaction.ts';
import { createDecode } from './decode.ts';
import { createDirectory, type DirectoryOptions } from './directory.ts';
import { createFollowLink, type FollowLink } from './download.ts';
import { UpstreamFault } from './fault.ts';
import { createFileLinks, type FileLinks } from './file-links.ts';
import { createFiles, type Files } from './files.ts';
import { createFlights } from './flights.ts';
import { keepSeals } from './kept-seals.ts';
import { createFindCreation } from './ledger/creations.ts';
import { type Keeper, startKeeper } from './ledger/keeper.ts';
import { createLedger } from './ledger/ledger.ts';
import { openLedgerInMemory } from './ledger/sqlite-store.ts';
import type { LedgerStore } from './ledger/store.ts';
import { createFindUpload } from './ledger/uploads.ts';
import { type Cut, createLoaders, type Loaders } from './loaders.ts';
import { createMembers, type Members } from './members.ts';
import { type Add, createAdd } from './providers.ts';
import { createSealer, type KeyRing, type SealedType } from './seal.ts';
import { createTickets, type Tickets } from './tickets.ts';
import { createTransactions, type Transactions } from './transactions.ts';
import { tellUnknown } from './unknown-writes.ts';
import { createUploadFile, type UploadFile } from './upload-file.ts';
import { countWritesFromZero } from './write-figures.ts';

export interface Gateway {
  readonly access: Access;
  readonly accounts: Accounts;
  readonly transactions: Transactions;
  readonly createTransaction: Create;
  readonly addProviders: Add;
  readonly files: Files;
  readonly uploadFile: UploadFile;
  readonly links: FileLinks;
  readonly followLink: FollowLink;
  readonly members: Members;
  readonly tickets: Tickets;
  /** Starts what keeps the write ledger: says that this process is alive, and looks into what others have left behind. */
  readonly keepLedger: () => Promise<Keeper>;
  /** Counts a request's calls, and makes them take turns. */
  readonly calls: Pick<Calls, 'within' | 'tally'>;
  /** The loaders of one request; its reads end with `signal`. */
  readonly loaders: (signal?: Cut) => Loaders;
  /** The type that an id claims to have, null for what is no id. */
  readonly typeOf: (id: string) => SealedType | null;
}

export interface GatewayOptions {
  readonly upstream: Upstream;
  readonly idKeys: KeyRing;
  readonly notation: FilterNotation;
  readonly timeZone: string;
  /** How many calls of one request may be under way at once. */
  readonly parallelCalls: number;
  /** How long a link to a file can be followed; five minutes unless told. */
  readonly linkSeconds?: number | undefined;
  /** Where the gateway is reached from outside; without it, links begin at its root. */
  readonly publicUrl?: string | undefined;
  /** Bytes that an uploaded file may have; 25 MB unless told. */
  readonly maxFileBytes?: number | undefined;
  /** Where writes are written down; in memory unless told. */
  readonly ledgerStore?: LedgerStore | undefined;
  readonly directory?: Pick<DirectoryOptions, 'refreshSeconds' | 'reloadSeconds'> | undefined;
  /** Of the callers' tokens; a caller is a subject of its. */
  readonly issuer?: string | undefined;
  /** How long a request waits for another one under its idempotency key; ten seconds unless told. */
  readonly ledgerWaitMs?: number | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

const DEFAULT_LINK_SECONDS = 300;
const DEFAULT_MAX_FILE_BYTES = 26_214_400;

export function createGateway({ upstream: door, idKeys, notation, clock, ...options }: GatewayOptions): Gateway {
  const flights = createFlights();
  const calls = createCalls(door, flights, options.parallelCalls);
  const { upstream } = calls;
  const sealer = keepSeals(createSealer(idKeys));
  const decode = createDecode(options);
  const directory = createDirectory(door, decode, clock, {
    ...options.directory,
    onLoad(users) {
      options.metrics.directoryUsers.set(users);
      options.metrics.directoryRefreshed.set(clock.now() / 1_000);
    },
    onFailure(error, isServing) {
      // A fault holds upstream's own words too, which stay out of the log.
      const told = error instanceof UpstreamFault ? { code: error.code, reason: error.message } : { err: error };
      const meanwhile = isServing ? 'the old one serves' : 'there is none that serves';
      options.log.warn(told, `the directory of active users cannot be read, and ${meanwhile}`);
    },
  });
  const access = createAccess(sealer, directory);
  const transactions = createTransactions({ access, decode, notation, sealer });
  const ledger = createLedger({
    store: options.ledgerStore ?? openLedgerInMemory(clock),
    issuer: options.issuer ?? '',
    idKeys,
    waitMs: options.ledgerWaitMs,
    clock,
    log: options.log,
    metrics: options.metrics,
  });
  countWritesFromZero(options.metrics);
  const once = tellUnknown(ledger.once, { log: options.log, requestId: calls.requestId });
  const find = createFindCreation({ upstream, decode, notation });
  const findUpload = createFindUpload(upstream, decode);
  const files = createFiles({ access, decode, sealer });
  const lifetimeSeconds = options.linkSeconds ?? DEFAULT_LINK_SECONDS;
  const links = createFileLinks(sealer, access, clock, { lifetimeSeconds, publicUrl: options.publicUrl });
  return {
    access,
    accounts: createAccounts({ access, decode, directory, sealer }),
    transactions,
    createTransaction: createCreate({ access, upstream, decode, directory, transactions, once, find }),
    files,
    uploadFile: createUploadFile({
      upstream,
      files,
      maxBytes: options.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
      once,
      find: findUpload,
    }),
    links,
    followLink: createFollowLink({ upstream: door, links, log: options.log }),
    addProviders: createAdd({ access, upstream, directory, transactions, once }),
    members: createMembers({ decode, upstream, once }),
    tickets: createTickets({ decode, upstream, once }),
    keepLedger: () => startKeeper(ledger, { createTransaction: find, uploadFile: findUpload }, options.log),
    calls,
    loaders: createLoaders({ upstream: calls.reads, turns: calls.reads, notation, decode, flights }),
    typeOf: sealer.typeOf,
  };
}
