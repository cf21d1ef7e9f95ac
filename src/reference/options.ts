/**
 * What the service is started with, and the faults that a start can end in. It reads no environment: whoever starts it has
 * decided.
 */
import type { UpstreamScope } from '../contract/endpoints.ts';
import type { ProviderKind } from '../contract/fields.ts';
import type { Clock } from '../platform/clock.ts';
import type { LogLevel } from '../platform/log.ts';

export interface ClientOptions {
  readonly id: string;
  readonly secret: string;
  /** The userId that this client's requests must carry (section 1). */
  readonly vendorEmail: string;
  readonly scopes: readonly UpstreamScope[];
}

export interface SeedOptions {
  readonly agents: number;
  readonly offices: number;
  readonly transactions: number;
  /** The same number gives the same data. */
  readonly seed: number;
}

export interface WeatherOptions {
  /** Milliseconds that answers wait, more or less. */
  readonly latencyMs?: number;
  /** The share of requests that fail, 0 to 1. */
  readonly faultRate?: number;
  /** Whether a request may ask for a fault itself. */
  readonly switches?: boolean;
}

export interface ReferenceOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** The folder of the signing key, and of the database where no server is named. */
  readonly dataDir: string;
  /** A PostgreSQL server's database to use in place of a file: `postgresql://user:password@host:port/name`. */
  readonly databaseUrl?: string;
  readonly clients: readonly ClientOptions[];
  /** Default 3600. */
  readonly tokenLifetimeSeconds?: number;
  /** What a fresh database is filled with; false leaves it empty. */
  readonly seed?: SeedOptions | false;
  /** Refuses a database that was filled with anything else than `seed`. */
  readonly seedMustMatch?: boolean;
  /** The values of spType that serviceproviders takes; default all that the record has columns for. */
  readonly providerTypes?: readonly ProviderKind[];
  /** Addresses, https only, that a member's registration link may lead to or below. Default DEFAULT_MOBILE_URLS. */
  readonly mobileUrls?: readonly string[];
  /** The largest file that uploadfiles takes. Default DEFAULT_MAX_FILE_BYTES. */
  readonly maxFileBytes?: number;
  /** How long an address of downloadfiles can be followed. Default DEFAULT_FILE_URL_LIFETIME_SECONDS. */
  readonly fileUrlLifetimeSeconds?: number;
  /** IANA name of the zone of a filter's date-times that carry no offset. */
  readonly timeZone: string;
  readonly logLevel: LogLevel;
  /** How bad an upstream to be, for callers that want to see theirs fail. */
  readonly weather?: WeatherOptions;
  /** In-process only: a clock cannot be handed to a thread. */
  readonly clock?: Clock;
}

export const DEFAULT_TOKEN_LIFETIME_SECONDS = 3600;
export const DEFAULT_MAX_FILE_BYTES = 26_214_400;
export const DEFAULT_FILE_URL_LIFETIME_SECONDS = 900;
/** An address that nobody has. */
export const DEFAULT_MOBILE_URLS: readonly string[] = ['https://mobile.example/'];
export const defaultSeed: SeedOptions = { agents: 60, offices: 8, transactions: 5000, seed: 20_261_101 };

/** A client that may read and not create, so that refused scopes can be tried. Its secret is public on purpose. */
export const readOnlyClient: ClientOptions = {
  id: 'read-only-client',
  secret: 'read-only-secret',
  vendorEmail: 'read-only@vendor.example',
  scopes: ['account.read', 'transactions.read'],
};

/** What a gateway on a developer's machine signs in with unless it is told otherwise. Public too. */
const developmentClient = { id: 'development-client', secret: 'development-secret' } as const;

/** A client that anyone may know, so that the page at /docs can sign in with it; null where none is configured. */
export function trialClientOf(clients: readonly ClientOptions[]): ClientOptions | null {
  const isPublic = (known: Pick<ClientOptions, 'id' | 'secret'>) =>
    clients.find(({ id, secret }) => id === known.id && secret === known.secret);
  return isPublic(developmentClient) ?? isPublic(readOnlyClient) ?? null;
}

/** Why the service does not start, or why its thread ended (`THREAD_ENDED`). */
export type ReferenceFaultCode =
  | 'PORT_BUSY'
  | 'ADDRESS_UNUSABLE'
  | 'DATA_DIR_UNWRITABLE'
  | 'KEY_UNREADABLE'
  | 'DATABASE_UNUSABLE'
  | 'DATABASE_UNREACHABLE'
  | 'SEEDED_OTHERWISE'
  | 'DATABASE_NEWER'
  | 'THREAD_ENDED'
  | 'START_FAILED';

export interface RunningReference {
  readonly url: string;
  /** Lets running requests end, then closes the database. */
  close(): Promise<void>;
}
