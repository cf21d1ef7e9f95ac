/**
 * The options for starting the service, and the faults with which a start can fail. Nothing here reads the environment: the caller decides.
 */
import type { UpstreamScope } from '@realty-forms/contract/calls/endpoints.ts';
import type { ProviderKind } from '@realty-forms/contract/columns/fields.ts';
import type { Clock } from '@realty-forms/platform/clock.ts';
import type { LogLevel } from '@realty-forms/platform/observability/log.ts';
import type { Dialect } from './dialect/dialect.ts';

export interface ClientOptions {
  readonly id: string;
  /** Undefined for the secret in the data folder, which the service generates at its first start (tokens/clients.ts). */
  readonly secret: string | undefined;
  /** The userId that this client's requests must carry (section 1). */
  readonly vendorEmail: string;
  readonly scopes: readonly UpstreamScope[];
}

export const allScopes = [
  'account.read',
  'transactions.read',
  'transactions.create',
] as const satisfies readonly UpstreamScope[];

export interface SeedOptions {
  readonly agents: number;
  readonly offices: number;
  readonly transactions: number;
  /** The same seed produces the same data. */
  readonly seed: number;
  /** The time of the data's state, in milliseconds since 1970: by default 1 November 2026. */
  readonly until?: number | undefined;
  /** Whether one transaction in three has files. */
  readonly files?: boolean;
}

export interface FaultInjectionOptions {
  /** The delay of each POST response in milliseconds, varied by up to a quarter either way. */
  readonly latencyMs?: number | undefined;
  /** The share of requests that fail, 0 to 1. */
  readonly faultRate?: number | undefined;
  /** Whether a request may select a fault by its header. */
  readonly switches?: boolean;
}

export interface ReferenceOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Names in the Host header that are accepted besides `host`; none by default. */
  readonly allowedHosts?: readonly string[];
  /** The folder of the signing key, the database, and the uploaded files. */
  readonly dataDir: string;
  /** The only clients. The page at /docs suggests the first one. */
  readonly clients: readonly ClientOptions[];
  /**
   * Whether the page at /docs contains that client's secret, if the service has generated it: anyone who can open the page may then do what
   * the client may. A configured secret is never shown. Default false.
   */
  readonly showsSecret?: boolean;
  /** Default 3600. */
  readonly tokenLifetimeSeconds?: number | undefined;
  /** The data for a new database; false leaves it empty. */
  readonly seed?: SeedOptions | false;
  /** Rejects a database that was filled with anything other than `seed`. */
  readonly seedMustMatch?: boolean;
  /** The spType values that serviceproviders accepts; by default all that the record has columns for. */
  readonly providerTypes?: readonly ProviderKind[] | undefined;
  /** The https URLs to which a registration link may lead, or below which. Default DEFAULT_MOBILE_URLS. */
  readonly mobileUrls?: readonly string[] | undefined;
  /** The largest file that uploadfiles accepts, in bytes. Default DEFAULT_MAX_FILE_BYTES. */
  readonly maxFileBytes?: number | undefined;
  /** How long a URL from downloadfiles is valid. Default DEFAULT_FILE_URL_LIFETIME_SECONDS. */
  readonly fileUrlLifetimeSeconds?: number | undefined;
  /** The IANA time zone of date-times in filters that carry no offset. */
  readonly timeZone: string;
  readonly logLevel: LogLevel;
  /** The choices that the specification leaves open; by default those in docs/assumptions.md. */
  readonly dialect?: Dialect | undefined;
  /** Fault injection, for callers that want to test how they handle upstream failures. */
  readonly faultInjection?: FaultInjectionOptions;
  /** In-process only: a clock cannot be passed to a thread. */
  readonly clock?: Clock;
}

export const DEFAULT_TOKEN_LIFETIME_SECONDS = 3600;
export const DEFAULT_MAX_FILE_BYTES = 26_214_400;
export const DEFAULT_FILE_URL_LIFETIME_SECONDS = 900;
/** A reserved domain. */
export const DEFAULT_MOBILE_URLS: readonly string[] = ['https://mobile.example/'];
export const defaultSeed: SeedOptions = { agents: 60, offices: 8, transactions: 5000, seed: 20_261_101, files: true };

/** Why the service did not start, or why its thread ended (`THREAD_ENDED`). */
export type ReferenceFaultCode =
  | 'PORT_BUSY'
  | 'ADDRESS_UNUSABLE'
  | 'DATA_DIR_UNWRITABLE'
  | 'KEY_UNREADABLE'
  | 'DATABASE_LOCKED'
  | 'DATABASE_UNUSABLE'
  | 'SEEDED_OTHERWISE'
  | 'DATABASE_NEWER'
  | 'THREAD_ENDED'
  | 'START_FAILED';

export interface RunningReference {
  readonly url: string;
  /** Waits for requests in progress, then closes the database. */
  close(): Promise<void>;
}
