/** Everything that handlers depend on: the stores, the clock, and what tokens need. Created once, at start. */
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { Dialect } from './dialect/dialect.ts';
import type { FileBytes } from './files/bytes.ts';
import type { FileLinks } from './files/links.ts';
import type { HandlerResult } from './http/body.ts';
import type { FaultInjection } from './http/fault-injection.ts';
import type { ProviderSchema } from './http/provider-schema.ts';
import type { RequestValues } from './http/validate.ts';
import type { ClientOptions } from './options.ts';
import type { Agents } from './store/agents.ts';
import type { Files } from './store/files.ts';
import type { Store } from './store/tables.ts';
import type { Transactions } from './store/transactions.ts';
import type { Clients } from './tokens/clients.ts';
import type { SigningKey } from './tokens/keys.ts';

export interface Service {
  readonly store: Store;
  readonly agents: Agents;
  readonly clients: Clients;
  readonly transactions: Transactions;
  readonly files: Files;
  readonly fileBytes: FileBytes;
  readonly fileLinks: FileLinks;
  readonly maxFileBytes: number;
  readonly providerSchema: ProviderSchema;
  /** The URLs that a registration link may lead to (4.12). */
  readonly mobileUrls: readonly string[];
  /** Whether the service answers to this name in the Host header. */
  readonly isKnownHost: (name: string) => boolean;
  readonly faultInjection: FaultInjection;
  /** Undefined for a service that answers exactly as the handlers do. */
  readonly dialect: Dialect | undefined;
  readonly key: SigningKey;
  /** The service's own URL, which its tokens name as their issuer; known once it listens. */
  readonly issuer: () => string;
  readonly tokenLifetimeSeconds: number;
  readonly timeZone: string;
  readonly clock: Clock;
  /** The client that the page at /docs suggests; its secret is undefined unless the page may show it. */
  readonly suggestedClient: Pick<ClientOptions, 'id' | 'secret' | 'vendorEmail'> | undefined;
}

/** Handles a request that has passed authorization and the validation of its fields. */
export type Handler = (values: RequestValues, service: Service) => Promise<HandlerResult>;
