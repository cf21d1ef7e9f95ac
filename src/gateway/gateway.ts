/** Puts the use cases together over one upstream. What this returns is all that an adapter needs. */
import type { FilterNotation } from '../contract/filter.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Upstream } from '../upstream/call.ts';
import { type Access, createAccess } from './access.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { type Create, createCreate } from './create-transaction.ts';
import { createDecode } from './decode.ts';
import { createDirectory } from './directory.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import { createMembers, type Members } from './members.ts';
import { type Add, createAdd } from './providers.ts';
import { createSealer, type KeyRing, type SealedType } from './seal.ts';
import { createTickets, type Tickets } from './tickets.ts';
import { createTransactions, type Transactions } from './transactions.ts';

export interface Gateway {
  readonly access: Access;
  readonly accounts: Accounts;
  readonly transactions: Transactions;
  readonly createTransaction: Create;
  readonly addProviders: Add;
  readonly members: Members;
  readonly tickets: Tickets;
  /** The loaders of one request; its reads end with `signal`. */
  readonly loaders: (signal?: AbortSignal) => Loaders;
  /** The type that an id claims to have, null for what is no id. */
  readonly typeOf: (id: string) => SealedType | null;
}

export interface GatewayOptions {
  readonly upstream: Upstream;
  readonly idKeys: KeyRing;
  readonly notation: FilterNotation;
  readonly timeZone: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export function createGateway({ upstream, idKeys, notation, clock, ...options }: GatewayOptions): Gateway {
  const sealer = createSealer(idKeys);
  const access = createAccess(sealer);
  const decode = createDecode(options);
  const directory = createDirectory(upstream, decode, clock);
  const transactions = createTransactions({ access, decode, notation, sealer });
  return {
    access,
    accounts: createAccounts({ access, decode, directory, sealer }),
    transactions,
    createTransaction: createCreate({ upstream, directory, transactions }),
    addProviders: createAdd({ access, upstream, directory, transactions }),
    members: createMembers({ decode, upstream }),
    tickets: createTickets({ decode, upstream }),
    loaders: (signal) => createLoaders({ upstream, notation, signal }),
    typeOf: sealer.typeOf,
  };
}
